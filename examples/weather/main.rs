//! A weather service on standard input and output, for MCP clients that start it as a program.
//!
//! Run `cargo run --example weather -- -v`, or let a client run `target/debug/examples/weather`. The
//! weather is made up; its data is before the tests at the end of this file. Logs go to standard
//! error.

use std::error::Error;
use std::io::IsTerminal as _;
use std::sync::{Mutex, PoisonError};

use clap::Parser;
use mcp_tool_runtime::{BuildError, ToolRegistry, mcp_tool, tools};
use mcp_tool_server::ToolServer;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tracing::{Level, Subscriber, debug, info};
use tracing_subscriber::filter::Targets;
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Lists the cities that this service knows. Use it to find out how a city is spelt, or after an
/// error about an unknown city.
#[mcp_tool(title = "Cities", read_only, open_world = false)]
async fn list_cities(
    #[state] service: &Service,
    /// Only cities in this country, for example "Norway"; all cities when absent
    country: Option<String>,
) -> Cities {
    let wanted = |station: &&Station| match &country {
        Some(country) => station.country.eq_ignore_ascii_case(country.trim()),
        None => true,
    };
    let cities = service.stations.iter().filter(wanted);
    Cities {
        cities: cities.map(Place::of).collect(),
    }
}

/// Tells the weather in a city at this moment, with the latest reports of people who are there.
#[mcp_tool(title = "Current weather", read_only, open_world = false)]
async fn current_weather(
    #[state] service: &Service,
    /// Name of the city in English, for example "Oslo"
    city: &str,
    /// Unit of the temperatures
    #[arg(default)]
    unit: Unit,
) -> Result<Current, WeatherError> {
    let station = service.station(city)?;
    Ok(Current {
        place: Place::of(station),
        unit,
        weather: Weather::of(&station.days[0], unit),
        reports: service.reports_from(station),
    })
}

/// Forecasts the weather in a city, day by day, for up to five days beginning with today.
#[mcp_tool(title = "Weather forecast", read_only, open_world = false)]
async fn forecast(
    #[state] service: &Service,
    /// Name of the city in English, for example "Oslo"
    city: &str,
    /// Number of days, from 1 to 5
    #[arg(default = 3)]
    days: u8,
    /// Unit of the temperatures
    #[arg(default)]
    unit: Unit,
) -> Result<Forecast, WeatherError> {
    let station = service.station(city)?;
    let outlook = match usize::from(days) {
        0 => None,
        days => station.days.get(..days),
    };
    let outlook = outlook.ok_or(WeatherError::NumberOfDays(days))?;
    debug!(city = station.city, days, "forecast");
    Ok(Forecast {
        place: Place::of(station),
        unit,
        days: outlook.iter().map(|day| Weather::of(day, unit)).collect(),
    })
}

/// Adds a report of what somebody in a city sees out of the window. `current_weather` shows it to
/// everybody, so leave out names and addresses.
#[mcp_tool(
    title = "Report the weather",
    destructive = false,
    idempotent = false,
    open_world = false
)]
async fn report_weather(
    #[state] service: &Service,
    /// Name of the city in English, for example "Oslo"
    city: &str,
    /// State of the sky
    sky: Sky,
    /// One sentence on anything else, for example "Black ice on the bridges"
    #[arg(sensitive)]
    note: Option<String>,
) -> Result<String, WeatherError> {
    let station = service.station(city)?;
    let mut reports = service.reports();
    if reports.len() == MOST_REPORTS {
        reports.remove(0);
    }
    reports.push((station.city, Report { sky, note }));
    info!(city = station.city, ?sky, "reported");
    Ok(format!(
        "Noted: the sky over {} as you see it.",
        station.city
    ))
}

/// Serves made-up weather over the Model Context Protocol, on standard input and output.
#[derive(Parser)]
#[command(version)]
struct Options {
    /// Log more to standard error: -v for actions, -vv for details, -vvv for all events of this server
    #[arg(short, long, action = clap::ArgAction::Count)]
    verbose: u8,
}

/// Builds the subscriber for the log. Crates other than this one, `mcp_tool_runtime` and `mcp_tool_server` log only
/// warnings and errors.
fn logging<W>(options: &Options, writer: W) -> impl Subscriber + Send + Sync + use<W>
where
    W: for<'w> MakeWriter<'w> + Send + Sync + 'static,
{
    let level = match options.verbose {
        0 => Level::WARN,
        1 => Level::INFO,
        2 => Level::DEBUG,
        _ => Level::TRACE,
    };
    let targets = Targets::new()
        .with_default(Level::WARN)
        .with_target(module_path!(), level)
        .with_target("mcp_tool_runtime", level)
        .with_target("mcp_tool_server", level);
    tracing_subscriber::fmt()
        .with_ansi(std::io::stderr().is_terminal())
        .with_max_level(Level::TRACE)
        .with_writer(writer)
        // By default, tracing reports a failed write with `eprintln!`, which panics if standard
        // error is closed.
        .log_internal_errors(false)
        .finish()
        .with(targets)
}

fn registry() -> Result<ToolRegistry<Service>, BuildError> {
    ToolRegistry::builder(Service::default())
        .tools(tools![
            list_cities,
            current_weather,
            forecast,
            report_weather
        ])
        .build()
}

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let options = Options::parse();
    logging(&options, std::io::stderr).init();

    let registry = registry()?;
    info!(
        tools = registry.definitions().len(),
        "serving on standard input and output"
    );
    ToolServer::new("weather", env!("CARGO_PKG_VERSION"), registry)
        .title("Weather")
        .instructions(
            "Weather for a few cities of Europe. Ask `list_cities` which they are. The data is \
             made up; do not plan a journey with it.",
        )
        .serve_stdio()
        .await?;
    Ok(())
}

/// The maximum number of reports. At this limit, a new report replaces the oldest one.
const MOST_REPORTS: usize = 100;

/// The state of the tools.
struct Service {
    stations: &'static [Station],
    reports: Mutex<Vec<(&'static str, Report)>>,
}

/// Unit of temperatures.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    #[default]
    Celsius,
    Fahrenheit,
}

/// State of the sky.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Sky {
    Clear,
    Cloudy,
    Fog,
    Rain,
    Snow,
    Thunderstorm,
}

#[derive(Serialize, JsonSchema)]
struct Cities {
    cities: Vec<Place>,
}

#[derive(Serialize, JsonSchema)]
struct Current {
    place: Place,
    unit: Unit,
    /// The weather today
    weather: Weather,
    /// Reports of people in the city, the latest first
    reports: Vec<Report>,
}

#[derive(Serialize, JsonSchema)]
struct Forecast {
    place: Place,
    unit: Unit,
    /// One entry per day, beginning with today
    days: Vec<Weather>,
}

#[derive(Serialize, JsonSchema)]
struct Place {
    city: &'static str,
    country: &'static str,
    /// Degrees north of the equator
    latitude: f64,
    /// Degrees east of Greenwich
    longitude: f64,
}

#[derive(Serialize, JsonSchema)]
struct Weather {
    sky: Sky,
    /// Lowest temperature, in the unit of the answer
    low: f64,
    /// Highest temperature, in the unit of the answer
    high: f64,
    wind: Wind,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
struct Wind {
    /// Speed in metres per second
    speed: f64,
    /// Direction from which the wind blows, in degrees: 0 is north, 90 is east
    from: u16,
}

#[derive(Clone, Serialize, JsonSchema)]
struct Report {
    sky: Sky,
    /// The report in its author's words
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<String>,
}

/// The errors of the tools. The model reads these texts, so each one says what to do next.
#[derive(Debug, thiserror::Error)]
enum WeatherError {
    #[error("there is no station in {city:?}; there are stations in {known}")]
    UnknownCity { city: String, known: String },
    #[error("a forecast of {0} days is not possible; ask for 1 to {DAYS}")]
    NumberOfDays(u8),
}

impl Service {
    fn station(&self, city: &str) -> Result<&'static Station, WeatherError> {
        let wanted = city.trim();
        let mut stations = self.stations.iter();
        let found = stations.find(|station| station.city.eq_ignore_ascii_case(wanted));
        found.ok_or_else(|| WeatherError::UnknownCity {
            city: city.to_owned(),
            known: self
                .stations
                .iter()
                .map(|station| station.city)
                .collect::<Vec<_>>()
                .join(", "),
        })
    }

    fn reports(&self) -> std::sync::MutexGuard<'_, Vec<(&'static str, Report)>> {
        self.reports.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn reports_from(&self, station: &Station) -> Vec<Report> {
        let reports = self.reports();
        let here = reports
            .iter()
            .rev()
            .filter(|(city, _)| *city == station.city);
        here.take(5).map(|(_, report)| report.clone()).collect()
    }
}

impl Default for Service {
    fn default() -> Self {
        Service {
            stations: STATIONS,
            reports: Mutex::default(),
        }
    }
}

impl Place {
    fn of(station: &Station) -> Self {
        Place {
            city: station.city,
            country: station.country,
            latitude: station.latitude,
            longitude: station.longitude,
        }
    }
}

impl Weather {
    fn of(day: &Day, unit: Unit) -> Self {
        Weather {
            sky: day.sky,
            low: unit.of_celsius(day.low),
            high: unit.of_celsius(day.high),
            wind: day.wind,
        }
    }
}

impl Unit {
    fn of_celsius(self, celsius: f64) -> f64 {
        match self {
            Unit::Celsius => celsius,
            Unit::Fahrenheit => (celsius * 18.0 + 320.0).round() / 10.0,
        }
    }
}

/// The number of days of weather data for each station.
const DAYS: usize = 5;

struct Station {
    city: &'static str,
    country: &'static str,
    latitude: f64,
    longitude: f64,
    days: [Day; DAYS],
}

/// The weather of a day. Temperatures are in degrees Celsius.
struct Day {
    sky: Sky,
    low: f64,
    high: f64,
    wind: Wind,
}

const fn day(sky: Sky, low: f64, high: f64, speed: f64, from: u16) -> Day {
    Day {
        sky,
        low,
        high,
        wind: Wind { speed, from },
    }
}

static STATIONS: &[Station] = &[
    Station {
        city: "Oslo",
        country: "Norway",
        latitude: 59.91,
        longitude: 10.75,
        days: [
            day(Sky::Snow, -6.0, -1.5, 4.0, 20),
            day(Sky::Cloudy, -8.5, -3.0, 2.5, 350),
            day(Sky::Clear, -12.0, -5.5, 1.0, 10),
            day(Sky::Clear, -11.0, -4.0, 1.5, 90),
            day(Sky::Snow, -5.0, 0.5, 6.0, 180),
        ],
    },
    Station {
        city: "Bergen",
        country: "Norway",
        latitude: 60.39,
        longitude: 5.32,
        days: [
            day(Sky::Rain, 3.0, 6.0, 9.0, 220),
            day(Sky::Rain, 4.0, 7.5, 11.5, 230),
            day(Sky::Rain, 2.5, 5.5, 8.0, 250),
            day(Sky::Fog, 1.0, 4.0, 2.0, 280),
            day(Sky::Rain, 3.5, 6.5, 10.0, 210),
        ],
    },
    Station {
        city: "Zurich",
        country: "Switzerland",
        latitude: 47.37,
        longitude: 8.54,
        days: [
            day(Sky::Fog, 0.0, 3.5, 1.0, 60),
            day(Sky::Fog, -0.5, 3.0, 0.5, 40),
            day(Sky::Cloudy, 1.0, 5.0, 3.0, 270),
            day(Sky::Rain, 2.5, 6.0, 5.5, 260),
            day(Sky::Clear, -2.0, 4.5, 2.0, 20),
        ],
    },
    Station {
        city: "Lisbon",
        country: "Portugal",
        latitude: 38.72,
        longitude: -9.14,
        days: [
            day(Sky::Clear, 11.0, 17.5, 3.5, 330),
            day(Sky::Clear, 10.5, 18.0, 3.0, 340),
            day(Sky::Cloudy, 12.0, 16.5, 5.0, 270),
            day(Sky::Thunderstorm, 12.5, 15.5, 12.0, 220),
            day(Sky::Rain, 11.5, 15.0, 8.5, 250),
        ],
    },
];

/// `cargo test --example weather` checks that all known clients accept the tools, that the definitions equal
/// those in the golden file, and that the log omits sensitive arguments. `UPDATE_GOLDEN=1` updates the file.
#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use mcp_tool_runtime::ProtocolVersion;
    use mcp_tool_server::testing::TestClient;
    use serde_json::json;

    use super::*;

    mcp_tool_runtime::check_tools!(registry().unwrap(), golden = "../golden/weather.json");

    const SECRET: &str = "ice before number 17";

    /// Runs a server with these flags, makes calls with a sensitive argument, and returns the log.
    async fn log(flags: &[&str]) -> String {
        let log = Arc::new(Mutex::new(Vec::new()));
        let options = Options::parse_from([&["weather"], flags].concat());
        let writer = Arc::clone(&log);
        let subscriber = logging(&options, move || Log(Arc::clone(&writer)));
        let guard = tracing::subscriber::set_default(subscriber);
        let server = ToolServer::new("weather", "1", registry().unwrap());
        let client = TestClient::connect(server, ProtocolVersion::V2025_11_25).await;
        for (tool, sky) in [
            ("report_weather", "clear"),
            ("report_weather", "pink"),
            ("no_such_tool", "clear"),
        ] {
            let arguments = json!({ "city": "Oslo", "sky": sky, "note": SECRET });
            let params = json!({ "name": tool, "arguments": arguments });
            let _ = client.request("tools/call", params).await;
        }
        client.close().await;
        drop(guard);
        let log = log.lock().unwrap();
        String::from_utf8(log.clone()).unwrap()
    }

    struct Log(Arc<Mutex<Vec<u8>>>);

    impl std::io::Write for Log {
        fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> std::io::Result<()> {
            Ok(())
        }
    }

    #[tokio::test]
    async fn a_sensitive_argument_is_not_logged() {
        for flags in [&[][..], &["-v"], &["-vv"], &["-vvv"]] {
            let log = log(flags).await;
            assert!(!log.contains(SECRET), "{flags:?}: {log}");
            assert_eq!(
                log.contains("reported"),
                !flags.is_empty(),
                "{flags:?}: {log}"
            );
        }
    }
}
