//! Random Rust values.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::num::{NonZeroI8, NonZeroU64};
use std::ops::{Bound, Range};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, NaiveTime, Utc};
use rust_decimal::Decimal;
use serde::Serialize;
use serde_json::{Map, Value};
use url::Url;
use uuid::Uuid;

use crate::choices::Choices;

/// A type that can generate random values of itself. Different values must have different JSON.
pub(crate) trait Sample {
    fn sample(choices: &mut Choices) -> Self;
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        impl Sample for $type {
            fn sample(choices: &mut Choices) -> Self {
                match choices.below(4) {
                    0 => choices.below(100) as $type,
                    1 => $type::MAX,
                    2 => $type::MIN,
                    _ => (i64::from(choices.next()) - (1 << 31)) as $type,
                }
            }
        }
    )*};
}
integers! { i8 i16 i32 i64 isize u8 u16 u32 u64 usize }

/// Stays within 64 bits, the limit of serde_json's integers.
impl Sample for i128 {
    fn sample(choices: &mut Choices) -> Self {
        match choices.one_in(2) {
            false => i64::sample(choices).into(),
            true => u64::sample(choices).into(),
        }
    }
}

impl Sample for u128 {
    fn sample(choices: &mut Choices) -> Self {
        u64::sample(choices).into()
    }
}

macro_rules! floats {
    ($($type:ident from $bits:ty;)*) => {$(
        impl Sample for $type {
            fn sample(choices: &mut Choices) -> Self {
                let number = match choices.below(4) {
                    0 => choices.below(9) as $type / 4.0,
                    1 => choices.pick(&[$type::MAX, $type::MIN, $type::MIN_POSITIVE, -0.0]),
                    2 => choices.next() as $type / 1e5,
                    _ => {
                        let (high, low) = (u64::from(choices.next()), choices.next());
                        $type::from_bits((high << 32 | u64::from(low)) as $bits)
                    }
                };
                // Replace infinities and NaN, because JSON has neither.
                if number.is_finite() { number } else { 0.0 }
            }
        }
    )*};
}
floats! { f32 from u32; f64 from u64; }

macro_rules! samples {
    ($($type:ty: |$choices:ident| $sample:expr;)*) => {$(
        impl Sample for $type {
            fn sample($choices: &mut Choices) -> Self {
                $sample
            }
        }
    )*};
}

samples! {
    (): |_choices| ();
    bool: |choices| choices.one_in(2);
    char: |choices| choices.letter();
    String: |choices| choices.text();
    Box<str>: |choices| choices.text().into();
    Cow<'static, str>: |choices| choices.text().into();
    PathBuf: |choices| choices.text().into();
    NonZeroI8: |choices| NonZeroI8::new(i8::sample(choices)).unwrap_or(NonZeroI8::MIN);
    NonZeroU64: |choices| NonZeroU64::new(u64::sample(choices)).unwrap_or(NonZeroU64::MAX);
    Duration: |choices| Duration::new(u64::sample(choices), choices.next() % 1_000_000_000);
    SystemTime: |choices| SystemTime::UNIX_EPOCH + Duration::from_nanos(choices.next().into());
    Value: |choices| choices.anything(2);
    serde_json::Number: |choices| match choices.number() {
        Value::Number(number) => number,
        _ => unreachable!(),
    };
    Map<String, Value>: |choices| (0..choices.below(4))
        .map(|_| (choices.text(), choices.anything(1)))
        .collect();
    Uuid: |choices| Uuid::from_u64_pair(choices.next().into(), u64::sample(choices));
    Url: |choices| {
        let url = choices.pick(&[
            "https://example.com/",
            "http://user@[::1]:8080/a%20b?c=d#e",
            "urn:isbn:0451450523",
            "https://éxample.org/ü?ä b",
            "data:text/plain,a",
        ]);
        Url::parse(url).unwrap()
    };
    IpAddr: |choices| match choices.one_in(2) {
        false => Ipv4Addr::sample(choices).into(),
        true => Ipv6Addr::sample(choices).into(),
    };
    Decimal: |choices| Decimal::new(i64::sample(choices), choices.next() % 29);
    Bound<u8>: |choices| match choices.below(3) {
        0 => Bound::Unbounded,
        1 => Bound::Included(u8::sample(choices)),
        _ => Bound::Excluded(u8::sample(choices)),
    };
    Ipv4Addr: |choices| Ipv4Addr::from_bits(choices.next());
    Ipv6Addr: |choices| Ipv6Addr::from_bits(u128::sample(choices) << choices.below(64));
    DateTime<Utc>: |choices| {
        let seconds = i64::from(choices.next()) * 20 - 1_000_000_000;
        DateTime::from_timestamp(seconds, choices.next() % 1_000_000_000).unwrap()
    };
    DateTime<FixedOffset>: |choices| {
        // The offset must be a multiple of 60 seconds, because an RFC 3339 offset contains no
        // seconds.
        let offset = (choices.below(48) as i32 - 24) * 1800;
        DateTime::<Utc>::sample(choices).with_timezone(&FixedOffset::east_opt(offset).unwrap())
    };
    NaiveDateTime: |choices| DateTime::<Utc>::sample(choices).naive_utc();
    NaiveDate: |choices| DateTime::<Utc>::sample(choices).date_naive();
    NaiveTime: |choices| DateTime::<Utc>::sample(choices).time();
}

impl<T: Sample + Serialize> Sample for Option<T> {
    fn sample(choices: &mut Choices) -> Self {
        let some = choices.one_in(2).then(|| T::sample(choices));
        // Replace a `Some` that serializes to `null` by `None`, because decoding `null` returns
        // `None`.
        some.filter(|value| !serde_json::to_value(value).unwrap().is_null())
    }
}

impl<T: Sample, E: Sample> Sample for Result<T, E> {
    fn sample(choices: &mut Choices) -> Self {
        match choices.one_in(2) {
            false => Ok(T::sample(choices)),
            true => Err(E::sample(choices)),
        }
    }
}

impl<T: Sample> Sample for Box<T> {
    fn sample(choices: &mut Choices) -> Self {
        Box::new(T::sample(choices))
    }
}

impl<T: Sample> Sample for Arc<T> {
    fn sample(choices: &mut Choices) -> Self {
        Arc::new(T::sample(choices))
    }
}

impl<T: Sample> Sample for Range<T> {
    fn sample(choices: &mut Choices) -> Self {
        T::sample(choices)..T::sample(choices)
    }
}

impl<T: Sample, const N: usize> Sample for [T; N] {
    fn sample(choices: &mut Choices) -> Self {
        std::array::from_fn(|_| T::sample(choices))
    }
}

macro_rules! collections {
    ($([$($bounds:tt)*] $type:ty, $item:ty;)*) => {$(
        impl<$($bounds)*> Sample for $type {
            fn sample(choices: &mut Choices) -> Self {
                (0..choices.below(4)).map(|_| <$item>::sample(choices)).collect()
            }
        }
    )*};
}
collections! {
    [T: Sample] Vec<T>, T;
    [T: Sample] VecDeque<T>, T;
    [T: Sample] Box<[T]>, T;
    [T: Sample + Ord] BTreeSet<T>, T;
    [K: Sample + Ord, V: Sample] BTreeMap<K, V>, (K, V);
}

macro_rules! tuples {
    ($(($($name:ident),*))*) => {$(
        impl<$($name: Sample),*> Sample for ($($name,)*) {
            fn sample(choices: &mut Choices) -> Self {
                ($($name::sample(choices),)*)
            }
        }
    )*};
}
tuples! { (A) (A, B) (A, B, C) (A, B, C, D) }
