//! Ratios of paired measurements, and how far they can be trusted.

use klammer::board::Random;

/// A ratio and the range that it lies in with 95 % probability.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Ratio {
    pub estimate: f64,
    pub low: f64,
    pub high: f64,
}

/// Pairs that are needed before anything is said.
pub const FEWEST_PAIRS: usize = 10;

/// Samples that are drawn for a range.
const RESAMPLES: usize = 2000;
/// Draws that are made in all, so that large collections do not take longer than they are worth: their means vary
/// little anyway.
const DRAWS: usize = 20_000_000;

/// The geometric mean of the ratios `a / b` of pairs `(a, b)`, with its range by the percentile bootstrap (Efron,
/// 1979): as many pairs are drawn again and again, each time with replacement; 95 % of the means that these samples
/// have lie between the bounds. Nothing is assumed about how the ratios are distributed. The same pairs give the same
/// answer.
///
/// `None` if there are too few pairs. Numbers must be positive.
pub fn ratio(pairs: impl IntoIterator<Item = (f64, f64)>) -> Option<Ratio> {
    let logs: Vec<f64> = pairs.into_iter().map(|(a, b)| (a / b).ln()).collect();
    if logs.len() < FEWEST_PAIRS {
        return None;
    }
    let mean = |sum: f64| sum / logs.len() as f64;
    let resamples = RESAMPLES.min(DRAWS / logs.len()).max(200);
    let mut random = Random::new(logs.len() as u64);
    let mut draw = || logs.get(random.below(logs.len())).copied().unwrap_or(0.0);
    let mut means: Vec<f64> = (0..resamples).map(|_| mean((0..logs.len()).map(|_| draw()).sum())).collect();
    means.sort_by(f64::total_cmp);
    Some(Ratio {
        estimate: mean(logs.iter().sum()).exp(),
        low: quantile(&means, 0.025)?.exp(),
        high: quantile(&means, 0.975)?.exp(),
    })
}

/// The value that the share `q` of the sorted ones does not exceed.
pub fn quantile(sorted: &[f64], q: f64) -> Option<f64> {
    let rank = (q * sorted.len() as f64).ceil() as usize;
    sorted.get(rank.saturating_sub(1)).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Roughly normal, of mean 0 and deviation 1.
    fn normal(random: &mut Random) -> f64 {
        let uniform = |random: &mut Random| random.next_bits() as f64 / u64::MAX as f64;
        (0..12).map(|_| uniform(random)).sum::<f64>() - 6.0
    }

    #[test]
    fn the_estimate_is_the_geometric_mean() {
        let r = ratio((0..20).map(|i| if i % 2 == 0 { (1.0, 2.0) } else { (1.0, 8.0) })).unwrap();
        assert!((r.estimate - 0.25).abs() < 1e-9 && r.low < 0.25 && r.high > 0.25, "{r:?}");
    }

    #[test]
    fn equal_pairs_have_the_ratio_one_for_sure() {
        assert_eq!(ratio(vec![(3.0, 3.0); 12]), Some(Ratio { estimate: 1.0, low: 1.0, high: 1.0 }));
    }

    #[test]
    fn few_pairs_say_nothing() {
        assert_eq!(ratio(vec![(1.0, 9.0); FEWEST_PAIRS - 1]), None);
    }

    #[test]
    fn the_range_covers_the_truth_about_as_often_as_it_says() {
        let mut random = Random::new(1);
        let covered = (0..200).filter(|_| {
            let pairs: Vec<(f64, f64)> = (0..60).map(|_| ((0.3 + 0.5 * normal(&mut random)).exp(), 1.0)).collect();
            let r = ratio(pairs).unwrap();
            (r.low..=r.high).contains(&0.3_f64.exp())
        });
        let covered = covered.count();
        assert!((178..=198).contains(&covered), "{covered} of 200");
    }

    #[test]
    fn quantiles_are_values_that_occur() {
        let sorted: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!([0.0, 0.5, 0.99, 1.0].map(|q| quantile(&sorted, q).unwrap()), [1.0, 50.0, 99.0, 100.0]);
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[7.0], 0.99), Some(7.0));
    }
}
