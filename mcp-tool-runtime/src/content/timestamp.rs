//! Points in time for the annotation `lastModified`.

use std::error::Error;
use std::fmt;
use std::ops::Range;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use serde::{Deserialize, Serialize};

/// A point in time: RFC 3339 text, which is also ISO 8601.
///
/// Create it from a [`SystemTime`], or parse RFC 3339 text in UTC. Deserialization does not check the text,
/// so the text may have another UTC offset or be invalid. A server can thus pass on content blocks from
/// another server unchanged.
///
/// ```
/// use std::time::{Duration, SystemTime};
///
/// use mcp_tool_runtime::content::Timestamp;
///
/// let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_736_694_058);
/// let timestamp = Timestamp::from(time);
/// assert_eq!(timestamp.to_string(), "2025-01-12T15:00:58Z");
/// assert_eq!(timestamp.to_system_time(), Some(time));
///
/// let parsed: Timestamp = "2025-01-12T15:00:58+00:00".parse()?;
/// assert_eq!(parsed.to_system_time(), Some(time));
///
/// assert!("12 January".parse::<Timestamp>().is_err());
/// # Ok::<(), mcp_tool_runtime::content::InvalidTimestamp>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(String);

impl Timestamp {
    /// Returns the text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// Returns the point in time. Returns `None` if the text is not RFC 3339 in UTC, or if the time is before
    /// 1970.
    pub fn to_system_time(&self) -> Option<SystemTime> {
        read(&self.0)
    }
}

/// Rounds the time down to whole seconds, and formats it in UTC. A time before 1970 becomes the start of
/// 1970. A time after 9999 becomes the end of 9999.
impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        let since = time.duration_since(SystemTime::UNIX_EPOCH);
        let seconds = since.map_or(0, |since| since.as_secs().min(253_402_300_799));
        Timestamp(format(seconds))
    }
}

impl FromStr for Timestamp {
    type Err = InvalidTimestamp;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match read(text) {
            Some(_) => Ok(Timestamp(text.to_owned())),
            None => Err(InvalidTimestamp(text.to_owned())),
        }
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// The error for text that is not a valid timestamp. A valid timestamp is RFC 3339 text in UTC, and not
/// before 1970.
///
/// ```
/// use mcp_tool_runtime::content::Timestamp;
///
/// let error = "2025-02-30T00:00:00Z".parse::<Timestamp>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     r#""2025-02-30T00:00:00Z" is no timestamp such as "2025-01-12T15:00:58Z""#,
/// );
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidTimestamp(String);

impl fmt::Display for InvalidTimestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            r#"{:?} is no timestamp such as "2025-01-12T15:00:58Z""#,
            self.0
        )
    }
}

impl Error for InvalidTimestamp {}

const SECONDS_OF_DAY: u64 = 24 * 60 * 60;

/// Parses RFC 3339 text in UTC. A leap second counts as the second before it.
fn read(text: &str) -> Option<SystemTime> {
    let time = text.strip_suffix('Z').or(text.strip_suffix("+00:00"))?;
    let (whole, fraction) = time.split_once('.').unwrap_or((time, "0"));
    let is_digit = |byte: &u8| byte.is_ascii_digit();
    let shape = whole
        .bytes()
        .map(|byte| if is_digit(&byte) { b'0' } else { byte });
    let is_fraction = !fraction.is_empty() && fraction.as_bytes().iter().all(is_digit);
    if !shape.eq(*b"0000-00-00T00:00:00") || !is_fraction {
        return None;
    }
    let number = |digits: Range<usize>| whole[digits].parse::<u64>().ok();
    let (year, month, day) = (number(0..4)?, number(5..7)?, number(8..10)?);
    let (hour, minute, second) = (number(11..13)?, number(14..16)?, number(17..19)?);
    let nanoseconds = format!("{fraction:0<9}").get(..9)?.parse().ok()?;
    let is_month = (1..=12).contains(&month);
    let is_time = hour < 24 && minute < 60 && second <= 60;
    if !is_month || day == 0 || day > days(year, month + 1) - days(year, month) || !is_time {
        return None;
    }
    let day = (days(year, month) + day - 1).checked_sub(days(1970, 1))?;
    let seconds = day * SECONDS_OF_DAY + (hour * 60 + minute) * 60 + second.min(59);
    Some(SystemTime::UNIX_EPOCH + Duration::new(seconds, nanoseconds))
}

/// Formats a time of the years 1970 to 9999, given in seconds since 1970.
fn format(seconds: u64) -> String {
    let day = days(1970, 1) + seconds / SECONDS_OF_DAY;
    let (minutes, second) = (seconds % SECONDS_OF_DAY / 60, seconds % 60);
    // No year has more than 366 days, so the guess is at most the right year.
    let guess = 1970 + seconds / SECONDS_OF_DAY / 366;
    let year = (guess..)
        .find(|year| day < days(year + 1, 1))
        .unwrap_or(guess);
    let month = (1..12).find(|month| day < days(year, month + 1));
    let month = month.unwrap_or(12);
    let (day, hour, minute) = (day - days(year, month) + 1, minutes / 60, minutes % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}Z")
}

/// Returns the number of days before a month, since a fixed day. Month 13 is the first month of the next year.
fn days(year: u64, month: u64) -> u64 {
    // Here, a year starts in March, so that a leap day is its last day. 400 years before the year 0, so that
    // January of the year 0 is not negative.
    let (year, month) = match month {
        3.. => (year + 400, month - 3),
        _ => (year + 399, month + 9),
    };
    365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::*;

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn every_system_time_has_a_timestamp() {
        // R128
        for (time, text) in [
            (at(0), "1970-01-01T00:00:00Z"),
            (at(1_709_164_800), "2024-02-29T00:00:00Z"),
            (
                at(1_736_694_058) + Duration::from_millis(999),
                "2025-01-12T15:00:58Z",
            ),
            // Times before 1970 or after 9999 are clamped.
            (
                SystemTime::UNIX_EPOCH - Duration::from_secs(1),
                "1970-01-01T00:00:00Z",
            ),
            (at(253_402_300_799), "9999-12-31T23:59:59Z"),
            (at(253_402_300_800), "9999-12-31T23:59:59Z"),
        ] {
            assert_eq!(Timestamp::from(time).as_str(), text);
        }
    }

    #[test]
    fn times_are_written_and_read_like_those_of_the_crate_humantime() {
        // R128
        for seconds in (0..=253_402_300_799).step_by(10_000_019) {
            let text = humantime::format_rfc3339_seconds(at(seconds)).to_string();
            assert_eq!(Timestamp::from(at(seconds)).as_str(), text);
            assert_eq!(read(&text), Some(at(seconds)));
        }
        for (year, month, day) in [
            "0000", "1969", "1970", "2000", "2023", "2024", "2100", "9999",
        ]
        .into_iter()
        .flat_map(|year| (0..14).map(move |month| (year, month)))
        .flat_map(|(year, month)| (0..33).map(move |day| (year, month, day)))
        {
            let clock = ["00:00:00", "23:59:60", "24:00:00", "12:60:00", "12:00:61"];
            for rest in clock.map(|clock| format!("{clock}.000000250")) {
                let text = format!("{year}-{month:02}-{day:02}T{rest}Z");
                assert_eq!(read(&text), humantime::parse_rfc3339(&text).ok(), "{text}");
            }
        }
    }

    #[test]
    fn utc_timestamps_are_parsed() {
        // R128
        for (text, seconds) in [
            ("2025-01-12T15:00:58Z", 1_736_694_058),
            ("2025-01-12T15:00:58+00:00", 1_736_694_058),
            ("2025-01-12T15:00:58.25Z", 1_736_694_058),
            ("2025-01-12T15:00:58.25+00:00", 1_736_694_058),
        ] {
            let timestamp: Timestamp = text.parse().unwrap();
            assert_eq!(timestamp.as_str(), text);
            let time = timestamp.to_system_time().unwrap();
            let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap();
            assert_eq!(since.as_secs(), seconds, "{text}");
        }
    }

    #[test]
    fn other_texts_are_rejected() {
        // R128
        for text in [
            "",
            "now",
            "2025-01-12",
            "2025-01-12T15:00:58",
            "2025-01-12 15:00:58Z",
            "2025-13-12T15:00:58Z",
            "2025-02-29T15:00:58Z",
            "2025-01-12T24:00:00Z",
            "2025-01-12T17:00:58+02:00",
            "2025-01-12T15:00:58-00:00",
            "2025-01-12T15:00:58+2:00",
            "2025-01-12T15:00:58+24:00",
            "2025-01-12T15:00:58+00:60",
            "2025-01-12T15:00:58++1:00",
            "2025-01-12T15:00:58x02:00",
            "2025-01-12T15:00:58Z+02:00",
            "2025-01-12T15:00:58Z1Z",
            "2025-01-12T15:00:58.Z",
            "2025-01-12T15:00:58.5.5Z",
            "2025-01-12T15:00:581Z",
            "2025-01-12T15:00:58-1Z",
            "2025-01-12T15:00:58\u{2212}02:00",
            "\u{2212}\u{2212}\u{2212}",
        ] {
            let error = text.parse::<Timestamp>().unwrap_err();
            assert!(error.to_string().contains(&format!("{text:?}")), "{error}");
        }
    }

    #[test]
    fn the_text_of_the_client_is_kept() {
        for text in ["2025-01-12T15:00:58+02:00", "2025-01-12", ""] {
            let timestamp: Timestamp = from_value(json!(text)).unwrap();
            assert_eq!(to_value(&timestamp).unwrap(), json!(text));
        }
        assert_eq!(
            from_value::<Timestamp>(json!("2025-01-12"))
                .unwrap()
                .to_system_time(),
            None,
        );
        assert!(from_value::<Timestamp>(json!(1_736_694_058)).is_err());
    }
}
