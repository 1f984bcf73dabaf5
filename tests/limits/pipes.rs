//! A pipe that has a name and nobody at its other end.

use std::process::Command;

use klammer::{Code, StdHost};

#[test]
fn a_named_pipe_is_refused_instead_of_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    assert!(Command::new("mkfifo").arg(&pipe).status().expect("mkfifo").success());
    let path = pipe.display();
    let mut e = crate::support::host::builder().host(StdHost::new().allow_writing(true)).build();
    for program in [
        format!("(read-file \"{path}\")"),
        format!("(load \"{path}\")"),
        format!("(open-input-file \"{path}\")"),
        format!("(write-file \"{path}\" \"text\")"),
        format!("(close-port (open-output-file \"{path}\"))"),
    ] {
        let error = e.eval::<()>(&program).expect_err(&program);
        assert_eq!(error.code(), Code::File, "{program}");
        assert!(error.to_string().contains("is a named pipe"), "{error}");
    }
    // A pipe that has a name can be removed.
    e.eval::<()>(&format!("(delete-file \"{path}\")")).expect("it is gone");
    assert!(!pipe.exists());
}
