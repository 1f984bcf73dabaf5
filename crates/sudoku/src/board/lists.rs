//! Lists of a layout in contiguous memory, so that iteration over them is local.

/// Cells of a unit that are in another group too, and the rest of that group.
#[derive(Debug)]
pub(super) struct Overlap {
    /// In both.
    pub shared: Box<[u16]>,
    /// In the other group only.
    pub rest: Box<[u16]>,
}

/// Overlaps of one unit that have no cell in common, and the cells of the unit that are in none of them.
#[derive(Debug)]
pub(super) struct Partition {
    pub overlaps: Box<[Overlap]>,
    pub remaining: Box<[u16]>,
}

/// Lists of different lengths, one after the other.
#[derive(Debug)]
pub(super) struct Lists {
    ends: Box<[u32]>,
    items: Box<[u16]>,
}

impl Lists {
    /// Makes `count` lists; `fill` writes each into the buffer, which is empty then.
    pub fn new(count: usize, mut fill: impl FnMut(usize, &mut Vec<u16>)) -> Lists {
        let mut ends = Vec::with_capacity(count + 1);
        ends.push(0);
        let (mut items, mut list) = (Vec::new(), Vec::new());
        for i in 0..count {
            list.clear();
            fill(i, &mut list);
            items.extend_from_slice(&list);
            ends.push(items.len() as u32);
        }
        Lists { ends: ends.into(), items: items.into() }
    }

    /// Makes a list for each cell: the numbers of the sets with this cell.
    pub fn of_sets<S: IntoIterator<Item = usize>>(cells: usize, sets: impl Iterator<Item = S> + Clone) -> Lists {
        let mut ends = vec![0; cells + 1];
        for cell in sets.clone().flatten() {
            if let Some(length) = ends.get_mut(cell + 1) {
                *length += 1;
            }
        }
        let mut total = 0;
        for end in &mut ends {
            total += *end;
            *end = total;
        }
        let mut items = vec![0; total as usize];
        let mut starts = ends.clone();
        for (number, set) in sets.enumerate() {
            for cell in set {
                if let Some(start) = starts.get_mut(cell)
                    && let Some(item) = items.get_mut(*start as usize)
                {
                    *item = number as u16;
                    *start += 1;
                }
            }
        }
        Lists { ends: ends.into(), items: items.into() }
    }

    /// Bytes that they take.
    pub fn bytes(&self) -> usize {
        4 * self.ends.len() + 2 * self.items.len()
    }

    #[inline]
    pub fn get(&self, i: usize) -> &[u16] {
        match (self.ends.get(i), self.ends.get(i + 1)) {
            (Some(&start), Some(&end)) => self.items.get(start as usize..end as usize).unwrap_or(&[]),
            _ => &[],
        }
    }
}
