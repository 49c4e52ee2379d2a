//! Times in options: `"30s"`.

/// The milliseconds of a number and a unit: `ms`, `s`, `m` or `h`.
pub(crate) fn milliseconds(text: &str) -> Option<u64> {
    let text = text.trim();
    let digits = text.find(|c: char| !c.is_ascii_digit())?;
    let (number, unit) = text.split_at(digits);
    let factor = match unit.trim_start() {
        "ms" => 1,
        "s" => 1_000,
        "m" | "min" => 60_000,
        "h" => 3_600_000,
        _ => return None,
    };
    number.parse::<u64>().ok()?.checked_mul(factor)
}

/// What was probably meant by something that is no such time: `"1.5s"`, `"2 days"`.
pub(crate) fn meant(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches('-').replace('_', "");
    let digits = text.find(|c: char| !c.is_ascii_digit() && c != '.')?;
    let (number, unit) = text.split_at(digits);
    let factor = match unit.trim().to_ascii_lowercase().as_str() {
        "ms" | "millis" | "millisecond" | "milliseconds" => 1.0,
        "s" | "sec" | "secs" | "second" | "seconds" => 1e3,
        "m" | "min" | "mins" | "minute" | "minutes" => 60e3,
        "h" | "hr" | "hrs" | "hour" | "hours" => 3600e3,
        "d" | "day" | "days" => 24.0 * 3600e3,
        _ => return None,
    };
    let milliseconds = number.parse::<f64>().ok()? * factor;
    // Nobody means more than a year.
    if !(1.0..366.0 * 24.0 * 3600e3).contains(&milliseconds) {
        return None;
    }
    let milliseconds = milliseconds.round() as u64;
    let (unit, length) = [("h", 3_600_000), ("m", 60_000), ("s", 1_000)]
        .into_iter()
        .find(|(_, length)| u64::is_multiple_of(milliseconds, *length))
        .unwrap_or(("ms", 1));
    Some(format!("{}{unit}", milliseconds / length))
}

/// `Duration::from_secs(30)`, `30.5` or `1m30s` as it is written here.
pub(crate) fn of_a_duration(value: &str) -> Option<String> {
    let Some((made, number)) = value.rsplit_once("from_") else {
        return meant(&format!("{value}s")).or_else(|| meant(value));
    };
    let (unit, number) = number.strip_suffix(')')?.split_once('(')?;
    let is_plain = made.ends_with("Duration::");
    meant(&format!("{number}{unit}")).filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::{meant, milliseconds};

    #[test]
    fn a_number_and_a_unit() {
        assert_eq!(milliseconds("30s"), Some(30_000));
        assert_eq!(milliseconds("250 ms"), Some(250));
        assert_eq!(milliseconds("2m"), Some(120_000));
        assert_eq!(milliseconds("1h"), Some(3_600_000));
        for text in ["", "30", "s", "-1s", "1.5s", "3 days", "99999999999999999h"] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
    }

    #[test]
    fn the_time_that_was_meant() {
        for (text, time) in [
            ("1.5s", "1500ms"),
            ("-1s", "1s"),
            ("2 days", "48h"),
            ("90 secs", "90s"),
            ("0.5 hours", "30m"),
        ] {
            assert_eq!(meant(text).as_deref(), Some(time), "{text}");
            assert!(milliseconds(time).is_some());
        }
        for text in [
            "soon",
            "0.1ms",
            "99999999999999999999h",
            "1.2.3s",
            "5 parsecs",
        ] {
            assert_eq!(meant(text), None, "{text}");
        }
    }
}
