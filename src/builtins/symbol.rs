//! Symbols and keywords: their names, and new ones.

use compact_str::CompactString;

use super::arg::StringRef;
use super::builtins;
use crate::fault::Result;
use crate::runtime::Runtime;
use crate::symbol::well_known;
use crate::value::{Kind, Value};

/// The symbol of that name, or the constant that reads so. (In a dialect with a distinct false, `nil` and `t` are
/// symbols like others.)
fn intern<const HAS_FALSE: bool>(rt: &mut Runtime, name: &str) -> Result<Value> {
    Ok(match rt.intern(name)? {
        well_known::NIL if !HAS_FALSE => Value::NIL,
        well_known::T if !HAS_FALSE => Value::T,
        symbol => Value::symbol(symbol),
    })
}

/// The name of a symbol; `nil` and `t` have names too where they are constants.
fn name_of<const HAS_FALSE: bool>(rt: &Runtime, function: &str, v: Value) -> Result<CompactString> {
    match v {
        Value::NIL if !HAS_FALSE => Ok("nil".into()),
        Value::T if !HAS_FALSE => Ok("t".into()),
        _ => match v.as_symbol() {
            Some(s) => Ok(rt.name(s).into()),
            None => Err(rt.wrong_type(function, "symbol", "a symbol", v)),
        },
    }
}

/// The text of a string that is to be a name.
pub(crate) fn text(rt: &mut Runtime, string: StringRef) -> Result<CompactString> {
    rt.check_name(rt.heap.text_of(string.0)?.as_str().len())?;
    Ok(rt.heap.as_str(string.0).unwrap_or("").into())
}

builtins! { "symbol";
    /// Returns whether `object` is a symbol. The constants `nil` and `t` and keywords are none.
    ///
    /// (symbol? 'a)   ;=> t
    /// (symbol? :a)   ;=> nil
    /// (symbol? nil)  ;=> nil
    #[inline_as(Op(IsKind(Kind::SYMBOL)))]
    fn "symbol?" (rt, object: Value) {
        object.is(Kind::SYMBOL)
    }

    /// Returns whether `object` is a keyword, that is, a name that begins with a colon and evaluates to itself.
    ///
    /// (keyword? :a)  ;=> t
    /// (keyword? 'a)  ;=> nil
    #[inline_as(Op(IsKind(Kind::KEYWORD)))]
    fn "keyword?" (rt, object: Value) {
        object.is(Kind::KEYWORD)
    }

    /// The name of a symbol.
    ///
    /// (symbol->string 'abc)  ;=> "abc"
    /// (symbol->string nil)   ;=> "nil"
    /// (symbol->string "a")   ;!! wrong-type
    fn "symbol->string" <HAS_FALSE> (rt, symbol: Value) {
        name_of::<HAS_FALSE>(rt, "symbol->string", symbol)
    }

    /// The symbol with this name.
    ///
    /// (string->symbol "abc")      ;=> abc
    /// (string->symbol "odd one")  ;=> |odd one|
    /// (string->symbol "nil")      ;=> nil
    fn "string->symbol" <HAS_FALSE> (rt, name: StringRef) {
        let name = text(rt, name)?;
        intern::<HAS_FALSE>(rt, &name)
    }

    /// The keyword with this name, which is given without the colon.
    ///
    /// (string->keyword "abc")  ;=> :abc
    fn "string->keyword" (rt, name: StringRef) {
        let name = text(rt, name)?;
        Ok(Value::keyword(rt.intern(&name)?))
    }

    /// The name of a keyword, without the colon.
    ///
    /// (keyword->string :abc)  ;=> "abc"
    /// (keyword->string 'abc)  ;!! wrong-type
    fn "keyword->string" (rt, keyword: Value) {
        Ok(match keyword.as_keyword() {
            Some(s) => CompactString::from(rt.name(s)),
            None => return Err(rt.wrong_type("keyword->string", "keyword", "a keyword", keyword)),
        })
    }

    /// A new symbol that differs from every other one, for variables in the expansion of a macro. Its name begins with
    /// `prefix`, a string or symbol.
    ///
    /// (= (gensym) (gensym))    ;=> nil
    /// (symbol? (gensym "x"))   ;=> t
    fn "gensym" <HAS_FALSE> (rt, ?prefix: Value) {
        let prefix = match prefix {
            None => "g".into(),
            Some(p) if p.is(Kind::STRING) => text(rt, StringRef(p))?,
            Some(p) => name_of::<HAS_FALSE>(rt, "gensym", p)?,
        };
        rt.check_name(prefix.len())?;
        rt.new_symbols(|s| s.gensym(&prefix))
    }

    /// The symbol whose name is made of the names of all.
    ///
    /// (symbol-append 'make- 'point)  ;=> make-point
    fn "symbol-append" <HAS_FALSE> (rt, *symbols: Value) {
        let mut name = String::new();
        for &symbol in symbols {
            let part = name_of::<HAS_FALSE>(rt, "symbol-append", symbol)?;
            name.push_str(&part);
            rt.check_name(name.len())?;
        }
        intern::<HAS_FALSE>(rt, &name)
    }
}
