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

#[cfg(test)]
mod tests {
    use super::milliseconds;

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
}
