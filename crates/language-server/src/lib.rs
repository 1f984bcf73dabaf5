//! Programs of Klammer as editors ask about them, and a language server that answers.
//!
//! An [`Analysis`](analysis::Analysis) is made of one text and knows its names. A [`Workspace`](workspace::Workspace)
//! answers with the knowledge of the library and of other files, a [`Checker`](analysis::Checker) finds mistakes. None of
//! them knows the protocol, which [`server`] speaks. A [`debug_adapter`] lets an editor debug a program. The prompt of
//! `klammer` stands on [`input`], its tests on [`examples`].

#![forbid(unsafe_code)]
#![warn(missing_debug_implementations)]

pub mod analysis;
pub mod debug_adapter;
pub mod examples;
pub mod input;
pub mod server;
pub mod workspace;
