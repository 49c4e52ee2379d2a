//! Keeps the digits of integers that clients write as floats. Some clients send every integer with `.0`
//! (fff#323), and serde_json rounds such a number to an `f64`.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::Number;

/// The first integer that an `f64` cannot tell from its neighbour.
const TWO_53: u128 = 1 << 53;

/// Parses JSON, with `9007199254740993.0` as an integer.
pub(crate) fn parse<T: DeserializeOwned>(json: &str) -> serde_json::Result<T> {
    serde_json::from_str(&with_exact_integers(json))
}

/// Rewrites each number from 2^53 that has a fraction or an exponent, but is an integer of 64 bits: writes
/// `9007199254740993.0` as `9007199254740993`. Text that is not JSON stays invalid.
fn with_exact_integers(json: &str) -> Cow<'_, str> {
    let bytes = json.as_bytes();
    let mut rewritten = String::new();
    let mut copied = 0;
    let mut at = 0;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => at = string_end(bytes, at),
            b'-' | b'0'..=b'9' => {
                let start = at;
                at += bytes[at..]
                    .iter()
                    .take_while(|byte| is_of_number(**byte))
                    .count();
                if let Some(integer) = exact_integer(&json[start..at]) {
                    rewritten += &json[copied..start];
                    rewritten += &integer.to_string();
                    copied = at;
                }
            }
            _ => at += 1,
        }
    }
    if copied == 0 {
        return Cow::Borrowed(json);
    }
    rewritten += &json[copied..];
    Cow::Owned(rewritten)
}

/// Returns the index after the string that starts at `start`.
fn string_end(bytes: &[u8], start: usize) -> usize {
    let mut at = start + 1;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'"' => return at + 1,
            b'\\' => at += 2,
            _ => at += 1,
        }
    }
    bytes.len()
}

fn is_of_number(byte: u8) -> bool {
    matches!(byte, b'0'..=b'9' | b'+' | b'-' | b'.' | b'e' | b'E')
}

/// Returns the exact value of a JSON number, if `with_exact_integers` rewrites it.
fn exact_integer(number: &str) -> Option<i128> {
    const MOST_DIGITS: i64 = 20;

    if !number.contains(['.', 'e', 'E']) {
        return None;
    }
    let (decimal, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = decimal.split_once('.').unwrap_or((decimal, ""));
    let (sign, whole) = match whole.strip_prefix('-') {
        Some(whole) => ("-", whole),
        None => ("", whole),
    };
    let all_digits = [whole, fraction].concat();
    let digits = all_digits.trim_end_matches('0');
    let exponent: i32 = exponent.parse().ok()?;
    let dropped = all_digits.len() as i64 - digits.len() as i64;
    let digits = digits.trim_start_matches('0');
    let zeros = i64::from(exponent) - fraction.len() as i64 + dropped;
    if zeros < 0 || digits.len() as i64 + zeros > MOST_DIGITS {
        return None;
    }
    let zeros = "0".repeat(usize::try_from(zeros).ok()?);
    let integer: i128 = [sign, digits, &zeros].concat().parse().ok()?;
    let fits = i64::try_from(integer).is_ok() || u64::try_from(integer).is_ok();
    // Rewriting must not turn text such as `01.5e19` into JSON.
    let is_number = || number.parse::<Number>().is_ok();
    (integer.unsigned_abs() >= TWO_53 && fits && is_number()).then_some(integer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_of_64_bits_keep_all_digits() {
        for (number, integer) in [
            ("9007199254740992.0", "9007199254740992"),
            ("9007199254740993.0", "9007199254740993"),
            ("-9007199254740993.000", "-9007199254740993"),
            ("9.007199254740993e15", "9007199254740993"),
            ("9007199254740993e0", "9007199254740993"),
            ("90071992547409930E-1", "9007199254740993"),
            ("1e19", "10000000000000000000"),
            ("0.000009007199254740993e21", "9007199254740993"),
            ("1.8446744073709551615E+19", "18446744073709551615"),
            ("-9223372036854775808.0", "-9223372036854775808"),
            ("-9.223372036854775808e18", "-9223372036854775808"),
        ] {
            assert_eq!(with_exact_integers(number), integer, "{number}");
            for (before, after) in [("[", ",1]"), (r#"{"a":"#, "}"), (r#"["\"1",  "#, " ]")] {
                let json = |number| [before, number, after].concat();
                assert_eq!(with_exact_integers(&json(number)), json(integer));
            }
        }
    }

    #[test]
    fn other_text_is_kept() {
        for text in [
            "",
            "1",
            "3.0",
            "-0.0",
            "0e0",
            "9007199254740991.0",
            "9007199254740993",
            "9007199254740993.5",
            "90071992547409931e-1",
            "18446744073709551616.0",
            "-9223372036854775809.0",
            "1e20",
            "1e999999999999",
            "1e-2147483648",
            "09007199254740993.0",
            "9007199254740993.",
            "9007199254740993.0.0",
            "1-1e19",
            r#"{"1e19":"9007199254740993.0"}"#,
            r#""1e19\"1e19"#,
            r#""é\"#,
        ] {
            assert!(
                matches!(with_exact_integers(text), Cow::Borrowed(same) if same == text),
                "{text}"
            );
        }
    }
}
