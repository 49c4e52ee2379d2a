//! Times in options: `"30s"`.

use syn::{Expr, ExprLit, Lit};

use crate::util::tokens::ungroup;

/// Returns the milliseconds of a number and a unit: `ms`, `s`, `m` or `h`.
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

/// Returns a time for the text of a help: a number without a unit counts seconds, or milliseconds if
/// it is large.
pub(crate) fn example(value: &Expr) -> String {
    let number = match ungroup(value) {
        Expr::Lit(ExprLit { lit, .. }) => match lit {
            Lit::Int(number) if number.suffix().is_empty() => number.base10_parse().ok(),
            Lit::Str(text) => text.value().trim().parse().ok(),
            _ => None,
        },
        _ => None,
    };
    match number {
        None | Some(0) => "30s".to_owned(),
        Some(number @ 1..1_000_u32) => format!("{number}s"),
        Some(number) => format!("{number}ms"),
    }
}

#[cfg(test)]
mod tests {
    use super::{example, milliseconds};

    #[test]
    fn a_number_and_a_unit() {
        assert_eq!(milliseconds("30s"), Some(30_000));
        assert_eq!(milliseconds("250 ms"), Some(250));
        assert_eq!(milliseconds("2m"), Some(120_000));
        assert_eq!(milliseconds("1h"), Some(3_600_000));
        for text in [
            "",
            "30",
            "+30s",
            "s",
            "-1s",
            "1.5s",
            "3 days",
            "99999999999999999h",
        ] {
            assert_eq!(milliseconds(text), None, "{text}");
        }
    }

    #[test]
    fn an_example_is_a_time() {
        for (value, time) in [
            ("5", "5s"),
            ("\"45\"", "45s"),
            ("30_000", "30000ms"),
            ("\"+45\"", "45s"),
            ("\"-45\"", "30s"),
            ("\"0\"", "30s"),
            ("\"1.5s\"", "30s"),
            ("5m", "30s"),
            ("Duration::from_secs(5)", "30s"),
        ] {
            assert_eq!(example(&syn::parse_str(value).unwrap()), time, "{value}");
            assert!(milliseconds(time).is_some());
        }
    }
}
