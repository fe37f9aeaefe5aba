//! The distribution of lengths as a picture.

use std::fmt::Write;

const BAR: usize = 9;
const HEIGHT: f64 = 260.0;
const LEFT: usize = 70;
const TOP: usize = 40;

/// A plot of how many positions are won (above) and lost in so many plies, on a logarithmic scale. `by_value`
/// counts positions by value: 0 never, 1 at once, else plies.
pub fn plot(title: &str, by_value: &[u64]) -> String {
    let last = by_value.iter().rposition(|&count| count > 0).unwrap_or(1).max(10);
    let most = by_value.iter().copied().max().unwrap_or(1).max(10) as f64;
    let decades = most.log10().ceil();
    let height =
        |count: u64| if count == 0 { 0.0 } else { (count as f64).log10().max(0.05) / decades * HEIGHT };
    // A column for each number of plies, a gap, and one for never.
    let width = LEFT + (last + 4) * BAR + 20;
    let total = TOP as f64 + HEIGHT + 60.0;
    let bottom = TOP as f64 + HEIGHT;
    let mut svg = String::new();
    // Writing to a string cannot fail.
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{total}\" font-family=\"sans-serif\" \
         font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"{LEFT}\" y=\"20\" font-size=\"14\">{title}</text>"
    );
    for decade in 0..=decades as u32 {
        let y = bottom - f64::from(decade) / decades * HEIGHT;
        let _ = writeln!(
            svg,
            "<line x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{width}\" y2=\"{y:.1}\" stroke=\"#ddd\"/>\
             <text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">10<tspan dy=\"-4\" font-size=\"8\">{decade}</tspan></text>",
            LEFT - 6,
            y + 4.0
        );
    }
    let mut bar = |column: usize, count: u64, colour: &str, what: &str| {
        let h = height(count);
        let _ = writeln!(
            svg,
            "<rect x=\"{}\" y=\"{:.1}\" width=\"{}\" height=\"{h:.1}\" fill=\"{colour}\"><title>{what}: {count}</title></rect>",
            LEFT + column * BAR + 1,
            bottom - h,
            BAR - 1
        );
    };
    for (plies, &count) in by_value.iter().enumerate().take(last + 1).skip(1) {
        let (colour, what) = if plies % 2 == 1 { ("#2b7a3d", "won in") } else { ("#b03a2e", "lost in") };
        bar(plies, count, colour, &format!("{what} {plies}"));
    }
    bar(last + 2, by_value.first().copied().unwrap_or(0), "#777", "never");
    for plies in (0..=last).step_by(10) {
        let x = LEFT + plies.max(1) * BAR + BAR / 2;
        let _ = writeln!(
            svg,
            "<text x=\"{x}\" y=\"{:.1}\" text-anchor=\"middle\">{}</text>",
            bottom + 15.0,
            plies.max(1)
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{LEFT}\" y=\"{:.1}\">plies; positions <tspan fill=\"#2b7a3d\">won</tspan>, \
         <tspan fill=\"#b03a2e\">lost</tspan>, <tspan fill=\"#777\">never decided</tspan></text>\n</svg>",
        bottom + 40.0
    );
    svg
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_length_has_a_bar() {
        let mut by_value = [0; 128];
        (by_value[0], by_value[1], by_value[2], by_value[47]) = (5, 1_000_000, 40, 1);
        let svg = super::plot("QRNvQRN", &by_value);
        for what in ["<svg ", "won in 1: 1000000", "lost in 2: 40", "won in 47: 1<", "never: 5<", "</svg>"] {
            assert!(svg.contains(what), "{what}");
        }
        assert!(!svg.contains("lost in 48"));
    }
}
