//! Random decisions.

use serde_json::{Map, Value, json};

/// A source of random decisions. Proptest shrinks a failing case by lowering decisions towards zero, or by
/// removing them. A zero or missing decision selects the first option, so the first option must be the
/// simplest.
pub(crate) struct Choices(std::vec::IntoIter<u32>);

/// Plain texts, texts that look like values of other types, and texts with unusual characters.
pub(crate) const TEXTS: &[&str] = &[
    "",
    "a",
    "text",
    "5",
    "-1",
    "1.0",
    "null",
    "true",
    "[1]",
    "{\"a\":1}",
    "\"quoted\"",
    "é\u{1f600}",
    "\u{0}\u{2028}",
    "first-one",
    "2026-01-31",
];

/// Names of members. Some of them occur in types of the zoo.
const NAMES: &[&str] = &[
    "a", "b", "x", "y", "type", "t", "c", "it", "own", "Unit", "Struct", "Newtype", "7", "more", "",
];

impl Choices {
    pub(crate) fn new(numbers: Vec<u32>) -> Self {
        Choices(numbers.into_iter())
    }

    pub(crate) fn next(&mut self) -> u32 {
        self.0.next().unwrap_or(0)
    }

    pub(crate) fn below(&mut self, count: usize) -> usize {
        self.next() as usize % count.max(1)
    }

    /// Returns `true` once in `count` times on average.
    pub(crate) fn one_in(&mut self, count: usize) -> bool {
        self.below(count) == count - 1
    }

    pub(crate) fn pick<T: Clone>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())].clone()
    }

    pub(crate) fn text(&mut self) -> String {
        match self.below(3) {
            0 | 1 => self.pick(TEXTS).to_owned(),
            _ => (0..self.below(5)).map(|_| self.letter()).collect(),
        }
    }

    pub(crate) fn letter(&mut self) -> char {
        let any = self.next();
        match any % 3 {
            0 => char::from(b'a' + (any / 3 % 26) as u8),
            1 => char::from((any / 3 % 128) as u8),
            _ => char::from_u32(any / 3 % 0x11_0000).unwrap_or('\u{fffd}'),
        }
    }

    pub(crate) fn name(&mut self) -> String {
        self.pick(NAMES).to_owned()
    }

    /// Returns a random integer or float, often near the limit of a number type.
    pub(crate) fn number(&mut self) -> Value {
        match self.below(4) {
            0 => json!(self.below(4)),
            1 => json!(i64::from(self.next()) - (1 << 31)),
            // Picks a positive or negative power of two, or a number next to it. These numbers
            // include the limits of most integer types.
            2 => {
                let edge = self.pick(&[0, 7, 8, 15, 16, 31, 32, 53, 63]);
                let near = (1_i128 << edge) + self.pick(&[0, -1, 1]);
                let number = if self.one_in(2) { -near } else { near };
                match i64::try_from(number) {
                    Ok(number) => json!(number),
                    Err(_) => json!(number as f64),
                }
            }
            _ => self.pick(&[
                json!(0.5),
                json!(2.0),
                json!(-0.0),
                json!(-1e9),
                json!(1e300),
                json!(f32::MAX),
                json!(f64::from(f32::MAX) * 2.0),
                json!(u64::MAX),
                json!(u64::MAX as f64),
                json!(i64::MIN),
            ]),
        }
    }

    /// Returns a random JSON value with at most `depth` levels of nesting.
    pub(crate) fn anything(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 4 } else { 6 }) {
            0 => Value::Null,
            1 => self.pick(&[json!(false), json!(true)]),
            2 => self.number(),
            3 => Value::String(self.text()),
            4 => (0..self.below(4))
                .map(|_| self.anything(depth - 1))
                .collect(),
            _ => {
                let members: Map<_, _> = (0..self.below(4))
                    .map(|_| (self.name(), self.anything(depth - 1)))
                    .collect();
                Value::Object(members)
            }
        }
    }
}
