//! Random histories of the clients of an HTTP server: their requests, and what happens to their connections.

use crate::history::Random;
use crate::messages::{
    Answer, BROKEN, IDS, IGNORED, INITIALIZE, LARGE, LISTENS, REQUESTS, WAIT, WRONG,
};

/// One step of a history. A step refers to no other step, so a shorter history is a history, too.
#[derive(Clone, Debug)]
pub(crate) enum Step {
    /// Opens a session with a request at this position in `REQUESTS`.
    Open {
        request: usize,
        user: usize,
        /// Whether the request has a header with a version that the server does not know.
        has_header: bool,
    },
    Initialized(Sender),
    Request {
        sender: Sender,
        /// A position in `IDS`.
        id: usize,
        work: Work,
        key: u32,
    },
    Cancel {
        sender: Sender,
        id: usize,
        other_spelling: bool,
    },
    /// Lets the call with this position run until it waits again.
    Release(usize),
    ReleaseAll,
    /// Answers the question with this position, also a second time.
    Answer {
        question: usize,
        answer: Answer,
        /// The sender, if it is not the client that was asked.
        sender: Option<Sender>,
    },
    /// A line of `BROKEN`.
    Broken(Sender, usize),
    /// A line of `IGNORED`.
    Ignored(Sender, usize),
    /// Opens the stream that belongs to no request.
    Listen(Sender),
    /// Continues the stream with this position.
    Resume {
        stream: usize,
        /// The number of received events that the client wants again.
        again: usize,
        stranger: Option<usize>,
    },
    /// Continues a stream after an event of `UNKNOWN`.
    ResumeUnknown(Sender, usize),
    /// The connection with this position breaks.
    Lose(usize),
    StopReading(usize),
    Read(usize),
    Delete(Sender),
    /// The tools of the server change.
    Change,
    /// Lets this many milliseconds pass, and waits until the server has nothing left to do.
    Settle(u64),
}

/// Who sends a message.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sender {
    /// The position of the session. `None` for a client of 2026-07-28, which has no session.
    pub(crate) session: Option<usize>,
    /// The position of the user in `USERS`, if it is not the one that opened the session.
    pub(crate) stranger: Option<usize>,
}

/// What a request asks for.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Work {
    /// A position in `REQUESTS`.
    Listed(usize),
    /// A call of the tool `report`.
    Report {
        count: u32,
        stages: u32,
        size: usize,
    },
}

/// The users. The first one is not logged in.
pub(crate) const USERS: [Option<&str>; 3] = [None, Some("ada"), Some("grace")];

/// Ids of events that no session has sent. `*` is a stream of the session.
pub(crate) const UNKNOWN: [&str; 10] = [
    "0/999999",
    "*/999999",
    "999999/1",
    "*",
    "*/",
    "*/x",
    "*/-1",
    "*/1/1",
    "x",
    "18446744073709551617/1",
];

#[derive(Clone, Debug)]
pub(crate) struct History {
    pub(crate) steps: Vec<Step>,
}

pub(crate) fn history(seed: u64) -> History {
    let random = &mut Random(seed);
    let length = 1 + random.below(40);
    let mut steps = Vec::new();
    for session in 0..1 + random.below(2) {
        steps.push(open(random));
        let sender = Sender {
            session: Some(session),
            stranger: None,
        };
        steps.push(Step::Initialized(sender));
    }
    steps.extend((0..length).map(|number| step(random, 10 * (number as u32 + 1))));
    History { steps }
}

fn open(random: &mut Random) -> Step {
    Step::Open {
        request: INITIALIZE.start + random.below(INITIALIZE.len()),
        user: random.below(USERS.len()),
        has_header: random.one_in(4),
    }
}

fn sender(random: &mut Random) -> Sender {
    let is_modern = random.one_in(5);
    Sender {
        session: (!is_modern).then(|| random.below(100)),
        stranger: stranger(random),
    }
}

fn stranger(random: &mut Random) -> Option<usize> {
    random.one_in(12).then(|| random.below(USERS.len()))
}

fn step(random: &mut Random, key: u32) -> Step {
    match random.below(100) {
        0..2 => open(random),
        2..4 => Step::Initialized(sender(random)),
        4..30 => Step::Request {
            sender: sender(random),
            id: random.below(IDS.len()) % (1 + random.below(IDS.len())),
            work: work(random),
            key,
        },
        30..36 => Step::Cancel {
            sender: sender(random),
            id: random.below(IDS.len()) % (1 + random.below(IDS.len())),
            other_spelling: random.one_in(4),
        },
        36..46 => Step::Release(random.below(100)),
        46 => Step::ReleaseAll,
        47..53 => {
            let wrong = Answer::Wrong(random.below(WRONG.len()));
            let answers = [Answer::Accept, Answer::Decline, Answer::Error, wrong];
            Step::Answer {
                question: random.below(100),
                answer: random.pick(&answers),
                sender: random.one_in(5).then(|| sender(random)),
            }
        }
        53 => Step::Broken(sender(random), random.below(BROKEN.len())),
        54 => Step::Ignored(sender(random), random.below(IGNORED.len())),
        55..59 => Step::Listen(sender(random)),
        59..69 => Step::Resume {
            stream: random.below(100),
            again: if random.one_in(3) { random.below(5) } else { 0 },
            stranger: stranger(random),
        },
        69 => Step::ResumeUnknown(sender(random), random.below(UNKNOWN.len())),
        70..78 => Step::Lose(random.below(100)),
        78 | 79 => Step::StopReading(random.below(100)),
        80 | 81 => Step::Read(random.below(100)),
        82 => Step::Delete(sender(random)),
        83..86 => Step::Change,
        _ => Step::Settle(random.pick(&[1, 1, 10, 30])),
    }
}

fn work(random: &mut Random) -> Work {
    match random.below(12) {
        0..4 => Work::Report {
            count: 1 + random.below(3) as u32,
            stages: 1 + random.below(3) as u32,
            size: 0,
        },
        // As many events as the session keeps, or as many bytes.
        4 if random.one_in(3) => {
            let (count, size) = random.pick(&[(300, 0), (240, 0), (120, 0), (8, 120_000)]);
            Work::Report {
                count: if random.one_in(2) { count } else { 1 },
                // The server drops notifications if 1 MiB of them is unread.
                stages: if size == 0 {
                    1 + random.below(2) as u32
                } else {
                    1
                },
                size,
            }
        }
        5..8 => Work::Listed(WAIT + 1),
        8 => Work::Listed(WAIT),
        9 => {
            let listens = (0..REQUESTS.len()).filter(|number| REQUESTS[*number].4 == LISTENS);
            let listens: Vec<_> = listens.collect();
            Work::Listed(random.pick(&listens))
        }
        _ => Work::Listed(random.below(LARGE + 1)),
    }
}
