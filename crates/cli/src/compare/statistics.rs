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
/// have lie between the bounds. Of few pairs that is too narrow, so it is expanded as much as the range of Student's t
/// is wider than the normal one (T. Hesterberg, "What teachers should know about the bootstrap", 2015). Nothing is
/// assumed about how the ratios are distributed. The same pairs give the same answer.
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
    let estimate = mean(logs.iter().sum());
    let expansion = expansion(logs.len());
    let bound = |q| Some((estimate + expansion * (quantile(&means, q)? - estimate)).exp());
    Some(Ratio { estimate: estimate.exp(), low: bound(0.025)?, high: bound(0.975)? })
}

/// Returns the factor by which a range from `count` values must be wider than that of the bootstrap. The bootstrap's
/// deviation is too small by `sqrt((n - 1) / n)`. It is also uncertain, so the quantile of Student's t replaces the
/// normal one. (By the expansion of Cornish and Fisher, right to three digits for ten values or more.)
fn expansion(count: usize) -> f64 {
    const NORMAL: f64 = 1.960;
    let (count, freedom) = (count as f64, count as f64 - 1.0);
    let student = NORMAL + 2.372 / freedom + 2.823 / freedom.powi(2);
    student / NORMAL * (count / freedom).sqrt()
}

/// By Student's distribution, how many standard errors of a mean of 2, 3, ... values hold it with 95 % certainty.
const QUANTILES: [f64; 4] = [12.706, 4.303, 3.182, 2.776];

/// Returns the error of the mean of a few independent measurements of one thing, with 95 % certainty, from their
/// deviation. `None` for fewer than two values. For more values than the table has, the quantile is the last one of the
/// table.
pub fn error_of_mean(values: &[f64]) -> Option<f64> {
    let count = values.len() as f64;
    let quantile = *QUANTILES.get(values.len().min(QUANTILES.len() + 1).checked_sub(2)?)?;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (count - 1.0);
    Some(quantile * (variance / count).sqrt())
}

impl Ratio {
    /// The same if what was measured was measured with an error of its own, independent of the first; it is one of the
    /// logarithm.
    pub fn widened(self, error: f64) -> Ratio {
        let wider = |bound: f64| (bound / self.estimate).ln().hypot(error).exp();
        Ratio { low: self.estimate / wider(self.low), high: self.estimate * wider(self.high), ..self }
    }
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
        for count in [FEWEST_PAIRS, 60] {
            let covered = (0..400).filter(|_| {
                let pair = |_| ((0.3 + 0.5 * normal(&mut random)).exp(), 1.0);
                let r = ratio((0..count).map(pair).collect::<Vec<_>>()).unwrap();
                (r.low..=r.high).contains(&0.3_f64.exp())
            });
            let covered = covered.count();
            assert!((366..=393).contains(&covered), "{covered} of 400 for {count} pairs");
        }
    }

    #[test]
    fn the_error_of_a_mean_covers_the_truth_about_as_often_as_it_says() {
        let mut random = Random::new(2);
        let covered = (0..1000).filter(|i| {
            let values: Vec<f64> = (0..2 + i % 4).map(|_| 0.7 + 0.1 * normal(&mut random)).collect();
            let mean = values.iter().sum::<f64>() / values.len() as f64;
            (mean - 0.7).abs() <= error_of_mean(&values).unwrap()
        });
        let covered = covered.count();
        assert!((935..=965).contains(&covered), "{covered} of 1000");
        assert_eq!(error_of_mean(&[1.0]), None);
    }

    #[test]
    fn an_error_of_its_own_widens_a_range() {
        let ratio = Ratio { estimate: 2.0, low: 1.0, high: 4.0 };
        let same = ratio.widened(0.0);
        assert!((same.low - 1.0).abs() < 1e-9 && (same.high - 4.0).abs() < 1e-9, "{same:?}");
        let wide = ratio.widened(2.0_f64.ln());
        let factor = (2.0_f64.sqrt() * 2.0_f64.ln()).exp();
        assert!((wide.low - 2.0 / factor).abs() < 1e-9 && (wide.high - 2.0 * factor).abs() < 1e-9, "{wide:?}");
    }

    #[test]
    fn quantiles_are_values_that_occur() {
        let sorted: Vec<f64> = (1..=100).map(f64::from).collect();
        assert_eq!([0.0, 0.5, 0.99, 1.0].map(|q| quantile(&sorted, q).unwrap()), [1.0, 50.0, 99.0, 100.0]);
        assert_eq!(quantile(&[], 0.5), None);
        assert_eq!(quantile(&[7.0], 0.99), Some(7.0));
    }
}
