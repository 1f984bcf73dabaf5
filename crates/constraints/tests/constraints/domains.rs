//! Domains, which nobody outside of the crate sees: their file is compiled with the tests.

use std::collections::BTreeSet;

use klammer_constraints::Random;

#[allow(dead_code, reason = "the store needs more of it")]
#[path = "../../src/domain.rs"]
mod domain;

use domain::Domains;

/// Any sequence of operations leaves what it leaves of a set.
#[test]
fn domains_are_sets_of_values() {
    let mut random = Random::new(1);
    for (lo, hi) in [(0, 5), (-70, 70), (-3, 200), (1 << 40, (1 << 40) + 5000)] {
        for _ in 0..200 {
            let mut domains = Domains::default();
            let other = domains.add(-9000, 9000);
            domains.remove(other, 0, 5).unwrap();
            let shape = domains.add(lo, hi);
            let mut set: BTreeSet<i64> = (lo..=hi).collect();
            for _ in 0..30 {
                let value = lo - 1 + random.below((hi - lo + 3) as usize) as i64;
                let mostly_near = random.below(3) > 0;
                let near = |end: i64| if mostly_near { end } else { value };
                let result = match random.below(8) {
                    0 => {
                        let value = near(lo + 3);
                        set.retain(|&v| v >= value);
                        domains.set_lo(shape, 1, value)
                    }
                    1 => {
                        let value = near(hi - 3);
                        set.retain(|&v| v <= value);
                        domains.set_hi(shape, 1, value)
                    }
                    2 if random.below(8) == 0 => {
                        set.retain(|&v| v == value);
                        domains.fix(shape, 1, value)
                    }
                    _ => {
                        set.remove(&value);
                        domains.remove(shape, 1, value)
                    }
                };
                assert_eq!(result.is_err(), set.is_empty());
                if set.is_empty() {
                    break;
                }
                let range = domains.range(1);
                let found = (range.lo, range.hi, range.size);
                assert_eq!(found, (*set.first().unwrap(), *set.last().unwrap(), set.len() as u64));
                for probe in [value - 1, value, value + 1, lo, hi] {
                    assert_eq!(domains.contains(shape, 1, probe), set.contains(&probe));
                    assert_eq!(domains.next(shape, 1, probe), set.range(probe..).next().copied());
                    assert_eq!(domains.previous(shape, 1, probe), set.range(..=probe).next_back().copied());
                }
            }
            assert_eq!(domains.range(0).size, 18000);
        }
    }
}
