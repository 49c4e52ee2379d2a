//! Random histories: what one client sends, releases and reads, in order.

use crate::messages::{Answer, BROKEN, IDS, IGNORED, INITIALIZE, LARGE, VERSIONS, WAIT, WRONG};

/// One step of a history. A step refers to no other step, so a shorter history is a history, too.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Step {
    Request {
        /// Positions in `IDS`, `REQUESTS` and `VERSIONS`.
        id: usize,
        request: usize,
        version: usize,
        frame: Frame,
        /// The argument of the tools `wait` and `ask`.
        key: u32,
    },
    /// Many calls, such as more than run at a time.
    Crowd {
        count: u32,
        request: usize,
        key: u32,
    },
    Cancel {
        id: usize,
        other_spelling: bool,
    },
    /// Lets the waiting call with this position return.
    Release(usize),
    ReleaseAll,
    /// Answers the question with this position, also a second time.
    Answer(usize, Answer),
    /// A line of `BROKEN`.
    Broken(usize),
    /// A line of `IGNORED`.
    Ignored(usize),
    /// One line with these messages.
    Batch(Vec<Step>),
    /// The tools of the server change.
    Change,
    /// Waits until the server has nothing left to do.
    Settle,
    StopReading,
    Read,
}

/// What surrounds the message on its line.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Frame {
    Plain,
    CarriageReturn,
    ByteOrderMark,
    Blanks,
}

/// How the history ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum End {
    /// The input ends after a line.
    Clean,
    /// The last line is a request without a line end.
    Unfinished,
    /// The last line stops in the middle of a message.
    Cut,
}

#[derive(Clone, Debug)]
pub(crate) struct History {
    pub(crate) steps: Vec<Step>,
    pub(crate) end: End,
    /// Whether the waiting calls return after the end of the input.
    pub(crate) release_at_end: bool,
    /// Whether the client reads nothing after it has closed the input.
    pub(crate) is_deaf: bool,
    /// The bytes that each direction can hold.
    pub(crate) room: usize,
}

/// Numbers from a seed (SplitMix64).
pub(crate) struct Random(pub(crate) u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    pub(crate) fn below(&mut self, limit: usize) -> usize {
        (self.next() % limit as u64) as usize
    }

    /// Returns true in one of `times` cases.
    pub(crate) fn one_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }
}

pub(crate) fn history(seed: u64) -> History {
    let random = &mut Random(seed);
    let length = 1 + random.below(40);
    let mut steps: Vec<_> = (0..length)
        .map(|number| step(random, number as u32))
        .collect();
    if !random.one_in(4) {
        let request = INITIALIZE.start + random.below(INITIALIZE.len());
        let (id, version, frame, key) = (0, 0, Frame::Plain, 999);
        let first = Step::Request {
            id,
            request,
            version,
            frame,
            key,
        };
        steps.insert(0, first);
        steps.insert(1, Step::Ignored(3));
    }
    History {
        steps,
        end: random.pick(&[End::Clean, End::Clean, End::Unfinished, End::Cut]),
        release_at_end: random.one_in(2),
        is_deaf: random.one_in(8),
        room: random.pick(&[64, 1024, 64 * 1024]),
    }
}

fn step(random: &mut Random, number: u32) -> Step {
    match random.below(100) {
        0..48 => request(random, number),
        48..60 => cancel(random),
        60 | 61 => Step::Change,
        62..70 => Step::Release(random.below(100)),
        70..77 => {
            let wrong = Answer::Wrong(random.below(WRONG.len()));
            let answer = random.pick(&[
                Answer::Accept,
                Answer::Accept,
                Answer::Decline,
                Answer::Error,
                wrong,
            ]);
            Step::Answer(random.below(100), answer)
        }
        77..81 => Step::Broken(random.below(BROKEN.len())),
        81 | 82 => {
            let count = random.below(5) as u32;
            let step = |part| match random.below(8) {
                0 => cancel(random),
                1 => Step::Broken(random.below(BROKEN.len())),
                2 => Step::Ignored(random.below(IGNORED.len())),
                _ => request(random, 100 * (number + 1) + part),
            };
            Step::Batch((0..count).map(step).collect())
        }
        83..88 => Step::Ignored(random.below(IGNORED.len())),
        88..95 => Step::Settle,
        95 | 96 => Step::StopReading,
        97 | 98 => Step::Read,
        _ if random.one_in(16) => Step::Crowd {
            count: 260,
            request: WAIT,
            key: 10_000 * (number + 1),
        },
        _ if random.one_in(24) => Step::Crowd {
            count: 1 + random.below(5) as u32,
            request: LARGE,
            key: 10_000 * (number + 1),
        },
        _ => Step::ReleaseAll,
    }
}

fn request(random: &mut Random, key: u32) -> Step {
    let frames = [Frame::CarriageReturn, Frame::ByteOrderMark, Frame::Blanks];
    let (is_call, is_plain, is_bare) = (random.one_in(2), random.one_in(2), !random.one_in(4));
    Step::Request {
        id: random.below(IDS.len()),
        request: random.below(if is_call { 2 } else { LARGE }),
        version: random.below(if is_plain { 1 } else { VERSIONS.len() }),
        frame: if is_bare {
            Frame::Plain
        } else {
            random.pick(&frames)
        },
        key,
    }
}

fn cancel(random: &mut Random) -> Step {
    Step::Cancel {
        id: random.below(IDS.len()),
        other_spelling: random.one_in(4),
    }
}
