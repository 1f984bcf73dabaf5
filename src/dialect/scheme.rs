//! The library for Scheme: it is part of the crate with the feature `scheme`.

/// Its files: name and text.
pub(crate) const FILES: &[(&str, &str)] = &[
    ("lisp/scheme/names.lisp", include_str!("../../lisp/scheme/names.lisp")),
    ("lisp/scheme/syntax.lisp", include_str!("../../lisp/scheme/syntax.lisp")),
    ("lisp/scheme/control.lisp", include_str!("../../lisp/scheme/control.lisp")),
    ("lisp/scheme/list.lisp", include_str!("../../lisp/scheme/list.lisp")),
    ("lisp/scheme/number.lisp", include_str!("../../lisp/scheme/number.lisp")),
    ("lisp/scheme/string.lisp", include_str!("../../lisp/scheme/string.lisp")),
    ("lisp/scheme/srfi-13.lisp", include_str!("../../lisp/scheme/srfi-13.lisp")),
    ("lisp/scheme/vector.lisp", include_str!("../../lisp/scheme/vector.lisp")),
    ("lisp/scheme/srfi-132.lisp", include_str!("../../lisp/scheme/srfi-132.lisp")),
    ("lisp/scheme/srfi-133.lisp", include_str!("../../lisp/scheme/srfi-133.lisp")),
    ("lisp/scheme/table.lisp", include_str!("../../lisp/scheme/table.lisp")),
    ("lisp/scheme/port.lisp", include_str!("../../lisp/scheme/port.lisp")),
    ("lisp/scheme/fixnum.lisp", include_str!("../../lisp/scheme/fixnum.lisp")),
    ("lisp/scheme/stream.lisp", include_str!("../../lisp/scheme/stream.lisp")),
    ("lisp/scheme/bytes.lisp", include_str!("../../lisp/scheme/bytes.lisp")),
    ("lisp/scheme/compatibility.lisp", include_str!("../../lisp/scheme/compatibility.lisp")),
    ("lisp/scheme/matrix.lisp", include_str!("../../lisp/scheme/matrix.lisp")),
    ("lisp/scheme/library.lisp", include_str!("../../lisp/scheme/library.lisp")),
];
