//! Pending attempts by segment of time.
//!
//! A segment is 2^shift ticks. The queue keeps each segment's entries in the
//! order in which they were pushed, in chunks of an arena, so that a million
//! clients are written and read sequentially; near segments sit in a ring,
//! far ones in blocks that enter the ring whole before anything can be pushed
//! to their segments directly. First-in first-out per segment therefore holds
//! whatever the ring's size.

use std::collections::BTreeMap;

/// Ticks per segment are at most 2^MAX_SHIFT.
pub(super) const MAX_SHIFT: u32 = 12;
const OFFSET_MASK: u32 = (1 << MAX_SHIFT) - 1;
/// Entries of a chunk.
const CHUNK: u32 = 32;
const NONE: u32 = u32::MAX;

/// One pending attempt: the retry's number, its tick's offset in its segment,
/// and what the engine carries along.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Entry<P> {
    word: u32,
    pub(super) payload: P,
}

impl<P> Entry<P> {
    /// Retry `n`, below 2^(32 − `MAX_SHIFT`), at `offset` ticks into its
    /// segment.
    #[inline(always)]
    pub(super) fn new(offset: u32, n: u32, payload: P) -> Self {
        let word = (n << MAX_SHIFT) | offset;
        Self { word, payload }
    }

    #[inline(always)]
    pub(super) fn retry(&self) -> u32 {
        self.word >> MAX_SHIFT
    }

    #[inline(always)]
    pub(super) fn offset(&self) -> u32 {
        self.word & OFFSET_MASK
    }
}

/// The entries of a segment taken out of the ring, chunk by chunk.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taken {
    /// The segment.
    pub(super) segment: u64,
    next_chunk: u32,
    spent_chunk: u32,
    end: u32,
}

#[derive(Clone, Copy, Debug)]
struct Slot {
    /// First chunk, `NONE` when empty.
    head: u32,
    /// Index of the next entry to write; a multiple of `CHUNK` when a new
    /// chunk is due.
    write: u32,
}

const EMPTY: Slot = Slot { head: NONE, write: 0 };

/// See the module's text.
#[derive(Debug)]
pub(super) struct Queue<P> {
    shift: u32,
    slots: Vec<Slot>,
    /// One bit per slot: whether it holds entries.
    occupied: Vec<u64>,
    entries: Vec<Entry<P>>,
    /// The chunk after each chunk, in a segment or in the free list.
    next: Vec<u32>,
    free: u32,
    /// The segment taken last.
    now: u64,
    /// First segment beyond the ring.
    ring_end: u64,
    far: BTreeMap<u64, Vec<(u64, Entry<P>)>>,
}

impl<P: Copy + Default> Queue<P> {
    /// A queue of segments of 2^`shift` ticks whose ring reaches at least
    /// `reach` ticks ahead where memory allows.
    pub(super) fn new(shift: u32, reach: u64) -> Self {
        debug_assert!(shift <= MAX_SHIFT);
        let slots = (2 * ((reach >> shift) + 1)).next_power_of_two().clamp(128, 16_384) as usize;
        let mut queue = Self {
            shift,
            slots: vec![EMPTY; slots],
            occupied: vec![0; slots / 64],
            entries: Vec::new(),
            next: Vec::new(),
            free: NONE,
            now: 0,
            ring_end: 0,
            far: BTreeMap::new(),
        };
        queue.rewind();
        queue
    }

    /// Makes an emptied queue start at tick 0 again.
    pub(super) fn rewind(&mut self) {
        debug_assert!(self.far.is_empty() && self.occupied.iter().all(|&w| w == 0));
        self.now = 0;
        self.ring_end = self.slots.len() as u64;
    }

    pub(super) fn shift(&self) -> u32 {
        self.shift
    }

    /// Segments of half a ring, the unit in which far entries move in.
    fn block(&self) -> u64 {
        self.slots.len() as u64 / 2
    }

    /// Adds an entry at `tick`, in a segment after the one taken last.
    #[inline(always)]
    pub(super) fn push(&mut self, tick: u64, entry: Entry<P>) {
        let segment = tick >> self.shift;
        if segment < self.ring_end {
            self.append(segment, entry);
        } else {
            self.push_far(segment, entry);
        }
    }

    #[inline(always)]
    fn append(&mut self, segment: u64, entry: Entry<P>) {
        let index = segment as usize & (self.slots.len() - 1);
        if self.slots[index].write.is_multiple_of(CHUNK) {
            self.extend(index);
        }
        let slot = &mut self.slots[index];
        self.entries[slot.write as usize] = entry;
        slot.write += 1;
    }

    /// Gives the slot a further chunk.
    #[inline]
    fn extend(&mut self, index: usize) {
        let chunk = if self.free == NONE {
            self.next.push(NONE);
            self.entries.resize(self.next.len() * CHUNK as usize, Entry::default());
            self.next.len() as u32 - 1
        } else {
            let chunk = self.free;
            self.free = self.next[chunk as usize];
            chunk
        };
        let slot = &mut self.slots[index];
        if slot.head == NONE {
            slot.head = chunk;
            self.occupied[index / 64] |= 1 << (index % 64);
        } else {
            self.next[(slot.write / CHUNK) as usize - 1] = chunk;
        }
        slot.write = chunk * CHUNK;
    }

    #[cold]
    fn push_far(&mut self, segment: u64, entry: Entry<P>) {
        let block = segment / self.block();
        self.far.entry(block).or_default().push((segment, entry));
    }

    /// Takes the earliest segment that holds entries. Its entries are read
    /// with [`next_run`](Self::next_run), to the end, before the next call.
    pub(super) fn take(&mut self) -> Option<Taken> {
        let index = loop {
            if let Some(distance) = self.distance_to_occupied() {
                self.now += distance;
                break self.now as usize & (self.slots.len() - 1);
            }
            let (&block, _) = self.far.first_key_value()?;
            self.now = block * self.block();
            self.slide();
        };
        self.slide();
        self.occupied[index / 64] &= !(1 << (index % 64));
        let slot = std::mem::replace(&mut self.slots[index], EMPTY);
        Some(Taken { segment: self.now, next_chunk: slot.head, spent_chunk: NONE, end: slot.write })
    }

    /// The indices of the next entries of a taken segment, for
    /// [`entry`](Self::entry). Recycles the chunk of the run before.
    #[inline(always)]
    pub(super) fn next_run(&mut self, taken: &mut Taken) -> Option<std::ops::Range<usize>> {
        if taken.spent_chunk != NONE {
            self.next[taken.spent_chunk as usize] = self.free;
            self.free = taken.spent_chunk;
        }
        let chunk = taken.next_chunk;
        taken.spent_chunk = chunk;
        if chunk == NONE {
            return None;
        }
        let start = chunk * CHUNK;
        let last = taken.end > start && taken.end <= start + CHUNK;
        let stop = if last { taken.end } else { start + CHUNK };
        taken.next_chunk = if last { NONE } else { self.next[chunk as usize] };
        Some(start as usize..stop as usize)
    }

    #[inline(always)]
    pub(super) fn entry(&self, index: usize) -> Entry<P> {
        self.entries[index]
    }

    /// Segments from `now` to the first occupied slot of the ring.
    fn distance_to_occupied(&self) -> Option<u64> {
        let words = self.occupied.len();
        let start = self.now as usize & (self.slots.len() - 1);
        let (word, bit) = (start / 64, start % 64);
        let here = self.occupied[word] >> bit;
        if here != 0 {
            return Some(u64::from(here.trailing_zeros()));
        }
        // the other words in ring order, the first one's low bits at the end
        (1..=words).find_map(|step| {
            let bits = self.occupied[(word + step) & (words - 1)];
            (bits != 0).then(|| step as u64 * 64 - bit as u64 + u64::from(bits.trailing_zeros()))
        })
    }

    /// Lets the ring cover the block of `now` and the next one, moving in the
    /// far entries that it newly covers.
    fn slide(&mut self) {
        let block = self.block();
        let end = (self.now / block + 2) * block;
        if end <= self.ring_end {
            return;
        }
        self.ring_end = end;
        while let Some(first) = self.far.first_entry() {
            if (first.key() + 1) * block > end {
                break;
            }
            for (segment, entry) in first.remove() {
                self.append(segment, entry);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::Rng;

    use crate::rng::{Mulberry32, bounded};

    /// Far more segments ahead than the ring has, so that entries wait in far
    /// blocks, enter the ring, and meet later ones pushed directly.
    #[test]
    fn keeps_the_order_of_insertion_within_each_segment() {
        for shift in [0, 3, MAX_SHIFT] {
            let mut queue = Queue::<u32>::new(shift, 1);
            let mut expected: BTreeMap<u64, Vec<u32>> = BTreeMap::new();
            let mut rng = Mulberry32::new(shift);
            let mut number = 0;
            let mut push = |queue: &mut Queue<u32>, expected: &mut BTreeMap<_, Vec<u32>>, from| {
                let reach = [3, 100, 5000][bounded(&mut rng, 2) as usize];
                let segment = from + 1 + u64::from(bounded(&mut rng, reach));
                let tick = (segment << shift) + u64::from(rng.next_u32() >> 20) % (1 << shift);
                let offset = (tick - (segment << shift)) as u32;
                queue.push(tick, Entry::new(offset, 1, number));
                expected.entry(segment).or_default().push(number);
                number += 1;
            };
            for round in 0..2 {
                queue.rewind();
                (0..500).for_each(|_| push(&mut queue, &mut expected, 0));
                let mut left = 20_000;
                while let Some(mut taken) = queue.take() {
                    let mut numbers = Vec::new();
                    while let Some(run) = queue.next_run(&mut taken) {
                        numbers.extend(run.map(|index| queue.entry(index).payload));
                    }
                    let first = expected.pop_first();
                    assert_eq!(first, Some((taken.segment, numbers.clone())), "round {round}");
                    for _ in numbers.iter().filter(|_| left > 0) {
                        push(&mut queue, &mut expected, taken.segment);
                    }
                    left -= numbers.len().min(left);
                }
                assert!(expected.is_empty());
            }
        }
    }
}
