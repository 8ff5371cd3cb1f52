//! Pending attempts of a crowd that fits the cache, in order of (tick,
//! insertion).
//!
//! A circle of 2^k ticks that reaches beyond every wait, and one linked list
//! around it: an attempt goes behind the last one of its tick, or of the
//! nearest earlier tick that has any. One bit per tick finds that tick in the
//! attempt's own word of 64 ticks, because every word begins with a marker
//! that belongs to its first tick. Attempts are inserted while the list is
//! being read.
//!
//! Nodes are numbered in 16 bits and every table has 2^16 places, so that no
//! access needs a check of its bounds.

/// Places of every table.
const SIZE: usize = 1 << 16;
/// Ticks of a word.
const WORD: u32 = 64;

/// A marker or a pending attempt.
#[derive(Clone, Copy, Debug, Default)]
struct Node {
    next: u16,
    tick: u16,
    retry: u32,
}

/// See the module's text. The first nodes are the markers, one per word.
#[derive(Debug)]
pub(super) struct Ring<M> {
    /// Ticks of the circle, a power of two.
    pub(super) ticks: u32,
    nodes: Box<[Node; SIZE]>,
    memory: Box<[M; SIZE]>,
    /// The last node of each tick whose bit is set.
    tail: Box<[u16; SIZE]>,
    /// The ticks with a tail.
    used: Box<[u64; SIZE / WORD as usize]>,
    /// The node read last. It stays in the list until the next one is read,
    /// because attempts may have to go behind it.
    at: u16,
    /// A node that is not in the list.
    free: u16,
}

/// What the list has next.
pub(super) enum Step {
    /// The marker of this word. The word before it is empty now.
    Word(u32),
    /// An attempt, due at this tick of the circle.
    Attempt(u32),
}

fn table<T: Clone + Default, const N: usize>() -> Box<[T; N]> {
    match vec![T::default(); N].into_boxed_slice().try_into() {
        Ok(table) => table,
        Err(_) => unreachable!("it has N places"),
    }
}

impl<M: Copy + Default> Ring<M> {
    /// Ticks of the circle for waits of at most `reach` ticks, if there can be
    /// one for so many clients.
    pub(super) fn ticks_for(reach: u64, clients: u32) -> Option<u32> {
        // An attempt never lands in the word being read on its next round.
        let ticks = reach.saturating_add(u64::from(WORD)).checked_next_power_of_two()?;
        let nodes = ticks / u64::from(WORD) + u64::from(clients) + 1;
        (ticks.max(nodes) <= SIZE as u64).then_some(ticks as u32)
    }

    /// An empty circle of [`ticks_for`](Self::ticks_for) ticks.
    pub(super) fn new(ticks: u32) -> Self {
        Self { ticks, nodes: table(), memory: table(), tail: table(), used: table(), at: 0, free: 0 }
    }

    fn words(&self) -> u32 {
        self.ticks / WORD
    }

    /// Empties the circle and starts at tick 0.
    pub(super) fn clear(&mut self) {
        for word in 0..self.words() {
            self.clear_word(word);
        }
        self.at = 0;
        self.free = self.words() as u16;
    }

    fn clear_word(&mut self, word: u32) {
        self.nodes[word as usize].next = ((word + 1) & (self.words() - 1)) as u16;
        self.tail[(word * WORD) as usize] = word as u16;
        self.used[word as usize] = 1;
    }

    /// Adds the first retry of a client, due at `tick` > 0, before anything is
    /// read.
    #[inline(always)]
    pub(super) fn insert_first(&mut self, tick: u32, retry: u32, memory: M) {
        self.insert(tick, retry, memory);
        self.free += 1;
    }

    /// Goes to the next node.
    #[inline(always)]
    pub(super) fn step(&mut self) -> Step {
        let before = self.at;
        self.at = self.nodes[before as usize].next;
        if u32::from(self.at) < self.words() {
            return Step::Word(u32::from(self.at));
        }
        Step::Attempt(u32::from(self.nodes[self.at as usize].tick))
    }

    /// Ends a word: call it for every [`Step::Word`].
    pub(super) fn end_word(&mut self, marker: u32) {
        self.clear_word(marker.wrapping_sub(1) & (self.words() - 1));
    }

    /// The retry number of the attempt read last.
    #[inline(always)]
    pub(super) fn retry(&self) -> u32 {
        self.nodes[self.at as usize].retry
    }

    /// What the client of the attempt read last remembers.
    #[inline(always)]
    pub(super) fn memory(&self) -> M {
        self.memory[self.at as usize]
    }

    /// The attempt read last is dealt with; its node is the next to be used,
    /// once the list has gone on.
    #[inline(always)]
    pub(super) fn release(&mut self) {
        self.free = self.at;
    }

    /// Inserts an attempt behind all attempts of its tick and of earlier ones.
    /// It is due later than the attempt read last, by less than the circle.
    #[inline(always)]
    pub(super) fn insert(&mut self, tick: u32, retry: u32, memory: M) {
        let tick = (tick & (self.ticks - 1)) as u16;
        let (word, bit) = ((tick / 64) as usize, tick % 64);
        let used = self.used[word];
        // Not above 63: the marker's bit is always set.
        let back = (used << (63 - bit)).leading_zeros() as u16;
        let before = self.tail[tick.wrapping_sub(back) as usize];
        let node = self.free;
        let next = std::mem::replace(&mut self.nodes[before as usize].next, node);
        self.nodes[node as usize] = Node { next, tick, retry };
        self.memory[node as usize] = memory;
        self.tail[tick as usize] = node;
        self.used[word] = used | 1 << bit;
    }
}
