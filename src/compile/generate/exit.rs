//! Exits: blocks, `catch`, `unwind-protect`.

use super::Generator;
use crate::code::{Insn, Reg};
use crate::compile::ir::{BlockId, NodeId};
use crate::compile::registers::{BlockTarget, Dest, Label};
use crate::fault::{Res, internal};
use crate::value::Value;

impl Generator<'_> {
    pub(super) fn block(&mut self, id: BlockId, body: NodeId, dest: Dest) -> Res<()> {
        let block = self.ir.block(id);
        if !block.used {
            return self.generate(body, dest);
        }
        let end = self.a.label();
        if !block.dynamic {
            let handlers = self.a.handlers;
            self.a.blocks.push(BlockTarget { id, dest, end, handlers });
            let result = self.generate(body, dest);
            self.a.blocks.pop();
            self.a.bind(end);
            return result;
        }
        // Left from elsewhere: by a throw to a tag that nothing else has.
        let tag = block.tag;
        self.scoped(|g| {
            let t = g.allocate()?;
            let k = g.a.constant(Value::MISSING);
            g.a.emit(Insn::LoadConst { d: t, k });
            let top = g.a.next;
            g.a.emit(Insn::MakeBox { d: t, s: t, top });
            g.set_register(tag, t);
            let a = g.allocate()?;
            g.a.emit(Insn::Move { d: a, s: t });
            g.caught(a, body, end, dest)
        })
    }

    /// The body of a form that catches what is thrown to the tag in `a`. At `end`, the value is there, thrown or not.
    fn caught(&mut self, a: Reg, body: NodeId, end: Label, dest: Dest) -> Res<()> {
        self.a.jump(Insn::PushCatch { a, off: 0 }, end);
        self.guarded(body, a)?;
        self.a.emit(Insn::PopHandler { n: 1 });
        self.a.bind(end);
        self.deliver(a, dest);
        Ok(())
    }

    /// The body of a form that has pushed a handler.
    pub(super) fn guarded(&mut self, body: NodeId, a: Reg) -> Res<()> {
        self.a.handlers += 1;
        let result = self.generate(body, Dest::Fresh(a));
        self.a.handlers -= 1;
        result
    }

    pub(super) fn leave(&mut self, id: BlockId, value: NodeId) -> Res<()> {
        let block = self.ir.block(id);
        if block.dynamic {
            let tag = block.tag;
            return self.scoped(|g| {
                let b = g.operand(value)?;
                let a = g.allocate()?;
                g.load_function(tag, a)?;
                g.a.emit(Insn::Throw { a, b });
                Ok(())
            });
        }
        let Some(&target) = self.a.blocks.iter().rev().find(|t| t.id == id) else {
            return internal("a block that is not around its exit");
        };
        let inner = self.a.handlers - target.handlers;
        if inner == 0 {
            self.generate(value, target.dest)?;
        } else {
            self.scoped(|g| {
                let r = g.operand(value)?;
                g.a.emit(Insn::PopHandler { n: inner as u8 });
                g.deliver(r, target.dest);
                Ok(())
            })?;
        }
        if target.dest != Dest::Return {
            self.a.jump(Insn::Jump { off: 0 }, target.end);
        }
        Ok(())
    }

    pub(super) fn catch(&mut self, tag: NodeId, body: NodeId, dest: Dest) -> Res<()> {
        self.scoped(|g| {
            let a = g.allocate()?;
            g.generate(tag, Dest::Fresh(a))?;
            let end = g.a.label();
            g.caught(a, body, end, dest)
        })
    }

    pub(super) fn catch_apply(&mut self, tag: NodeId, f: NodeId, body: NodeId, dest: Dest) -> Res<()> {
        self.scoped(|g| {
            let t = g.allocate()?;
            g.generate(tag, Dest::Fresh(t))?;
            let handler = g.allocate()?;
            g.generate(f, Dest::Fresh(handler))?;
            let a = g.allocate()?;
            g.a.emit(Insn::Move { d: a, s: t });
            let (caught, end) = (g.a.label(), g.a.label());
            g.a.jump(Insn::PushHandler { a, off: 0 }, caught);
            g.guarded(body, a)?;
            g.a.emit(Insn::PopHandler { n: 1 });
            g.deliver(a, dest);
            if dest != Dest::Return {
                g.a.jump(Insn::Jump { off: 0 }, end);
            }
            g.a.bind(caught);
            let value = g.allocate()?;
            let call = g.allocate()?;
            let (first, second) = (g.allocate()?, g.allocate()?);
            g.a.emit(Insn::Move { d: call, s: handler });
            g.a.emit(Insn::Move { d: first, s: a });
            g.a.emit(Insn::Move { d: second, s: value });
            g.emit_call(None, call, 2, dest);
            g.a.bind(end);
            Ok(())
        })
    }

    pub(super) fn unwind_protect(&mut self, body: NodeId, cleanup: NodeId, dest: Dest) -> Res<()> {
        self.scoped(|g| {
            let a = g.allocate()?;
            let (thrown, clean, done) = (g.a.label(), g.a.label(), g.a.label());
            g.a.jump(Insn::PushCleanup { a, off: 0 }, thrown);
            g.guarded(body, a)?;
            // Value, or tag and value, wait in registers while the cleanup runs; a third says which it is.
            let value = g.allocate()?;
            let is_thrown = g.allocate()?;
            g.a.emit(Insn::PopHandler { n: 1 });
            g.a.emit(Insn::LoadNil { d: value });
            g.a.emit(Insn::LoadNil { d: is_thrown });
            g.a.jump(Insn::Jump { off: 0 }, clean);
            g.a.bind(thrown);
            g.a.emit(Insn::LoadTrue { d: is_thrown });
            g.a.bind(clean);
            g.generate(cleanup, Dest::Effect)?;
            g.a.jump(Insn::JumpNil { a: is_thrown, off: 0 }, done);
            g.a.emit(Insn::Rethrow { a });
            g.a.bind(done);
            g.deliver(a, dest);
            Ok(())
        })
    }
}
