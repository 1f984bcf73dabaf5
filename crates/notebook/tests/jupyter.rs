//! The kernel, driven by Jupyter's own client in Python (`client.py`). `KLAMMER_PYTHON` names a Python that has the
//! package `jupyter_client`; without one the test is skipped.

use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn jupyter_client_gets_right_answers() {
    let python = std::env::var("KLAMMER_PYTHON").unwrap_or_else(|_| "python3".to_string());
    let has_client = Command::new(&python).args(["-c", "import jupyter_client"]).output();
    if !has_client.is_ok_and(|output| output.status.success()) {
        eprintln!("skipped: {python} has no package jupyter_client");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let program = env!("CARGO_BIN_EXE_klammer-notebook");
    let installed = Command::new(program).args(["install", "--prefix"]).arg(folder.path()).output().unwrap();
    assert!(installed.status.success(), "{}", String::from_utf8_lossy(&installed.stderr));

    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let page = fs::read_to_string(here.join("../../docs/guide/notebook.md")).unwrap();
    let mut cells = Vec::new();
    for block in page.split("```text file=").skip(1) {
        let (name, rest) = block.split_once('\n').unwrap();
        let path = folder.path().join(name);
        fs::write(&path, rest.split("```").next().unwrap()).unwrap();
        cells.push(path);
    }
    let output = Command::new(&python)
        .arg(here.join("tests/client.py"))
        .args(&cells)
        .env("JUPYTER_PATH", folder.path().join("share/jupyter"))
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}{}", text(&output.stdout), text(&output.stderr));
}
