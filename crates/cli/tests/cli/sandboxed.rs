//! `--sandbox`: scripts that have what the command line grants, and are told which option grants the rest.

use super::Sandbox;

fn folder() -> Sandbox {
    let sandbox = Sandbox::new(&[
        ("script.lisp", b"(print (read-file (first *arguments*)))"),
        ("out.lisp", b"(write-file (first *arguments*) \"new\") (print 'written)"),
        ("clock.lisp", b"(print (> (current-time) 0))"),
        ("env.lisp", b"(print (getenv \"NO_SUCH\"))"),
        ("input.lisp", b"(print (read-line))"),
        ("secret", b"hidden"),
    ]);
    std::fs::create_dir(sandbox.path().join("data")).unwrap();
    std::fs::write(sandbox.path().join("data/a"), "granted").unwrap();
    std::fs::write(sandbox.path().join("data/util.lisp"), "(provide 'double)\n(defproc double (n) (* 2 n))").unwrap();
    sandbox
}

fn succeeds(sandbox: &Sandbox, arguments: &[&str], expected: &str) {
    let output = sandbox.command(arguments).output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{arguments:?}: {err}");
    assert_eq!(out.trim(), expected, "{arguments:?}");
}

fn fails(sandbox: &Sandbox, arguments: &[&str], expected: &str) {
    let output = sandbox.command(arguments).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert!(!output.status.success(), "{arguments:?}");
    assert!(err.contains(expected), "{arguments:?}: {err}");
}

#[test]
fn only_granted_files_are_reachable() {
    let s = folder();
    succeeds(&s, &["run", "script.lisp", "secret"], "hidden");
    fails(&s, &["run", "--sandbox", "script.lisp", "secret"], "--allow-read=secret grants it");
    fails(
        &s,
        &["run", "--sandbox", "--allow-read=data", "script.lisp", "data/../secret"],
        "--allow-read=data/../secret",
    );
    succeeds(&s, &["run", "--sandbox", "--allow-read=data", "script.lisp", "data/a"], "\"granted\"");
    succeeds(&s, &["run", "--sandbox", "--allow-read=data/a", "script.lisp", "data/../data/a"], "\"granted\"");
    succeeds(&s, &["run", "--sandbox", "script.lisp", "script.lisp"], "\"(print (read-file (first *arguments*)))\"");

    fails(&s, &["run", "--sandbox", "out.lisp", "data/x"], "--allow-write=data grants it");
    fails(&s, &["run", "--sandbox", "--allow-read=data", "out.lisp", "data/x"], "--allow-write=data grants it");
    assert!(!s.path().join("data/x").exists());
    succeeds(&s, &["run", "--sandbox", "--allow-write=data", "out.lisp", "data/x"], "written");
    fails(&s, &["run", "--sandbox", "--allow-write=data", "out.lisp", "secret"], "--allow-write=. grants it");
    // A file or folder that is granted for writing need not exist yet.
    let new = ["run", "--sandbox", "--allow-write=data/new", "out.lisp"];
    fails(&s, &[&new[..], &["data/newer"]].concat(), "--allow-write=data grants it");
    succeeds(&s, &[&new[..], &["data/new"]].concat(), "written");
    succeeds(&s, &[&new[..], &["data/../data/new"]].concat(), "written");
    let program = "(make-directory \"made\") (write-file \"made/x\" \"y\") (write-file \"made/../x\" \"y\")";
    fails(&s, &["--sandbox", "--allow-write=made", "-e", program], "--allow-write=made/.. grants it");
    assert!(s.path().join("made/x").exists() && !s.path().join("x").exists());

    fails(&s, &["run", "--sandbox", "clock.lisp"], "--allow-clock grants it");
    succeeds(&s, &["run", "--sandbox", "--allow-clock", "clock.lisp"], "t");
    fails(&s, &["run", "--sandbox", "env.lisp"], "--allow-env grants it");
    succeeds(&s, &["run", "--sandbox", "--allow-env", "env.lisp"], "nil");
    succeeds(&s, &["run", "--sandbox", "input.lisp"], "#<end-of-file>");
    succeeds(&s, &["--sandbox", "-e", "(+ 1 2)"], "3");
}

#[test]
fn modules_are_files_that_are_granted() {
    let s = folder();
    let program = "(require 'data/util) (double 4)";
    succeeds(&s, &["--sandbox", "--allow-read=data", "-e", program], "8");
    fails(&s, &["--sandbox", "-e", program], "there is no module data/util");
    succeeds(&s, &["--sandbox", "-e", "(require 'search) (count-solutions (board 4))"], "288");
}

#[test]
fn command_lines_that_make_no_sense_are_refused() {
    let s = folder();
    fails(&s, &["run", "--allow-read=data", "script.lisp", "data/a"], "--sandbox");
    fails(&s, &["run", "--sandbox", "--allow-read=none", "script.lisp", "data/a"], "cannot read none");
    for missing in ["none/x", "none/../none/x", "data/a/x"] {
        let grant = format!("--allow-write={missing}");
        let folder = missing.strip_suffix("/x").unwrap();
        let problem = format!("there is no folder {folder}: a file or folder that is not there yet can be granted in");
        fails(&s, &["run", "--sandbox", &grant, "out.lisp", missing], &problem);
    }
    fails(&s, &["run", "--sandbox", "scrypt.lisp"], "did you mean");
}
