use std::error::Error;
use std::fmt;
use std::str::FromStr;
use std::time::{Duration, SystemTime};

use humantime::{format_rfc3339_seconds, parse_rfc3339};
use serde::{Deserialize, Serialize};

/// A point in time as it stands on the wire: an RFC 3339 text, which is ISO 8601 as well (R128).
///
/// It is made of a [`SystemTime`], which the times of other crates convert to, or parsed from a
/// text that is then checked. One that was read from JSON has whatever text the peer wrote, offset
/// included: blocks from another server can be passed on as they came.
///
/// ```
/// use std::time::{Duration, SystemTime};
///
/// use mcp_tool_runtime::Timestamp;
///
/// let time = SystemTime::UNIX_EPOCH + Duration::from_secs(1_736_694_058);
/// let timestamp = Timestamp::from(time);
/// assert_eq!(timestamp.to_string(), "2025-01-12T15:00:58Z");
/// assert_eq!(timestamp.to_system_time(), Some(time));
///
/// let elsewhere: Timestamp = "2025-01-12T17:00:58+02:00".parse()?;
/// assert_eq!(elsewhere.as_str(), "2025-01-12T17:00:58+02:00");
/// assert_eq!(elsewhere.to_system_time(), Some(time));
///
/// assert!("12 January".parse::<Timestamp>().is_err());
/// # Ok::<(), mcp_tool_runtime::InvalidTimestamp>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Timestamp(String);

impl Timestamp {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The point in time; `None` where a peer wrote something else than RFC 3339, or a time before
    /// 1970.
    pub fn to_system_time(&self) -> Option<SystemTime> {
        read(&self.0)
    }
}

/// To the second, in UTC. What RFC 3339 cannot say, or no client expects, becomes the nearest that
/// it can: the start of 1970, or the end of 9999.
impl From<SystemTime> for Timestamp {
    fn from(time: SystemTime) -> Self {
        let end = SystemTime::UNIX_EPOCH + Duration::from_secs(253_402_300_799);
        let time = time.clamp(SystemTime::UNIX_EPOCH, end);
        Timestamp(format_rfc3339_seconds(time).to_string())
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

/// A text that is no RFC 3339 timestamp from 1970 on.
///
/// ```
/// use mcp_tool_runtime::Timestamp;
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

/// humantime reads UTC only; the offset of any other time is taken off here.
fn read(text: &str) -> Option<SystemTime> {
    if let Some(utc) = text.strip_suffix('Z') {
        return read_utc(utc);
    }
    let (local, offset) = text.split_at_checked(text.len().checked_sub("+02:00".len())?)?;
    let local = read_utc(local)?;
    let (hours, minutes) = offset.get(1..)?.split_once(':')?;
    let seconds = 3600 * below(24, hours)? + 60 * below(60, minutes)?;
    match offset.chars().next()? {
        '+' => local.checked_sub(Duration::from_secs(seconds)),
        '-' => local.checked_add(Duration::from_secs(seconds)),
        _ => None,
    }
}

/// A time without its `Z`. humantime would take a few more characters at the end.
fn read_utc(text: &str) -> Option<SystemTime> {
    let is_time = text.ends_with(|last: char| last.is_ascii_digit()) && !text.contains(['Z', '+']);
    let time = is_time.then(|| parse_rfc3339(&format!("{text}Z")))?;
    time.ok()
}

/// Two digits of a clock.
fn below(limit: u64, digits: &str) -> Option<u64> {
    let is_number = digits.len() == 2 && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = is_number.then(|| digits.parse().ok())??;
    (number < limit).then_some(number)
}

#[cfg(test)]
mod tests {
    use serde_json::{from_value, json, to_value};

    use super::*;

    fn at(seconds: u64) -> SystemTime {
        SystemTime::UNIX_EPOCH + Duration::from_secs(seconds)
    }

    #[test]
    fn every_time_has_a_text() {
        // R128
        for (time, text) in [
            (at(0), "1970-01-01T00:00:00Z"),
            (at(1_709_164_800), "2024-02-29T00:00:00Z"),
            (
                at(1_736_694_058) + Duration::from_millis(999),
                "2025-01-12T15:00:58Z",
            ),
            // Before and after what four digits of a year and a positive count can say.
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
    fn offsets_are_understood() {
        // R128
        for (text, seconds) in [
            ("2025-01-12T15:00:58Z", 1_736_694_058),
            ("2025-01-12T15:00:58+00:00", 1_736_694_058),
            ("2025-01-12T17:00:58+02:00", 1_736_694_058),
            ("2025-01-12T09:30:58-05:30", 1_736_694_058),
            ("2025-01-13T00:00:58.25+09:00", 1_736_694_058),
        ] {
            let timestamp: Timestamp = text.parse().unwrap();
            assert_eq!(timestamp.as_str(), text);
            let time = timestamp.to_system_time().unwrap();
            let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap();
            assert_eq!(since.as_secs(), seconds, "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused() {
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
    fn what_a_peer_wrote_is_kept() {
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
