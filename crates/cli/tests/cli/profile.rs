//! `klammer profile`: shares of functions, calls, flame graphs.

use insta::assert_snapshot;

use crate::Sandbox;

const PROGRAM: &[u8] = b"(defproc fib (n) (if (< n 2) n (+ (fib (- n 1)) (fib (- n 2)))))
(defproc spin (n) (while (> n 0) (setq n (- n 1))))
(defproc keywords (x &key (y 1)) (+ x y))
(defproc nested (n) (if (= n 0) 0 (+ 1 (nested (- n 1)))))
(dotimes (i 10) (spin 1000) (keywords i :y 2))
(spin 20000)
(nested 99)
(print (fib 20))
(iota 3000)
";

#[test]
fn a_profile_by_ticks_counts_each_call() {
    let sandbox = Sandbox::new(&[("a.lisp", PROGRAM)]);
    let shown = sandbox.run(&["profile", "--ticks", "--top", "2", "a.lisp"]);
    assert_eq!(shown, sandbox.run(&["profile", "--ticks", "--top", "2", "a.lisp"]));
    assert_snapshot!(shown);
    let all = sandbox.run(&["profile", "--ticks", "--top", "100", "a.lisp"]);
    for (function, calls) in [("fib", "21,891"), ("spin", "11"), ("keywords", "10"), ("nested", "100"), ("iota", "1")] {
        let row = all.lines().find(|line| line.contains(&format!(" {function}  "))).unwrap();
        assert_eq!(row.split_whitespace().nth(4), Some(calls), "{row}");
    }
}

/// The first and third column of each row: the share of a function itself, and with what it calls.
fn shares(table: &str) -> Vec<(f64, f64)> {
    let rows = table.lines().filter_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let percent = |word: &&str| word.strip_suffix('%')?.parse::<f64>().ok();
        Some((percent(words.get(1)?)?, percent(words.get(3)?)?))
    });
    rows.collect()
}

#[test]
fn a_profile_by_time_adds_up() {
    let program = b"(defproc inner (n) (dotimes (i n) (list i)))
(defproc heavy (n) (dotimes (i n t) (expt 3 200000)))
(defproc outer () (inner 300000) (heavy 40))
(outer)
" as &[u8];
    let sandbox = Sandbox::new(&[("a.lisp", program)]);
    let shown = sandbox.run(&["profile", "--top", "1000", "-o", "flames.svg", "a.lisp"]);
    let shares = shares(&shown);
    let own: f64 = shares.iter().map(|(own, _)| own).sum();
    assert!(shares.len() > 4 && (95.0..105.0).contains(&own), "{shown}");
    assert!(shares.iter().all(|(own, total)| own <= total && *total <= 100.0), "{shown}");
    let place = |name: &str| shown.find(name).unwrap_or_else(|| panic!("{name}: {shown}"));
    // A long builtin has its own row, and its callers have its time in their totals.
    assert!(place("  expt  builtin") < place("  heavy  a.lisp:2:1"), "{shown}");
    let svg = std::fs::read_to_string(sandbox.path().join("flames.svg")).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let titles: Vec<&str> =
        document.descendants().filter(|n| n.has_tag_name("title")).filter_map(|n| n.text()).collect();
    assert!(
        titles.iter().any(|title| title.starts_with("outer (a.lisp:3:1): ") && title.ends_with(" %")),
        "{titles:?}"
    );
    // Each box stands on its caller: no wider than that.
    let number = |node: &roxmltree::Node<'_, '_>, name| node.attribute(name).unwrap().parse::<f64>().unwrap();
    let boxes: Vec<_> =
        document.descendants().filter(|n| n.has_tag_name("rect") && n.attribute("x").is_some()).collect();
    for b in &boxes {
        let (left, right, y) = (number(b, "x"), number(b, "x") + number(b, "width"), number(b, "y"));
        let stands = boxes.iter().any(|below| {
            let (from, to) = (number(below, "x"), number(below, "x") + number(below, "width"));
            (number(below, "y") - y - 17.0).abs() < 0.5 && from <= left + 0.05 && right <= to + 0.05
        });
        let lowest = boxes.iter().all(|other| number(other, "y") <= y);
        assert!(stands || lowest, "{b:?}");
    }
}

#[test]
fn a_program_that_fails_still_has_a_profile() {
    let spins = "(defproc spin (n) (while (> n 0) (setq n (- n 1)))) (spin 100000)";
    let sandbox = Sandbox::new(&[
        ("a.lisp", format!("{spins} (car 1)").as_bytes()),
        ("b.lisp", format!("{spins} (exit 3)").as_bytes()),
    ]);
    let failed = sandbox.run(&["profile", "a.lisp"]);
    assert!(
        failed.starts_with("exit status 1") && failed.contains("error[wrong-type]") && failed.contains("  spin  "),
        "{failed}"
    );
    let exited = sandbox.run(&["profile", "b.lisp"]);
    assert!(exited.starts_with("exit status 3") && exited.contains("  spin  "), "{exited}");
    let limited = sandbox.run(&["profile", "--ticks=5000", "a.lisp"]);
    assert!(limited.contains("error[out-of-ticks]") && limited.contains("5,000 ticks"), "{limited}");
    let refused = sandbox.run(&["profile", "-o", "a.png", "a.lisp"]);
    assert!(refused.starts_with("exit status 2") && refused.contains("name it a.svg"), "{refused}");
}

#[test]
fn programs_of_other_dialects_have_profiles() {
    let scheme = b"(define (count n) (if (> n 0) (+ 1 (count (- n 1))) 0))\n(count 5000)\n" as &[u8];
    let lisp = b"(defun spin (n) (dotimes (i n) (gcd i 6)))\n(spin 5000)\n" as &[u8];
    let sandbox = Sandbox::new(&[("a.scm", scheme), ("a.lsp", lisp)]);
    let shown = sandbox.run(&["profile", "--ticks", "-r", "scheme", "a.scm"]);
    assert!(shown.contains("5,001  count  a.scm:1:1"), "{shown}");
    let shown = sandbox.run(&["profile", "--ticks", "-r", "common-lisp", "a.lsp"]);
    assert!(shown.contains("5,000  gcd  builtin") && shown.contains("spin  a.lsp:1:1"), "{shown}");
}
