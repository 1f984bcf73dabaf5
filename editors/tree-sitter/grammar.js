// Grammar of the three dialects for tree-sitter: Neovim, Helix, Zed, Emacs.
//
// `tree-sitter generate` makes src/parser.c from it; `tree-sitter test` runs test/corpus.

/// A part of a name: any character that is no delimiter, a character after a backslash, or text between bars.
const NAME = /([^\s()\[\]"';`,|\\#\uFEFF]|\\.|\|([^|\\]|\\.)*\|)([^\s()\[\]"';`,|\\\uFEFF]|\\.|\|([^|\\]|\\.)*\|)*/;

module.exports = grammar({
  name: 'klammer',

  // Nested comments are counted in src/scanner.c.
  externals: $ => [$.block_comment],
  extras: $ => [/[\s\uFEFF]/, $.comment, $.block_comment, $.datum_comment],

  rules: {
    source: $ => seq(optional($.shebang), repeat($._datum)),

    shebang: _ => token(prec(2, /#!.*/)),
    comment: _ => token(/;.*/),
    datum_comment: $ => seq('#;', $._datum),

    _datum: $ => choice($.list, $.vector, $.label, $._atom, $._quotation),
    _atom: $ => choice($.string, $.character, $.number, $.boolean, $.keyword, $.symbol, $.hash),
    _quotation: $ => choice($.quote, $.quasi_quote, $.unquote, $.unquote_splicing, $.function, $.read_time),

    list: $ => choice(
      seq('(', repeat($._datum), optional(seq($.dot, $._datum)), ')'),
      seq('[', repeat($._datum), optional(seq($.dot, $._datum)), ']'),
    ),
    dot: _ => '.',
    // `#(`, `#u8(`, `#2A(`, `#S(` and other kinds of arrays and records.
    vector: $ => seq(field('kind', alias(token(/#[0-9A-Za-z]*\(/), 'open')), repeat($._datum), ')'),

    label: $ => seq(token(/#[0-9]+=/), $._datum),

    quote: $ => seq("'", $._datum),
    quasi_quote: $ => seq('`', $._datum),
    unquote: $ => seq(',', $._datum),
    unquote_splicing: $ => seq(',@', $._datum),
    function: $ => seq("#'", $._datum),
    read_time: $ => seq('#.', $._datum),

    string: $ => seq('"', repeat(choice($.escape, token.immediate(prec(1, /[^"\\]+/)))), token.immediate('"')),
    escape: _ => token.immediate(prec(1, /\\(u\{[0-9A-Fa-f]*\}|x[0-9A-Fa-f]*;|\r?\n|.)/)),
    character: _ => token(/#\\([^\s()\[\]"';`,]+|[^\s]|\s)/),
    number: _ => token(choice(
      /[+-]?[0-9]+(\/[0-9]+)?/,
      /[+-]?([0-9]+\.[0-9]*|\.[0-9]+|[0-9]+)([eEdDfFsSlL][+-]?[0-9]+)?/,
      /[+-](inf|nan)\.0/,
      /#[xXbBoOeEiI][+-]?[0-9A-Fa-f.\/]+/,
    )),
    boolean: _ => choice('#t', '#f', '#true', '#false', 't', 'nil'),
    keyword: _ => token(/:[^\s()\[\]"';`,]+/),
    symbol: _ => token(NAME),
    // Everything else after `#`: references to labels, features, bit vectors, symbols without a package.
    hash: _ => token(/#[^\s()\[\]"';`,\\|.]+/),
  },
});
