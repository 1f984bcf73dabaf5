//! All different, for at most 64 variables with values below 64: a value stays only if all variables can have different
//! ones with it.

/// A value that no variable has, a variable that has no value.
const NO_VALUE: u8 = u8::MAX;

/// Variables, and values, at most.
const MAX: usize = SmallMatching::MAX;

/// A matching of variables with values of their own.
#[derive(Debug, Clone)]
pub struct SmallMatching {
    /// The values of each variable.
    values: [u64; MAX],
    /// For each variable, its value.
    of_variable: [u8; MAX],
    /// For each value, its variable.
    of_value: [u8; MAX],
}

impl Default for SmallMatching {
    fn default() -> SmallMatching {
        SmallMatching::new([0; MAX])
    }
}

/// The numbers of the bits, ascending.
#[inline]
pub fn bits(mut word: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros() as usize;
        (word != 0).then(|| {
            word &= word - 1;
            bit
        })
    })
}

impl SmallMatching {
    /// Variables, and values, at most.
    pub const MAX: usize = 64;

    /// No variable has a value yet; `values` are those that each may have.
    pub fn new(values: [u64; MAX]) -> SmallMatching {
        SmallMatching { values, of_variable: [NO_VALUE; MAX], of_value: [NO_VALUE; MAX] }
    }

    /// Sets the values that a variable may have.
    #[inline]
    pub fn allow(&mut self, i: usize, values: u64) {
        put(&mut self.values, i, values);
    }

    /// Gives a variable a value that no other has.
    #[inline]
    pub fn give(&mut self, i: usize, value: u8) {
        put(&mut self.of_variable, i, value);
        put(&mut self.of_value, usize::from(value), i as u8);
    }

    /// Returns the values that a variable may have.
    #[inline]
    pub fn values(&self, i: usize) -> u64 {
        at(&self.values, i)
    }

    /// Returns the value of a variable that has one.
    #[inline]
    pub fn value_of(&self, i: usize) -> u8 {
        at(&self.of_variable, i)
    }

    /// Gives a value to each of the first variables that has none yet. Returns whether all can have different ones.
    pub fn complete(&mut self, count: usize) -> bool {
        (0..count).all(|i| at(&self.of_variable, i) != NO_VALUE || self.augment(i))
    }

    /// Finds a value for a variable that has none, perhaps by giving others different ones (breadth first).
    fn augment(&mut self, start: usize) -> bool {
        let mut from = [NO_VALUE; MAX];
        let mut open = [0u8; MAX];
        let (mut next, mut end, mut seen) = (0, 1, 0u64);
        put(&mut open, 0, start as u8);
        while next < end {
            let i = at(&open, next);
            next += 1;
            let fresh = at(&self.values, usize::from(i)) & !seen;
            seen |= fresh;
            for value in bits(fresh) {
                put(&mut from, value, i);
                match at(&self.of_value, value) {
                    NO_VALUE => {
                        self.exchange(value as u8, start as u8, &from);
                        return true;
                    }
                    other => {
                        put(&mut open, end, other);
                        end += 1;
                    }
                }
            }
        }
        false
    }

    /// Goes back along the way that the search came.
    fn exchange(&mut self, mut value: u8, start: u8, from: &[u8; MAX]) {
        loop {
            let i = at(from, usize::from(value));
            let before = at(&self.of_variable, usize::from(i));
            self.give(usize::from(i), value);
            if i == start {
                return;
            }
            value = before;
        }
    }

    /// For each variable, the values that it cannot have if all are to have different ones. All must have one.
    pub fn impossible(&self, count: usize) -> [u64; MAX] {
        let mut impossible = [0; MAX];
        // Edges of the variables that have a choice, in both directions, and variables that can take a free value.
        let (mut onward, mut back, mut free, mut left) = ([0u64; MAX], [0u64; MAX], 0u64, 0u64);
        let had = (0..count).fold(0u64, |had, i| had | 1 << (at(&self.of_variable, i) & 63));
        for i in 0..count {
            let values = at(&self.values, i);
            if values.count_ones() < 2 {
                continue;
            }
            left |= 1 << i;
            free |= u64::from(values & !had != 0) << i;
            for value in bits(values & had & !(1 << (at(&self.of_variable, i) & 63))) {
                let j = usize::from(at(&self.of_value, value));
                add(&mut onward, i, 1 << j);
                add(&mut back, j, 1 << i);
            }
        }
        let open = left;
        let relaxed = reached(&back, free, u64::MAX);
        left &= !relaxed;
        let mut component = [0u64; MAX];
        while left != 0 {
            let seed = left & left.wrapping_neg();
            let together = reached(&onward, seed, left) & reached(&back, seed, left);
            bits(together).for_each(|i| put(&mut component, i, together));
            left &= !together;
        }
        for i in bits(open) {
            let good = at(&component, i) | relaxed;
            for j in bits(at(&onward, i) & !good) {
                add(&mut impossible, i, 1 << (at(&self.of_variable, j) & 63));
            }
        }
        impossible
    }
}

fn add(sets: &mut [u64; MAX], at: usize, more: u64) {
    if let Some(set) = sets.get_mut(at) {
        *set |= more;
    }
}

/// Returns the nodes that can be reached from some nodes over allowed ones, themselves included.
fn reached(edges: &[u64; MAX], from: u64, allowed: u64) -> u64 {
    let (mut seen, mut fresh) = (from, from);
    while fresh != 0 {
        let next = bits(fresh).fold(0, |next, i| next | at(edges, i)) & allowed;
        fresh = next & !seen;
        seen |= fresh;
    }
    seen
}

#[inline]
fn at<T: Copy + Default>(items: &[T; MAX], i: usize) -> T {
    items.get(i).copied().unwrap_or_default()
}

#[inline]
fn put<T>(items: &mut [T; MAX], i: usize, item: T) {
    if let Some(slot) = items.get_mut(i) {
        *slot = item;
    }
}

/// Returns the sets of `size` different numbers from `least` to `greatest`, below 64, with the sum `sum`, as bits;
/// `None` if there are more than `max`, or they take too long to find.
pub fn sets_with_sum(size: usize, least: usize, greatest: usize, sum: i64, max: usize) -> Option<Vec<u64>> {
    let mut found = Vec::new();
    // The chosen numbers, how many are missing, the least next number, the sum that they need.
    let mut open = vec![(0u64, size, least, sum)];
    let mut looks = 0;
    while let Some((chosen, missing, next, rest)) = open.pop() {
        looks += 1;
        if looks > 16 * max || found.len() > max {
            return None;
        }
        if missing == 0 {
            if rest == 0 {
                found.push(chosen);
            }
            continue;
        }
        // The least and the greatest sum of the missing numbers.
        let (k, first, last) = (missing as i64, next as i64, greatest as i64);
        if first + k - 1 > last || rest < k * first + k * (k - 1) / 2 || rest > k * last - k * (k - 1) / 2 {
            continue;
        }
        open.push((chosen, missing, next + 1, rest));
        open.push((chosen | 1 << next, missing - 1, next + 1, rest - first));
    }
    Some(found)
}
