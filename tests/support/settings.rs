//! The three variables of the tests. Knows nothing of the library, so that every crate's tests can use it.
//!
//! Cargo's own filter chooses the part that runs.

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
