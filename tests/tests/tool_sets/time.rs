//! The time server, with three time zones that have no daylight saving time.

use chrono::{DateTime, FixedOffset, NaiveTime, TimeZone};
use mcp_tool_runtime::{ToolError, ToolRegistry, mcp_tool, tools};
use serde_json::json;

use crate::checks::{Fact, call};

/// The time in one time zone.
#[derive(serde::Serialize, schemars::JsonSchema)]
struct TimeResult {
    timezone: String,
    datetime: DateTime<FixedOffset>,
    day_of_week: String,
    is_dst: bool,
}

#[derive(serde::Serialize, schemars::JsonSchema)]
struct TimeConversionResult {
    source: TimeResult,
    target: TimeResult,
    /// Hours by which the target is ahead of the source, such as `+9.0h`
    time_difference: String,
}

fn zone(name: &str) -> Result<FixedOffset, ToolError> {
    let hours = match name {
        "Etc/UTC" => 0,
        "Asia/Tokyo" => 9,
        "America/Bogota" => -5,
        _ => {
            return Err(ToolError::new(format!("there is no time zone {name}"))
                .suggest("write it as `Asia/Tokyo` is written"));
        }
    };
    FixedOffset::east_opt(hours * 3600).ok_or_else(|| ToolError::new("the clock is broken"))
}

fn at(timezone: &str, moment: DateTime<FixedOffset>) -> TimeResult {
    TimeResult {
        timezone: timezone.to_owned(),
        datetime: moment,
        day_of_week: moment.format("%A").to_string(),
        is_dst: false,
    }
}

/// Returns 12:00 UTC on 1 January 1970, converted to `zone`. The tools use this fixed time as the current
/// time.
fn noon(zone: FixedOffset) -> DateTime<FixedOffset> {
    DateTime::UNIX_EPOCH.with_timezone(&zone) + chrono::Duration::hours(12)
}

/// Returns the current time in a time zone.
#[mcp_tool(read_only, destructive = false, idempotent, open_world = false)]
fn get_current_time(
    /// Time zone, such as `Asia/Tokyo`
    timezone: &str,
) -> Result<TimeResult, ToolError> {
    Ok(at(timezone, noon(zone(timezone)?)))
}

/// Converts a time between time zones.
#[mcp_tool(read_only, destructive = false, idempotent, open_world = false)]
fn convert_time(
    /// Time zone of the given time
    source_timezone: &str,
    /// Time as `HH:MM`, on a 24-hour clock
    #[arg(example = "14:30")]
    time: &str,
    /// Target time zone
    target_timezone: &str,
) -> Result<TimeConversionResult, ToolError> {
    let clock = NaiveTime::parse_from_str(time, "%H:%M")
        .map_err(|_| ToolError::new(format!("{time} is no time")).suggest("write it as 14:30"))?;
    let (source, target) = (zone(source_timezone)?, zone(target_timezone)?);
    let day = noon(source).date_naive();
    let moment = source.from_local_datetime(&day.and_time(clock)).single();
    let moment = moment.ok_or_else(|| ToolError::new("the clocks did not show this time"))?;
    let hours = f64::from(target.local_minus_utc() - source.local_minus_utc()) / 3600.0;
    Ok(TimeConversionResult {
        source: at(source_timezone, moment),
        target: at(target_timezone, moment.with_timezone(&target)),
        time_difference: format!("{hours:+.1}h"),
    })
}

fn registry() -> ToolRegistry<()> {
    ToolRegistry::builder(())
        .tools(tools![get_current_time, convert_time])
        .build()
        .unwrap()
}

#[rustfmt::skip]
const FACTS: &[Fact] = &[
    ("get_current_time", "read_only !destructive idempotent !open_world", "timezone: string"),
    ("convert_time", "read_only !destructive idempotent !open_world",
        "source_timezone: string, target_timezone: string, time: string"),
];

check_set!(registry(), "time", FACTS);

#[test]
fn a_time_is_converted_between_time_zones() {
    let registry = registry();
    let arguments = json!({
        "source_timezone": "America/Bogota",
        "time": "20:30",
        "target_timezone": "Asia/Tokyo",
    });
    let (_, text) = call(&registry, "convert_time", arguments);
    let answer: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(answer["target"]["datetime"], "1970-01-02T10:30:00+09:00");
    assert_eq!(answer["target"]["day_of_week"], "Friday");
    assert_eq!(answer["time_difference"], "+14.0h");
}

#[test]
fn wrong_arguments_are_reported() {
    let registry = registry();
    let call = |name, arguments| call(&registry, name, arguments).1;
    assert_eq!(
        call("get_current_time", json!({ "time_zone": "Asia/Tokyo" })),
        r#"wrong argument for `get_current_time`:
- `time_zone`: no such argument; did you mean `timezone`, which is missing?
a minimal valid call has the arguments {"timezone":"<timezone>"}"#
    );
    assert_eq!(
        call("get_current_time", json!({ "timezone": "Tokyo" })),
        r#"there is no time zone Tokyo
write it as `Asia/Tokyo` is written"#
    );
    let arguments =
        json!({ "source_timezone": "Etc/UTC", "time": 1430, "target_timezone": "Asia/Tokyo" });
    assert_eq!(
        call("convert_time", arguments),
        r#"wrong argument for `convert_time`:
- `time`: expected a string, got 1430
a minimal valid call has the arguments {"source_timezone":"<source_timezone>","target_timezone":"<target_timezone>","time":"14:30"}"#
    );
}
