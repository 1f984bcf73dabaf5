//! Calls of builtins that become instructions.
//!
//! A call is inlined when the name is the builtin's own (or an alias of a layer) and means the builtin at the time the call is compiled. A program that
//! gives such a name a new meaning changes the calls that are compiled after that, not the ones before. A name of the program's own is a variable,
//! also while it holds a builtin.

use super::expand::{Expander, Item};
use super::ir::{Node, NodeId, Op, VarId};
use crate::fault::Res;
use crate::source::Span;
use crate::symbol::{self, Symbol, well_known};
use crate::value::{Kind, Value};

/// A call with more arguments than this is an ordinary call, where the instructions would be nested as deep or take as many registers.
const MOST_ARGUMENTS: usize = 16;

/// What a builtin becomes for a given number of arguments.
enum Inline {
    /// One instruction.
    Op(Op),
    /// Two-argument instructions from left to right: addition, subtraction, multiplication.
    Fold(Op),
    /// A comparison of each argument with the next.
    Chain(Op),
    /// One instruction on the result of another: `(third l)` is `(car (cddr l))`.
    Compose(Op, Op),
    /// An addition of this constant.
    Plus(i64),
    List,
    /// Array access with the coordinates as a literal `(list ...)`.
    Coordinates,
    /// One-argument floor of a literal quotient `(/ a b)`.
    FloorOfQuotient,
}

fn inline(name: &str, argc: usize) -> Option<Inline> {
    use Inline::{Chain, Compose, Coordinates, FloorOfQuotient, Fold, List, Plus};
    let op = Inline::Op;
    Some(match (name, argc) {
        ("+", 2) => op(Op::Add),
        ("+", 3..) => Fold(Op::Add),
        ("-", 1) => op(Op::Neg),
        ("-", 2) => op(Op::Sub),
        ("-", 3..) => Fold(Op::Sub),
        ("*", 2) => op(Op::Mul),
        ("*", 3..) => Fold(Op::Mul),
        ("/", 2) => op(Op::Div),
        ("1+", 1) => Plus(1),
        ("1-", 1) => Plus(-1),
        ("quotient", 2) => op(Op::Quotient),
        ("remainder" | "rem", 2) => op(Op::Remainder),
        ("modulo" | "mod", 2) => op(Op::Modulo),
        ("floor", 2) => op(Op::FloorDiv),
        ("floor", 1) => FloorOfQuotient,
        ("bit-and", 2) => op(Op::BitAnd),
        ("bit-or", 2) => op(Op::BitOr),
        ("bit-xor", 2) => op(Op::BitXor),
        ("<", 2) => op(Op::Less),
        ("<=", 2) => op(Op::LessEqual),
        (">", 2) => op(Op::Greater),
        (">=", 2) => op(Op::GreaterEqual),
        ("=" | "equal?" | "eq?", 2) => op(Op::Equal),
        ("%eq?", 2) => op(Op::Same),
        ("<", 3..) => Chain(Op::Less),
        ("<=", 3..) => Chain(Op::LessEqual),
        (">", 3..) => Chain(Op::Greater),
        (">=", 3..) => Chain(Op::GreaterEqual),
        ("=", 3..) => Chain(Op::Equal),
        ("not" | "null?" | "%not", 1) => op(Op::Not),
        ("%null?", 1) => op(Op::IsNull),
        ("pair?", 1) => op(Op::IsPair),
        ("atom?", 1) => Compose(Op::Not, Op::IsPair),
        ("symbol?" | "%symbol?", 1) => op(Op::IsKind(Kind::SYMBOL)),
        ("keyword?", 1) => op(Op::IsKind(Kind::KEYWORD)),
        ("number?", 1) => op(Op::IsKind(Kind::NUMBERS)),
        ("string?", 1) => op(Op::IsKind(Kind::STRING)),
        ("char?" | "character?", 1) => op(Op::IsKind(Kind::CHARACTER)),
        ("array?", 1) => op(Op::IsKind(Kind::ARRAY)),
        ("table?", 1) => op(Op::IsKind(Kind::TABLE)),
        ("record?", 1) => op(Op::IsKind(Kind::RECORD)),
        ("cons", 2) => op(Op::Cons),
        ("list", _) => List,
        ("car" | "first", 1) => op(Op::Car),
        ("cdr" | "rest", 1) => op(Op::Cdr),
        ("cadr" | "second", 1) => op(Op::Cadr),
        ("cddr", 1) => op(Op::Cddr),
        ("caar", 1) => op(Op::Caar),
        ("cdar", 1) => Compose(Op::Cdr, Op::Car),
        ("caddr" | "third", 1) => Compose(Op::Car, Op::Cddr),
        ("cdddr", 1) => Compose(Op::Cdr, Op::Cddr),
        ("cadddr" | "fourth", 1) => Compose(Op::Cadr, Op::Cddr),
        ("aref", 2) => op(Op::ArrayRef),
        ("aref", 3) => op(Op::ArrayRef2),
        ("aset", 3) => op(Op::ArraySet),
        ("aset", 4) => op(Op::ArraySet2),
        ("get-array-element", 2) | ("set-array-element", 3) => Coordinates,
        ("throw", 2) => op(Op::Throw),
        _ => return None,
    })
}

/// Does a call of the builtin become an instruction, whatever its arguments are?
pub(crate) fn is_instruction(name: &str, argc: usize) -> bool {
    match inline(name, argc) {
        Some(Inline::Coordinates | Inline::FloorOfQuotient) => false,
        Some(_) => argc <= MOST_ARGUMENTS,
        None => argc == 1 && path(name).is_some(),
    }
}

/// Are both builtins one operation for the machine, such as `car` and `first`? If so: do the arguments come the other way round, as those of
/// `>` and `<`?
pub(crate) fn one_operation(written: &str, other: &str) -> Option<bool> {
    let written = single_valued(written).unwrap_or(written);
    if symbol::shown(written) == other {
        return Some(false);
    }
    let (written, other) = (operations(written), operations(other));
    let mirrored = |op| match op {
        Op::Less => Some(Op::Greater),
        Op::LessEqual => Some(Op::GreaterEqual),
        Op::Greater => Some(Op::Less),
        Op::GreaterEqual => Some(Op::LessEqual),
        _ => None,
    };
    let are_mirrored = || other.iter().filter_map(|&op| mirrored(op)).any(|op| written.contains(&op));
    if other.iter().any(|op| written.contains(op)) { Some(false) } else { are_mirrored().then_some(true) }
}

/// What a builtin may become.
fn operations(name: &str) -> Vec<Op> {
    let mut operations = path(name).unwrap_or_default();
    for argc in 1..=4 {
        match inline(name, argc) {
            Some(Inline::Op(op) | Inline::Fold(op) | Inline::Chain(op)) => operations.push(op),
            Some(Inline::Compose(outer, inner)) => operations.extend([outer, inner]),
            Some(Inline::Plus(_)) => operations.extend([Op::Add, Op::Sub]),
            Some(Inline::Coordinates) => operations.extend([Op::ArrayRef, Op::ArraySet]),
            Some(Inline::FloorOfQuotient) => operations.push(Op::FloorDiv),
            Some(Inline::List) | None => {}
        }
    }
    operations
}

/// The builtin that does for one value what `name` does for two.
fn single_valued(name: &str) -> Option<&'static str> {
    Some(match name {
        "%%floor" => "floor",
        "%%ceiling" => "ceiling",
        "%%round" => "round",
        "%%truncate" => "truncate",
        "%%gethash" => "%gethash",
        _ => return None,
    })
}

/// The instructions for Scheme's `cadar` and its like, in the order in which they are done.
fn path(name: &str) -> Option<Vec<Op>> {
    let steps = name.strip_prefix("%c")?.strip_suffix('r')?;
    if !(3..=4).contains(&steps.len()) || !steps.bytes().all(|b| matches!(b, b'a' | b'd')) {
        return None;
    }
    let mut rest = steps;
    let mut ops = Vec::new();
    while !rest.is_empty() {
        let (op, length) = [("ad", Op::Cadr), ("dd", Op::Cddr), ("aa", Op::Caar), ("a", Op::Car), ("d", Op::Cdr)]
            .into_iter()
            .find_map(|(end, op)| rest.ends_with(end).then_some((op, end.len())))?;
        ops.push(op);
        rest = rest.get(..rest.len() - length)?;
    }
    Some(ops)
}

impl Expander<'_> {
    /// The node for a call of the builtin `f`, if it has instructions for this number of arguments.
    /// `tail`: may the value be several values, because it becomes that of a function?
    pub(super) fn inline_native(&mut self, f: Value, form: Item, args: &[Item], tail: bool) -> Res<Option<NodeId>> {
        let mut name = self.vm.native_name(f);
        if name == "funcall" && self.separates_functions() {
            return self.funcall(form, args, tail);
        }
        if matches!(name, "%eq" | "%eql" | "%equal") {
            return self.decided_identity(name, args, form.span);
        }
        if let Some(plain) = single_valued(name) {
            if tail {
                return Ok(None);
            }
            name = plain;
            if inline(name, args.len()).is_none() {
                let plain = self.vm.core_function(name)?;
                return self.call(Node::Const(plain), form.span, args, form.span).map(Some);
            }
        }
        if let ("%member" | "%assoc", [_, _, _]) = (name, args) {
            // With a comparison of the program's own, they are functions of the library.
            let by = if name == "%member" { "%member-by" } else { "%assoc-by" };
            let Some(f) = self.vm.function_for_layer(self.module, by)? else { return Ok(None) };
            let f = self.constant(f, form.span);
            let args = self.expand_all(args)?;
            return Ok(Some(self.node(Node::Call(f, args), form.span)));
        }
        if let ("%eqv?" | "%equal?", &[x, y]) = (name, args) {
            return self.identity(x, y, form.span);
        }
        if let (Some(path), &[list]) = (path(name), args) {
            let mut node = self.expand(list, false)?;
            for op in path {
                node = self.node(Node::Op(op, vec![node]), form.span);
            }
            return Ok(Some(node));
        }
        if let Some((op, values)) = self.record_operation(name, args) {
            let values = self.expand_all(&values)?;
            return Ok(Some(self.node(Node::Op(op, values), form.span)));
        }
        let Some(how) = inline(name, args.len()) else { return Ok(None) };
        if args.len() > MOST_ARGUMENTS && !matches!(how, Inline::List) {
            return Ok(None);
        }
        let span = form.span;
        Ok(Some(match how {
            Inline::Op(Op::Throw) if args.len() == 2 => {
                let tag = self.expand_all(args.get(..1).unwrap_or_default())?;
                let value = self.passing_values(|e, tail| e.sequence(args.get(1..).unwrap_or_default(), span, tail))?;
                self.node(Node::Op(Op::Throw, tag.into_iter().chain([value]).collect()), span)
            }
            Inline::Op(op) => {
                let args = self.expand_all(args)?;
                self.node(Node::Op(op, args), span)
            }
            Inline::Compose(outer, inner) => {
                let args = self.expand_all(args)?;
                let inner = self.node(Node::Op(inner, args), span);
                self.node(Node::Op(outer, vec![inner]), span)
            }
            Inline::Plus(n) => {
                let mut args = self.expand_all(args)?;
                args.push(self.constant(Value::fix(n), span));
                self.node(Node::Op(Op::Add, args), span)
            }
            Inline::List => {
                let args = self.expand_all(args)?;
                if args.is_empty() { self.nil(span) } else { self.node(Node::List(args), span) }
            }
            Inline::Fold(op) => {
                let args = self.expand_all(args)?;
                // An operation that is not done yet can only be done earlier than the language says if nobody can tell.
                if args.iter().skip(2).any(|&a| !self.ir.is_harmless(a, &mut 30)) {
                    return Ok(Some(self.node(Node::Op(op, args), span)));
                }
                let mut args = args.into_iter();
                let Some(mut sum) = args.next() else { return Ok(None) };
                for a in args {
                    sum = self.node(Node::Op(op, vec![sum, a]), span);
                }
                sum
            }
            // An ordinary call looks at all arguments, whatever it finds on the way.
            Inline::Chain(op) if op != Op::Equal && args.len() > 3 => return Ok(None),
            Inline::Chain(op) => {
                // All arguments are evaluated first, as a call would.
                let nodes = self.expand_all(args)?;
                let vars: Vec<_> = nodes.iter().map(|&n| (self.hidden(), n)).collect();
                let compare = |e: &mut Self, [(a, _), (b, _)]: [(VarId, NodeId); 2]| {
                    let operands = [a, b].map(|v| e.node(Node::Var(v), span));
                    e.node(Node::Op(op, operands.to_vec()), span)
                };
                let all = match *vars.as_slice() {
                    [a, b, c] if op != Op::Equal => {
                        let (first, second) = (compare(self, [a, b]), compare(self, [b, c]));
                        let no = self.constant(self.ir.false_value(), span);
                        let checked = compare(self, [b, c]);
                        let otherwise = self.node(Node::Seq(vec![checked, no]), span);
                        self.node(Node::If(first, second, otherwise), span)
                    }
                    _ => {
                        let pairs = vars.windows(2).filter_map(|pair| pair.try_into().ok());
                        let tests = pairs.map(|pair| compare(self, pair)).collect();
                        self.node(Node::And(tests), span)
                    }
                };
                self.node(Node::Let(vars, all), span)
            }
            Inline::Coordinates => match self.literal_coordinates(args)? {
                Some((op, nodes)) => self.node(Node::Op(op, nodes), span),
                None => return Ok(None),
            },
            Inline::FloorOfQuotient => match args {
                [quotient] => match self.literal_call(*quotient, "/")?.as_deref() {
                    Some(&[a, b]) => {
                        let args = self.expand_all(&[a, b])?;
                        self.node(Node::Op(Op::FloorQuotient, args), span)
                    }
                    _ => return Ok(None),
                },
                _ => return Ok(None),
            },
        }))
    }

    /// The operation on records of a type that is given as a number, which is how definitions of records expand.
    fn record_operation(&self, name: &str, args: &[Item]) -> Option<(Op, Vec<Item>)> {
        if !matches!(name, "record-ref" | "record-set!" | "record-of-type?" | "make-record") {
            return None;
        }
        let number = |i: &Item| i.value.as_fixnum().and_then(|n| u32::try_from(n).ok());
        let t = number(args.first()?)?;
        let fields = crate::builtins::record::field_count(&self.vm.rt, t)?;
        let index = |i: &Item| number(i).filter(|&n| (n as usize) < fields).and_then(|n| u8::try_from(n).ok());
        Some(match (name, args) {
            ("record-ref", [_, record, i]) => (Op::RecordRef(t, index(i)?), vec![*record]),
            ("record-set!", [_, record, i, value]) => (Op::RecordSet(t, index(i)?), vec![*record, *value]),
            ("record-of-type?", [_, object]) => (Op::IsRecord(t), vec![*object]),
            ("make-record", [_, values @ ..]) if values.len() == fields && (1..=MOST_ARGUMENTS).contains(&fields) => {
                (Op::MakeRecord(t), values.to_vec())
            }
            _ => return None,
        })
    }

    /// `(funcall f x ...)` as a call of what `f` gives; `(funcall #'f x ...)` as `(f x ...)`.
    fn funcall(&mut self, form: Item, args: &[Item], tail: bool) -> Res<Option<NodeId>> {
        let Some((f, rest)) = args.split_first() else { return Ok(None) };
        if let Some(name) = self.quoted(*f, well_known::FUNCTION)?.filter(|n| n.value.as_symbol().is_some())
            && name.value.as_symbol().is_some_and(|s| self.lookup_function(s).is_none())
        {
            let mut call = vec![name];
            call.extend_from_slice(rest);
            let value = self.list_value(&call)?;
            let operator = self.function_global(name.value.as_symbol().unwrap_or(well_known::NIL))?;
            if !matches!(self.vm.globals.value(operator).kind(), Kind::SPECIAL | Kind::MACRO) {
                return self.deeper(form.span, |e| e.expand(Item { value, span: form.span }, tail)).map(Some);
            }
        }
        let node = self.expand(*f, false)?;
        let node = self.ir.node(node).clone();
        self.call(node, f.span, rest, form.span).map(Some)
    }

    /// What follows the operator `operator` in a form of two elements.
    fn quoted(&mut self, item: Item, operator: Symbol) -> Res<Option<Item>> {
        if !item.value.is_pair() || self.vm.rt.heap.car(item.value).as_symbol() != Some(operator) {
            return Ok(None);
        }
        match *self.items(item)?.as_slice() {
            [_, datum] => Ok(Some(datum)),
            _ => Ok(None),
        }
    }

    /// A comparison by identity that comparing by value decides just as well, because one side is a literal symbol or the like.
    fn decided_identity(&mut self, name: &str, args: &[Item], span: Span) -> Res<Option<NodeId>> {
        let &[x, y] = args else { return Ok(None) };
        let mut decided = false;
        for item in [x, y] {
            let v = match self.quoted(item, well_known::QUOTE)? {
                Some(datum) => datum.value,
                None if item.value.as_symbol().is_none() => item.value,
                None => continue,
            };
            let string = name == "%equal" && v.is(Kind::STRING);
            decided |= string || v.is_nil() || v == Value::T;
            decided |= matches!(v.kind(), Kind::SYMBOL | Kind::KEYWORD | Kind::CHARACTER);
        }
        if !decided {
            return Ok(None);
        }
        let args = self.expand_all(args)?;
        Ok(Some(self.node(Node::Op(Op::Equal, args), span)))
    }

    /// A comparison that identity decides, because one side is a literal that is the same only as itself.
    fn identity(&mut self, x: Item, y: Item, span: Span) -> Res<Option<NodeId>> {
        let mut decided = false;
        for item in [x, y] {
            let v = match self.literal_call_of_special(item, "quote")? {
                Some(datum) => datum.value,
                None if item.value.as_symbol().is_none() => item.value,
                None => continue,
            };
            let by_word =
                matches!(v.kind(), Kind::SYMBOL | Kind::KEYWORD | Kind::CHARACTER | Kind::CONSTANT | Kind::NIL);
            decided |= by_word || v.is_fixnum();
        }
        if !decided {
            return Ok(None);
        }
        let args = self.expand_all(&[x, y])?;
        Ok(Some(self.node(Node::Op(Op::Same, args), span)))
    }

    /// The operand of a form with one operand and this special operator.
    fn literal_call_of_special(&mut self, item: Item, operator: &str) -> Res<Option<Item>> {
        if !item.value.is_pair() {
            return Ok(None);
        }
        let Some(name) = self.vm.rt.heap.car(item.value).as_symbol().filter(|&s| self.lookup(s).is_none()) else {
            return Ok(None);
        };
        let cell = self.global(name)?;
        let value = self.vm.globals.value(cell);
        if !value.is(Kind::SPECIAL) || super::special::NAMES.get(value.index()) != Some(&operator) {
            return Ok(None);
        }
        Ok(match *self.items(item)?.as_slice() {
            [_, datum] => Some(datum),
            _ => None,
        })
    }

    /// The arguments of `item` if it is a call of the builtin `name`.
    fn literal_call(&mut self, item: Item, name: &str) -> Res<Option<Vec<Item>>> {
        if !item.value.is_pair() {
            return Ok(None);
        }
        let head = self.vm.rt.heap.car(item.value);
        let f = match head.as_symbol() {
            Some(s) if self.lookup_function(s).is_none() => {
                let cell = self.function_global(s)?;
                if self.vm.is_given(cell) { self.vm.globals.value(cell) } else { Value::NIL }
            }
            _ => head,
        };
        if !f.is(Kind::NATIVE) || self.vm.native_name(f) != name {
            return Ok(None);
        }
        let rest = Item { value: self.vm.rt.heap.cdr(item.value), span: item.span };
        self.items(rest).map(Some)
    }

    /// `(get-array-element a (list r c))` and its like: the coordinates need not become a list.
    fn literal_coordinates(&mut self, args: &[Item]) -> Res<Option<(Op, Vec<NodeId>)>> {
        let [array, coordinates, value @ ..] = args else { return Ok(None) };
        let Some(parts) = self.literal_call(*coordinates, "list")? else { return Ok(None) };
        let op = match (parts.len(), value.is_empty()) {
            (1, true) => Op::ArrayRef,
            (2, true) => Op::ArrayRef2,
            (1, false) => Op::ArraySet,
            (2, false) => Op::ArraySet2,
            _ => return Ok(None),
        };
        let mut nodes = vec![self.expand(*array, false)?];
        for part in parts.iter().chain(value) {
            nodes.push(self.expand(*part, false)?);
        }
        Ok(Some((op, nodes)))
    }
}
