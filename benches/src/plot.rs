//! Plots in SVG.

/// A group of bars: its label, and the value of each implementation. `None` leaves the bar out.
type Point<'p> = (&'p str, [Option<f64>; 3]);

const NAMES: [&str; 3] = ["mcp-tool-runtime", "by hand", "rmcp"];
const COLORS: [&str; 3] = ["#2a78c2", "#8a8a8a", "#d9822b"];
const WIDTH: f64 = 720.0;
const LEFT: f64 = 110.0;
const RIGHT: f64 = 70.0;
const TOP: f64 = 70.0;

/// Returns an SVG of horizontal bars in groups, below a title and a legend.
pub(crate) fn bars(title: &str, points: &[Point<'_>]) -> String {
    const BAR: f64 = 16.0;
    const GROUP: f64 = 3.0 * BAR + 14.0;
    let values = points.iter().flat_map(|(_, values)| values).flatten();
    let largest = values.copied().fold(f64::MIN_POSITIVE, f64::max);
    let scale = (WIDTH - LEFT - RIGHT) / largest;
    let height = TOP + GROUP * points.len() as f64;
    let mut svg = start(title, height);
    for (side, name) in NAMES.iter().enumerate() {
        let x = LEFT + 170.0 * side as f64;
        svg += &bar(x, 40.0, 12.0, 12.0, side);
        svg += &text(x + 18.0, 51.0, "start", name);
    }
    for (at, (label, values)) in points.iter().enumerate() {
        let y = TOP + GROUP * at as f64;
        svg += &text(LEFT - 8.0, y + 1.5 * BAR + 4.0, "end", label);
        for (side, value) in values.iter().enumerate() {
            let Some(value) = value else { continue };
            let (y, width) = (y + BAR * side as f64, value * scale);
            svg += &bar(LEFT, y, width, BAR - 2.0, side);
            svg += &text(LEFT + width + 5.0, y + 12.0, "start", &short(*value));
        }
    }
    svg + "</svg>\n"
}

/// The colours of lines.
const LINES: [&str; 6] = [
    "#2a78c2", "#d9822b", "#3a9a5b", "#8a5bb5", "#c23a3a", "#8a8a8a",
];

/// Returns an SVG of lines below a title and a legend. Both axes are logarithmic, from 1 to the largest size, and from
/// a hundredth to ten.
pub(crate) fn lines(title: &str, series: &[(&str, Vec<(f64, f64)>)]) -> String {
    const HEIGHT: f64 = 300.0;
    let top = 60.0 + 18.0 * series.len() as f64;
    let points = series.iter().flat_map(|(_, points)| points);
    let decades = points
        .map(|(size, _)| size.log10())
        .fold(1.0, f64::max)
        .ceil();
    let x = |size: f64| LEFT + (WIDTH - LEFT - RIGHT) * size.log10() / decades;
    let y = |cost: f64| top + HEIGHT * (1.0 - cost.max(0.001).log10()) / 4.0;
    let mut svg = start(title, top + HEIGHT + 40.0);
    for decade in 0..=decades as i32 {
        let at = x(10f64.powi(decade));
        svg += &line(&[(at, top), (at, top + HEIGHT)], "#ddd");
        svg += &text(at, top + HEIGHT + 20.0, "middle", &format!("10^{decade}"));
    }
    for decade in -3..=1 {
        let cost = 10f64.powi(decade);
        svg += &line(&[(LEFT, y(cost)), (WIDTH - RIGHT, y(cost))], "#ddd");
        svg += &text(LEFT - 8.0, y(cost) + 4.0, "end", &format!("{cost} ×"));
    }
    for (at, ((name, points), color)) in series.iter().zip(LINES).enumerate() {
        let legend = 46.0 + 18.0 * at as f64;
        svg += &line(&[(LEFT, legend), (LEFT + 24.0, legend)], color);
        svg += &text(LEFT + 32.0, legend + 4.0, "start", &name.replace('`', ""));
        let points: Vec<_> = points
            .iter()
            .map(|(size, cost)| (x(*size), y(*cost)))
            .collect();
        svg += &line(&points, color);
    }
    svg + "</svg>\n"
}

fn line(points: &[(f64, f64)], color: &str) -> String {
    let points: Vec<_> = points
        .iter()
        .map(|(x, y)| format!("{x:.1},{y:.1}"))
        .collect();
    let points = points.join(" ");
    format!("<polyline points=\"{points}\" fill=\"none\" stroke=\"{color}\" stroke-width=\"2\"/>\n")
}

/// Returns the start of an SVG, with its title.
fn start(title: &str, height: f64) -> String {
    let svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"system-ui,sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    svg + &text(16.0, 26.0, "start", title)
}

fn bar(x: f64, y: f64, width: f64, height: f64, side: usize) -> String {
    let color = COLORS[side];
    format!(
        "<rect x=\"{x}\" y=\"{y}\" width=\"{width:.1}\" height=\"{height}\" fill=\"{color}\"/>\n"
    )
}

fn text(x: f64, y: f64, anchor: &str, text: &str) -> String {
    format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>\n")
}

/// Formats a value in a few characters.
fn short(value: f64) -> String {
    match value {
        value if value >= 1e6 => format!("{:.1} M", value / 1e6),
        value if value >= 1e3 => format!("{:.1} k", value / 1e3),
        value => format!("{value:.2}"),
    }
}
