//! The table of error codes has all of them, in the words of the program.

use klammer::Code;

use super::markdown::Page;

#[test]
fn the_table_has_every_code_and_says_what_the_program_says() {
    let page = Page::read("docs/guide/error-codes.md");
    let table = page.tables.iter().find(|t| t.header[0].text == "code").expect("a table of codes");
    let stated: Vec<(String, String)> =
        table.rows.iter().map(|(_, row)| (row[0].text.clone(), row[1].text.clone())).collect();
    let plain = |code: &Code| (code.as_str().to_string(), code.meaning().replace('`', ""));
    assert_eq!(stated, Code::ALL.iter().map(plain).collect::<Vec<_>>());
}

#[test]
fn the_table_of_lints_has_every_lint() {
    let page = Page::read("docs/guide/error-codes.md");
    let table = page.tables.iter().find(|t| t.header[0].text == "lint").expect("a table of lints");
    let stated: Vec<(String, String)> =
        table.rows.iter().map(|(_, row)| (row[0].text.clone(), row[1].text.clone())).collect();
    let known = klammer_hints::LINTS.iter().map(|lint| (lint.name.to_string(), lint.text.to_string()));
    assert_eq!(stated, known.collect::<Vec<_>>());
}
