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
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"system-ui,sans-serif\" font-size=\"13\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    svg += &text(16.0, 26.0, "start", title);
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
