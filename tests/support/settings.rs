//! Variables, folders and seeds of the tests: nothing of the library, so that tests and benchmarks of every crate can
//! include it. Cargo's own filter chooses the tests that run.

use std::path::{Path, PathBuf};

/// Returns whether tests write what they expect instead of comparing it (`UPDATE=1`).
pub fn update() -> bool {
    is_set("UPDATE")
}

/// Returns whether tests take all the time that they can use (`KLAMMER_TEST_FULL=1`).
pub fn full() -> bool {
    is_set("KLAMMER_TEST_FULL")
}

/// Returns the first of two numbers, or in a full run the second.
pub fn number<T>(usual: T, full_run: T) -> T {
    if full() { full_run } else { usual }
}

/// Returns the seed of random cases (`KLAMMER_TEST_SEED=n`, by default 1). A failure names the seed that leads to it.
pub fn seed() -> u64 {
    given_seed().unwrap_or(1)
}

/// Returns the seed that the environment names, if any.
pub fn given_seed() -> Option<u64> {
    let text = std::env::var("KLAMMER_TEST_SEED").ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("KLAMMER_TEST_SEED is no number: {text}")))
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|value| value != "0")
}

/// The project's folder, whichever of its crates asks.
pub fn root() -> &'static Path {
    let own = Path::new(env!("CARGO_MANIFEST_DIR"));
    own.ancestors().find(|folder| folder.join("tests/support").is_dir()).expect("a crate lies in the project")
}

/// A folder under `tests`.
pub fn folder(name: &str) -> PathBuf {
    root().join("tests").join(name)
}

/// The path of a document that is not part of the project: in `shared` beside the project's folder, or beside one that
/// it lies in.
pub fn shared_path(name: &str) -> PathBuf {
    let beside = |folder: &Path| folder.join("shared").join(name);
    let found = root().ancestors().skip(1).map(beside).find(|path| path.exists());
    found.unwrap_or_else(|| beside(root().parent().unwrap_or(root())))
}

/// The text of such a document. Where it is not there, that is said, and the test that needs it has nothing to do.
pub fn shared(name: &str) -> Option<String> {
    let path = shared_path(name);
    let text = std::fs::read_to_string(&path).ok();
    if text.is_none() {
        eprintln!("skipped: {} is not there", path.display());
    }
    text
}

/// Greatest number of bytes, as a power of two.
pub const MOST: u64 = 10;

/// Calls of the host take some bytes each.
pub const MAX_FOR_CALLS: u64 = 13;

/// Bytes from a seed: SplitMix64, of a random length from 8 to 2^`most`.
pub fn bytes(seed: u64, most: u64) -> Vec<u8> {
    let mut state = seed;
    let mut next = move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    };
    let length = 8 << (next() % (most - 2));
    (0..length).map(|_| next() as u8).collect()
}
