//! Room in the arrays of code and constants that functions have given up.

/// Room in an array that can be used again.
#[derive(Clone, Default)]
pub(super) struct Rooms {
    free: Vec<std::ops::Range<u32>>,
}

impl Rooms {
    /// Copies `items` into a free room of `all`, or to its end.
    pub fn place<T: Copy>(&mut self, all: &mut Vec<T>, items: &[T]) -> std::ops::Range<u32> {
        let n = items.len() as u32;
        for room in &mut self.free {
            if room.end - room.start >= n {
                let place = room.start..room.start + n;
                room.start += n;
                if let Some(target) = all.get_mut(place.start as usize..place.end as usize) {
                    target.copy_from_slice(items);
                    return place;
                }
            }
        }
        let start = all.len() as u32;
        all.extend_from_slice(items);
        start..start + n
    }

    pub fn give(&mut self, room: std::ops::Range<u32>) {
        if !room.is_empty() {
            self.free.push(room);
        }
    }

    /// Gives back the room that was placed last, so that what is placed next comes to lie there.
    pub fn give_back<T>(&mut self, all: &mut Vec<T>, room: std::ops::Range<u32>) {
        if room.end as usize == all.len() {
            all.truncate(room.start as usize);
        } else if let Some(behind) = self.free.iter_mut().find(|free| free.start == room.end) {
            behind.start = room.start;
        } else {
            self.give(room);
        }
    }

    /// Gives back a free room at the end of `all`. To be called right after [`Rooms::merge`].
    pub fn shrink<T>(&mut self, all: &mut Vec<T>) {
        if let Some(last) = self.free.pop_if(|room| room.end as usize == all.len()) {
            all.truncate(last.start as usize);
        }
        all.shrink_to_fit();
    }

    /// Joins neighbours.
    pub fn merge(&mut self) {
        self.free.retain(|r| !r.is_empty());
        self.free.sort_unstable_by_key(|r| r.start);
        self.free.dedup_by(|next, room| {
            let touch = next.start == room.end;
            if touch {
                room.end = next.end;
            }
            touch
        });
    }
}
