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

/// What was probably meant by something that is no such time: `"1.5s"`, `"2 days"`, `"1m30s"`.
pub(crate) fn meant(text: &str) -> Option<String> {
    let text = text.trim().trim_start_matches('-').replace('_', "");
    let mut milliseconds = 0.0;
    let mut rest = text.as_str();
    while !rest.is_empty() {
        let (number, after) = rest.split_at(rest.find(|c: char| !c.is_ascii_digit() && c != '.')?);
        let unit_ends = after.find(|c: char| c.is_ascii_digit());
        let (unit, next) = after.split_at(unit_ends.unwrap_or(after.len()));
        milliseconds += number.parse::<f64>().ok()? * unit_in_milliseconds(unit)?;
        rest = next;
    }
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

/// How long a unit is, also under names that it does not have here.
fn unit_in_milliseconds(unit: &str) -> Option<f64> {
    Some(match unit.trim().to_ascii_lowercase().as_str() {
        "ms" | "millis" | "millisecond" | "milliseconds" => 1.0,
        "s" | "sec" | "secs" | "second" | "seconds" => 1e3,
        "m" | "min" | "mins" | "minute" | "minutes" => 60e3,
        "h" | "hr" | "hrs" | "hour" | "hours" => 3600e3,
        "d" | "day" | "days" => 24.0 * 3600e3,
        _ => return None,
    })
}

/// `Duration::from_secs(30)`, `30.5` or `5m` as it is written here.
pub(crate) fn of_a_duration(value: &str) -> Option<String> {
    let Some((made, number)) = value.rsplit_once("from_") else {
        // A unit that is there counts: `5m` are minutes.
        return meant(value).or_else(|| meant(&format!("{value}s")));
    };
    let (unit, number) = number.strip_suffix(')')?.split_once('(')?;
    let is_plain = made.ends_with("Duration::");
    meant(&format!("{number}{unit}")).filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::{meant, milliseconds, of_a_duration};

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
            ("1m30s", "90s"),
            ("1h30m", "90m"),
            ("1 h 30 min", "90m"),
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
            "1m30",
            "",
        ] {
            assert_eq!(meant(text), None, "{text}");
        }
    }

    #[test]
    fn what_is_no_string_has_its_unit() {
        for (value, time) in [
            ("5m", "5m"),
            ("90m", "90m"),
            ("1m30s", "90s"),
            ("30.5", "30500ms"),
            ("Duration::from_mins(10)", "10m"),
            ("std::time::Duration::from_millis(250)", "250ms"),
        ] {
            assert_eq!(of_a_duration(value).as_deref(), Some(time), "{value}");
        }
    }
}
