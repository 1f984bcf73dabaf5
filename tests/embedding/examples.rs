//! The examples of embedding do what they say: each ends with what it expects.

#[path = "../../examples/embed_bot.rs"]
mod embed_bot;
#[path = "../../examples/embed_callbacks.rs"]
mod embed_callbacks;
#[path = "../../examples/embed_derive.rs"]
mod embed_derive;
#[path = "../../examples/embed_dialogue.rs"]
mod embed_dialogue;
#[path = "../../examples/embed_game.rs"]
mod embed_game;
#[path = "../../examples/embed_hello.rs"]
mod embed_hello;
#[path = "../../examples/embed_host_type.rs"]
mod embed_host_type;
#[path = "../../examples/embed_hot_reload.rs"]
mod embed_hot_reload;
#[path = "../../examples/embed_lending.rs"]
mod embed_lending;
#[path = "../../examples/embed_module.rs"]
mod embed_module;
#[path = "../../examples/embed_resumable.rs"]
mod embed_resumable;
#[path = "../../examples/embed_rules.rs"]
mod embed_rules;
#[path = "../../examples/embed_sandbox.rs"]
mod embed_sandbox;
#[path = "../../examples/embed_serde.rs"]
mod embed_serde;
#[path = "../../examples/embed_service.rs"]
mod embed_service;
#[path = "../../examples/embed_tokio.rs"]
mod embed_tokio;

#[test]
fn each_example_ends_well() {
    embed_hello::main().unwrap();
    embed_callbacks::main().unwrap();
    embed_host_type::main().unwrap();
    embed_lending::main().unwrap();
    embed_module::main().unwrap();
    embed_sandbox::main().unwrap();
    embed_derive::main().unwrap();
    embed_serde::main().unwrap();
    embed_resumable::main().unwrap();
    embed_dialogue::main().unwrap();
    embed_hot_reload::main().unwrap();
    embed_tokio::main().unwrap();
    embed_bot::main().unwrap();
    embed_rules::main().unwrap();
    embed_service::main().unwrap();
    embed_game::main().unwrap();
}
