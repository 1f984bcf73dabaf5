//! Every link within the project leads somewhere, and the book has every page.

use std::collections::{BTreeSet, HashMap};
use std::path::{Component, Path};

use super::markdown::Page;
use crate::support::places::root;

/// The project's pages: those of its folder, and all below `docs`.
fn all() -> Vec<String> {
    let mut names = Vec::new();
    let mut open = vec![String::new(), "docs/".to_string()];
    while let Some(folder) = open.pop() {
        for entry in std::fs::read_dir(root().join(&folder)).unwrap() {
            let entry = entry.unwrap();
            let name = format!("{folder}{}", entry.file_name().to_string_lossy());
            if entry.path().is_dir() && !folder.is_empty() {
                open.push(name + "/");
            } else if name.ends_with(".md") {
                names.push(name);
            }
        }
    }
    names.sort();
    names
}

/// Resolves the target of a link on a page to a path in the project.
fn resolve(page: &str, target: &str) -> String {
    let mut path: Vec<String> = Vec::new();
    for component in Path::new(page).parent().unwrap_or(Path::new("")).join(target).components() {
        match component {
            Component::ParentDir => drop(path.pop()),
            Component::Normal(name) => path.push(name.to_string_lossy().into_owned()),
            _ => {}
        }
    }
    path.join("/")
}

/// The pages that the table of contents of the book has.
fn in_the_book() -> BTreeSet<String> {
    let contents = Page::read("docs/SUMMARY.md");
    contents.links.iter().map(|link| resolve(&contents.name, &link.target)).collect()
}

#[test]
fn every_link_leads_to_something_that_is_there() {
    let pages: HashMap<String, Page> = all().into_iter().map(|name| (name.clone(), Page::read(&name))).collect();
    let book = in_the_book();
    let mut wrong = Vec::new();
    let mut followed = 0;
    for page in pages.values() {
        for link in page.links.iter().filter(|link| !link.target.contains("://")) {
            let (path, anchor) = link.target.split_once('#').unwrap_or((&link.target, ""));
            let target = if path.is_empty() { page.name.clone() } else { resolve(&page.name, path) };
            let at = format!("{}:{}: {}", page.name, link.line, link.target);
            followed += 1;
            if !root().join(&target).exists() {
                wrong.push(format!("{at} is not there"));
            } else if !anchor.is_empty() && !pages.get(&target).is_some_and(|p| p.anchors.contains(anchor)) {
                wrong.push(format!("{at}: {target} has no such anchor"));
            } else if book.contains(&page.name) && !book.contains(&target) && !target.starts_with("examples") {
                // The book has its pages, and the examples lie beside it.
                wrong.push(format!("{at} leads out of the book"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(followed > 300, "only {followed} links");
}

#[test]
fn the_book_has_every_page() {
    let pages: BTreeSet<String> =
        all().into_iter().filter(|name| name.starts_with("docs/") && name != "docs/SUMMARY.md").collect();
    let book = in_the_book();
    let lacking: Vec<_> = pages.symmetric_difference(&book).collect();
    assert!(lacking.is_empty(), "in docs/SUMMARY.md or in docs, but not in both: {lacking:?}");
}
