//! The simulation charts: their geometry, and the drawing as SVG text.
#![cfg(feature = "plot")]

use plotters::prelude::{IntoDrawingArea, RGBColor};
use plotters_svg::SVGBackend;
use retryscope::plot::{
    CountAxis, CountScale, Course, CourseBand, Courses, HerdLayout, Ink, MARKED_SHARES, Palette, SeriesView,
    ShareLayout, TimeScale, draw_herd, draw_share, herd_height, share_height,
};
use retryscope::sim::{Bands, FixedWindow, Order, Outage, SeedRange, Series, Service, TickUnit, simulate};

const WIDTHS: [f64; 2] = [288.0, 1400.0];

/// Every colour differs, so that an element's colour says what it is.
fn palette() -> Palette {
    Palette {
        surface: RGBColor(255, 255, 255),
        ink: RGBColor(1, 1, 1),
        muted: RGBColor(2, 2, 2),
        grid: RGBColor(3, 3, 3),
        accent: RGBColor(4, 4, 4),
        within: RGBColor(5, 5, 5),
        may_miss: RGBColor(6, 6, 6),
        misses: RGBColor(7, 7, 7),
        series: std::array::from_fn(|i| RGBColor(200, 0, i as u8)),
    }
}

const INK: &str = "#010101";
const MUTED: &str = "#020202";
const ACCENT: &str = "#040404";
const MISSES: &str = "#070707";
const SERIES_0: &str = "#C80000";

fn service(capacity: u32, outage: Option<(u64, u64)>) -> Service {
    let outage = outage.map(|(from_tick, until_tick)| Outage { from_tick, until_tick });
    Service { window_ticks: 100, capacity, order: Order::Arrival, outage }
}

fn course(name: &str, style: usize, first: &[u32], retries: &[u32], accepted: &[u32]) -> Course {
    let series = Series {
        windows_per_point: 1,
        first_attempts: first.to_vec(),
        retries: retries.to_vec(),
        accepted: accepted.to_vec(),
    };
    Course { name: name.to_owned(), style, series, band: None }
}

/// Ten windows of 100 ms: 40 clients, then retries; capacity 10; all served after window 4.
fn small() -> Courses {
    let first = [40, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    let retries = [0, 30, 0, 20, 10, 0, 0, 0, 0, 0];
    let accepted = [10, 10, 0, 10, 10, 0, 0, 0, 0, 0];
    Courses::new(
        vec![course("fixed", 0, &first, &retries, &accepted)],
        TickUnit::Millisecond,
        service(10, None),
        40,
    )
}

#[derive(Clone, Copy)]
enum Chart {
    Herd,
    Share,
}

fn svg(chart: Chart, courses: &Courses, view: &SeriesView, (width, height): (f64, f64)) -> String {
    let mut text = String::new();
    {
        let area = SVGBackend::with_string(&mut text, (width as u32, height as u32)).into_drawing_area();
        let palette = palette();
        let ink = Ink::new(&area, &palette, 1.0);
        let drawn = match chart {
            Chart::Herd => draw_herd(&ink, courses, view),
            Chart::Share => draw_share(&ink, courses, view),
        };
        drawn.unwrap();
        area.present().unwrap();
    }
    assert!(!text.contains("NaN") && !text.contains("inf"));
    text
}

fn herd(courses: &Courses, view: &SeriesView, width: f64) -> String {
    svg(Chart::Herd, courses, view, (width, herd_height(view.shown(courses).count())))
}

fn share(courses: &Courses, view: &SeriesView, width: f64) -> String {
    svg(Chart::Share, courses, view, (width, share_height()))
}

fn layout(courses: &Courses, view: &SeriesView, width: f64) -> HerdLayout {
    HerdLayout::new(courses, view, (width, herd_height(view.shown(courses).count())))
}

fn attribute<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    element.split_once(&format!(" {name}=\""))?.1.split('"').next()
}

/// The points of every `tag` whose `attribute` is `color`.
fn shapes(svg: &str, tag: &str, paint: &str, color: &str) -> Vec<Vec<(f64, f64)>> {
    let elements = svg.split('<').filter(|e| e.starts_with(&format!("{tag} ")));
    let painted = elements.filter(|e| attribute(e, paint) == Some(color));
    let points = |element| {
        let pairs = attribute(element, "points").unwrap().split_whitespace();
        pairs.map(|p| p.split_once(',').unwrap()).map(|(x, y)| (number(x), number(y))).collect()
    };
    painted.map(points).collect()
}

/// Every text with its anchor: text, x, y, "start", "middle" or "end".
fn texts(svg: &str) -> Vec<(String, f64, f64, String)> {
    let elements = svg.split('<').filter(|e| e.starts_with("text "));
    let text = |element: &str| {
        let (tag, content) = element.split_once('>').unwrap();
        let of = |name| number(attribute(tag, name).unwrap());
        let anchor = attribute(tag, "text-anchor").unwrap_or("start").to_owned();
        (content.trim().to_owned(), of("x"), of("y"), anchor)
    };
    elements.map(text).collect()
}

/// Corners of every filled rectangle of a colour: left, top, right, bottom.
fn rectangles(svg: &str, color: &str) -> Vec<[f64; 4]> {
    let elements = svg.split('<').filter(|e| e.starts_with("rect ") && attribute(e, "fill") == Some(color));
    let corners = |element| {
        let of = |name| number(attribute(element, name).unwrap());
        [of("x"), of("y"), of("x") + of("width"), of("y") + of("height")]
    };
    elements.map(corners).collect()
}

fn number(text: &str) -> f64 {
    text.parse().unwrap()
}

/// The highest point of a colour's areas over column x to x + 1.
fn top_at(areas: &[Vec<(f64, f64)>], x: f64) -> Option<f64> {
    let edges = areas.iter().flat_map(|area| area.windows(2));
    let level = edges.filter(|e| e[0].1 == e[1].1 && e[0].0.min(e[1].0) <= x && e[0].0.max(e[1].0) > x);
    level.map(|e| e[0].1).reduce(f64::min)
}

#[test]
fn the_capacity_line_and_its_label_lie_at_the_capacity() {
    let (courses, view) = (small(), SeriesView::default());
    for width in WIDTHS {
        let layout = layout(&courses, &view, width);
        let counts = layout.panels[0].counts;
        // 10 of at most 40
        let y = counts.bottom - (counts.bottom - counts.top) / 4.0;
        let drawing = herd(&courses, &view, width);
        let line = shapes(&drawing, "polyline", "stroke", INK);
        assert_eq!(line, [[(layout.time.left, y.round()), (layout.time.right, y.round())]]);
        let (_, x, label_y, _) = texts(&drawing).into_iter().find(|t| t.0 == "capacity 10").unwrap();
        let beside = (label_y - y).abs() <= 1.0 && x > layout.time.right;
        let above = label_y < y - 5.0 && label_y > y - 15.0 && x < layout.time.right;
        assert!(if width < 640.0 { above } else { beside }, "{width}: {x}, {label_y}");
    }
}

#[test]
fn columns_are_as_high_as_the_counts() {
    let (courses, view) = (small(), SeriesView::default());
    let layout = layout(&courses, &view, 1400.0);
    let counts = layout.panels[0].counts;
    let drawing = herd(&courses, &view, 1400.0);
    let bars = shapes(&drawing, "polygon", "fill", SERIES_0);
    for (window, arrivals) in [40.0, 30.0, 0.0, 20.0, 10.0, 0.0].into_iter().enumerate() {
        let middle = layout.time.x(window as f64 * 100.0 + 50.0).floor();
        let expected = (arrivals > 0.0).then(|| counts.y(arrivals).round());
        assert_eq!(top_at(&bars, middle), expected, "window {window}");
    }
    // what is above the accepted count is tinted, and nothing where all were accepted
    let rejected = shapes(&drawing, "polygon", "fill", MISSES);
    let lowest = rejected.iter().flatten().map(|point| point.1).fold(0.0, f64::max);
    assert_eq!(lowest, counts.y(10.0).round());
    assert_eq!(top_at(&rejected, layout.time.x(150.0).floor()), Some(counts.y(30.0).round()));
    assert_eq!(top_at(&rejected, layout.time.x(450.0).floor()), None);
}

#[test]
fn first_attempts_are_lighter_than_retries() {
    let drawing = herd(&small(), &SeriesView::default(), 1400.0);
    let strengths: Vec<(f64, f64)> = drawing
        .split('<')
        .filter(|e| e.starts_with("polygon ") && attribute(e, "fill") == Some(SERIES_0))
        .map(|e| {
            let x = attribute(e, "points").unwrap().split(',').next().unwrap();
            (number(x), number(attribute(e, "opacity").unwrap()))
        })
        .collect();
    let time = layout(&small(), &SeriesView::default(), 1400.0).time;
    let at = |x: f64| strengths.iter().find(|s| s.0 == x.round()).unwrap().1;
    assert!(at(time.x(0.0)) < 0.5 && at(time.x(100.0)) == 1.0, "{strengths:?}");
}

#[test]
fn a_zoom_cuts_exactly_at_its_edges() {
    let courses = small();
    let mut view = SeriesView::default();
    view.zoom_to(&courses, 350.0, 150.0);
    assert_eq!(view.range(&courses), (150.0, 350.0));
    for width in WIDTHS {
        let layout = layout(&courses, &view, width);
        let time = layout.time;
        assert_eq!((time.x(150.0), time.x(350.0)), (time.left, time.right));
        let drawing = herd(&courses, &view, width);
        let bars = shapes(&drawing, "polygon", "fill", SERIES_0);
        let in_plot = bars.iter().filter(|b| b.iter().any(|p| p.1 > layout.panels[0].counts.top));
        let corners: Vec<(f64, f64)> = in_plot.flatten().copied().collect();
        assert_eq!(corners.iter().map(|p| p.0).fold(f64::INFINITY, f64::min), time.left);
        assert_eq!(corners.iter().map(|p| p.0).fold(0.0, f64::max), time.right);
        // nothing after the edge is drawn into the last column: window 3 begins at 300 and has 20
        assert_eq!(top_at(&bars, time.right - 1.0), Some(layout.panels[0].counts.y(20.0).round()));
        // half of window 1 is in it, and no arrival beyond its 30 sets the scale
        assert_eq!(layout.panels[0].counts.max, 30.0);
        assert_eq!(top_at(&bars, time.x(195.0).floor()), Some(layout.panels[0].counts.top));
        assert_eq!(top_at(&bars, time.x(205.0).ceil()), None);
        let curve = ShareLayout::new(&courses, &view, (width, share_height())).curve(&courses, 0);
        assert_eq!((curve[0].0, curve.last().unwrap().0), (time.left, time.right));
    }
}

#[test]
fn a_zoom_stays_within_the_courses() {
    let courses = small();
    let mut view = SeriesView::default();
    view.zoom_to(&courses, -50.0, 5000.0);
    assert_eq!(view.zoom, None);
    view.zoom_to(&courses, 420.0, 420.0);
    assert_eq!(view.range(&courses), (420.0, 520.0));
    view.zoom_to(&courses, 990.0, 2000.0);
    assert_eq!(view.range(&courses), (900.0, 1000.0));
    view.zoom_to(&courses, f64::NAN, 3.0);
    assert_eq!(view.zoom, None);
    view.zoom_by(&courses, 0.5, 400.0);
    assert_eq!(view.range(&courses), (200.0, 700.0));
    view.zoom_by(&courses, 10.0, 400.0);
    assert_eq!(view.zoom, None);
}

#[test]
fn abstract_ticks_have_no_time_units() {
    let mut courses = small();
    let last = |courses: &Courses| {
        let drawing = herd(courses, &SeriesView::default(), 1400.0);
        let axis = herd_height(1) - 20.0;
        let labels = texts(&drawing).into_iter().filter(|t| t.2 == axis).map(|t| t.0);
        let mut labels: Vec<String> = labels.collect();
        // drawn from the right
        labels.reverse();
        labels
    };
    assert_eq!(last(&courses)[..3], ["0", "50 ms", "100 ms"]);
    courses.tick = TickUnit::Second;
    assert_eq!(last(&courses)[..3], ["0", "1 min", "2 min"]);
    courses.tick = TickUnit::Abstract;
    let labels = last(&courses);
    assert_eq!(labels[..3], ["0", "50", "100"]);
    assert_eq!(labels.last().unwrap(), "1,000 ticks");
    let texts = texts(&herd(&courses, &SeriesView::default(), 1400.0));
    assert!(texts.iter().any(|t| t.0 == "attempts per 100 ticks"));
    assert!(!texts.iter().any(|t| t.0.ends_with(" s") || t.0.ends_with(" ms") || t.0.ends_with(" min")));
}

#[test]
fn logarithmic_counts_keep_zero_and_equal_ratios() {
    let axis = CountAxis { top: 0.0, bottom: 90.0, max: 999.0, scale: CountScale::Log };
    for (count, y) in [(0.0, 90.0), (9.0, 60.0), (99.0, 30.0), (999.0, 0.0)] {
        assert!((axis.y(count) - y).abs() < 1e-9, "{count}");
    }
    let labels: Vec<String> = axis.labels().into_iter().map(|label| label.1).collect();
    assert_eq!(labels, ["0", "10", "100"]);
    let large = CountAxis { max: 4_000_000.0, scale: CountScale::Linear, ..axis };
    let labels: Vec<String> = large.labels().into_iter().map(|label| label.1).collect();
    assert_eq!(labels, ["0", "2,000,000", "4,000,000"]);
    let tiny = CountAxis { max: 1.0, ..large };
    assert_eq!(tiny.labels().len(), 2);
}

#[test]
fn logarithmic_time_keeps_zero_and_is_undone_by_tick_at() {
    let courses = small();
    for scale in [TimeScale::Linear, TimeScale::Log] {
        for zoom in [None, Some((120.0, 480.0))] {
            let view = SeriesView { time: scale, zoom, ..SeriesView::default() };
            let time = layout(&courses, &view, 1400.0).time;
            for x in [time.left, time.left + 1.0, 500.0, 777.5, time.right] {
                assert!((time.x(time.tick_at(x)) - x).abs() < 1e-6, "{scale:?} {zoom:?} {x}");
            }
            assert_eq!(time.tick_at(-100.0), time.from);
            assert_eq!(time.tick_at(9999.0), time.to);
            let ticks: Vec<f64> = time.labels().into_iter().map(|label| label.0).collect();
            assert!(ticks.len() >= 3 && ticks.is_sorted(), "{ticks:?}");
            assert!(ticks.iter().all(|tick| time.contains(*tick)), "{ticks:?}");
        }
    }
    let view = SeriesView { time: TimeScale::Log, ..SeriesView::default() };
    let time = layout(&courses, &view, 1400.0).time;
    // ln(1 + t) over 1 s: 9 ms lies a third of the way to 999 ms
    let third = (time.x(9.0) - time.left) / (time.x(999.0) - time.left);
    assert!((third - 1.0 / 3.0).abs() < 1e-9);
}

#[test]
fn both_charts_line_up() {
    let courses = small();
    for width in WIDTHS {
        let view = SeriesView { zoom: Some((100.0, 700.0)), ..SeriesView::default() };
        let share = ShareLayout::new(&courses, &view, (width, share_height()));
        assert_eq!(share.time, layout(&courses, &view, width).time);
    }
}

#[test]
fn the_outage_spans_its_ticks() {
    let mut courses = small();
    courses.service = service(10, Some((200, 450)));
    for zoom in [None, Some((300.0, 900.0))] {
        let view = SeriesView { zoom, ..SeriesView::default() };
        let layout = layout(&courses, &view, 1400.0);
        let x = |tick| layout.time.x(tick).max(layout.time.left).round();
        let band = [x(200.0), 0.0, x(450.0), layout.bottom];
        let drawing = herd(&courses, &view, 1400.0);
        assert_eq!(rectangles(&drawing, MUTED), [band]);
        let label = texts(&drawing).into_iter().find(|t| t.0 == "outage").unwrap();
        assert!(label.1 > band[0] && label.1 < band[2]);
        let share = rectangles(&share(&courses, &view, 1400.0), MUTED);
        assert_eq!((share[0][0], share[0][2]), (band[0], band[2]));
    }
    let after = SeriesView { zoom: Some((500.0, 900.0)), ..SeriesView::default() };
    let drawing = herd(&courses, &after, 1400.0);
    assert!(rectangles(&drawing, MUTED).is_empty() && !drawing.contains("outage"));
}

/// 65,536 windows with one peak in the middle of nowhere.
fn long(peak_at: usize, policies: usize) -> Courses {
    let points = 65_536;
    // pseudo-random, so that neighbouring columns differ
    let mut noise: Vec<u32> = (0..points as u32).map(|i| i.wrapping_mul(2_654_435_761) >> 26).collect();
    noise[peak_at] = 1000;
    let accepted: Vec<u32> = noise.iter().map(|n| (*n).min(10)).collect();
    let first = vec![0; points];
    let course = |i| course(&format!("policy {i}"), i, &first, &noise, &accepted);
    let courses = (0..policies).map(course).collect();
    Courses::new(courses, TickUnit::Millisecond, service(10, None), 1_000_000)
}

#[test]
fn thinning_keeps_the_greatest_point() {
    for (peak_at, time) in [(0, TimeScale::Linear), (40_001, TimeScale::Linear), (65_535, TimeScale::Log)] {
        let courses = long(peak_at, 1);
        let view = SeriesView { time, ..SeriesView::default() };
        for width in WIDTHS {
            let layout = layout(&courses, &view, width);
            let bars = shapes(&herd(&courses, &view, width), "polygon", "fill", SERIES_0);
            let x = layout.time.x(peak_at as f64 * 100.0).round().min(layout.time.right - 1.0);
            assert_eq!(top_at(&bars, x), Some(layout.panels[0].counts.top), "{peak_at} at {width}");
        }
    }
}

#[test]
fn the_work_depends_on_the_pixels_not_on_the_points() {
    for (time, counts) in [(TimeScale::Linear, CountScale::Linear), (TimeScale::Log, CountScale::Log)] {
        let view = SeriesView { time, counts, ..SeriesView::default() };
        let drawing = herd(&long(7, 8), &view, 1400.0);
        let elements = drawing.matches('<').count();
        assert!(elements < 12_000, "{elements} elements");
        assert!(share(&long(7, 8), &view, 1400.0).len() < 1_000_000);
    }
}

#[test]
fn nothing_to_show_is_drawn_without_error() {
    let none = Courses::new(Vec::new(), TickUnit::Second, service(1, Some((0, 5))), 0);
    let nothing = course("nothing", 3, &[], &[], &[]);
    let zero = course("zero", 11, &[0], &[0], &[0]);
    let empty = Courses::new(vec![nothing, zero], TickUnit::Abstract, service(1, None), 0);
    for courses in [none, empty] {
        for time in [TimeScale::Linear, TimeScale::Log] {
            for (counts, width) in
                [(CountScale::Linear, 288.0), (CountScale::Log, 1400.0), (CountScale::Log, 1.0)]
            {
                let mut view = SeriesView { time, counts, cursor: Some(0.0), ..SeriesView::default() };
                view.step_cursor(&courses, 1);
                let layout = layout(&courses, &view, width);
                assert!(layout.time.x(0.0).is_finite() && layout.time.tick_at(20.0).is_finite());
                assert!(layout.panels.iter().all(|panel| panel.counts.y(0.0).is_finite()));
                herd(&courses, &view, width);
                share(&courses, &view, width);
                view.visible = vec![false; 2];
                herd(&courses, &view, width);
                share(&courses, &view, width);
            }
        }
    }
}

#[test]
fn labels_stay_inside_and_apart_at_any_width() {
    let scenario = FixedWindow { seeds: SeedRange { first: 1, last: 3 }, ..FixedWindow::default() };
    let scenario = scenario.scenario(&["immediate", "exponential", "full"]).unwrap();
    let results = simulate(&scenario).unwrap();
    let policies = scenario.policies.iter().zip(&results.policies).enumerate();
    let course = |(style, (policy, trials)): (usize, _)| {
        let trials: &Vec<retryscope::sim::TrialResult> = trials;
        let policy: &retryscope::sim::NamedPolicy = policy;
        let bands = Bands::of(trials.iter().map(|t| &t.series));
        let name = format!("{} with a name that is too long to be read at once", policy.name);
        Course { name, style, series: trials[0].series.clone(), band: Some(CourseBand::from(&bands)) }
    };
    let courses =
        Courses::new(policies.map(course).collect(), scenario.tick, scenario.service, scenario.clients);
    for width in WIDTHS {
        for time in [TimeScale::Linear, TimeScale::Log] {
            let view =
                SeriesView { time, cursor: Some(700.0), drag: Some((900.0, 300.0)), ..SeriesView::default() };
            for drawing in [herd(&courses, &view, width), share(&courses, &view, width)] {
                let mut spans: Vec<(f64, f64, f64)> = Vec::new();
                for (text, x, y, anchor) in texts(&drawing) {
                    let long = text.chars().count() as f64 * 5.5;
                    let left = match anchor.as_str() {
                        "start" => x,
                        "middle" => x - long / 2.0,
                        _ => x - long,
                    };
                    assert!(left >= -1.0 && left + long <= width + 1.0, "{text} at {width}");
                    let apart =
                        |s: &(f64, f64, f64)| (s.2 - y).abs() > 9.0 || s.1 <= left || s.0 >= left + long;
                    assert!(spans.iter().all(apart), "{text} at {width} touches another text");
                    spans.push((left, left + long, y));
                }
            }
        }
    }
}

#[test]
fn several_windows_in_a_point_are_drawn_as_their_mean() {
    let mut courses = small().policies;
    courses.push(Course {
        series: courses[0].series.coarsened(2),
        name: "coarse".to_owned(),
        style: 1,
        band: None,
    });
    let courses = Courses::new(courses, TickUnit::Millisecond, service(10, None), 40);
    let view = SeriesView::default();
    let layout = layout(&courses, &view, 1400.0);
    let bars = shapes(&herd(&courses, &view, 1400.0), "polygon", "fill", "#C80001");
    let y = layout.panels[1].counts.y(35.0).round();
    assert_eq!(top_at(&bars, layout.time.x(30.0).floor()), Some(y));
    assert_eq!(top_at(&bars, layout.time.x(170.0).floor()), Some(y));
    // a band of coarser points than the trial's
    let mut policies = small().policies;
    let bands =
        Bands::of([&courses.policies[1].series, &Series { windows_per_point: 2, ..Series::default() }]);
    policies[0].band = Some(CourseBand::from(&bands));
    let banded = Courses::new(policies, TickUnit::Millisecond, service(10, None), 40);
    let areas = shapes(&herd(&banded, &view, 1400.0), "polygon", "fill", INK);
    let y = HerdLayout::new(&banded, &view, (1400.0, herd_height(1))).panels[0].counts.y(35.0).round();
    assert_eq!(top_at(&areas, layout.time.x(30.0).floor()), Some(y));
    let reading = courses.reading(1, 170.0);
    assert_eq!((reading.from_tick, reading.until_tick, reading.windows), (0, 200, 2));
    assert_eq!((reading.first_attempts, reading.retries, reading.accepted), (40, 30, 20));
    assert_eq!((reading.rejected, reading.capacity), (50, 20));
}

#[test]
fn the_band_spans_least_to_greatest() {
    let mut courses = small().policies;
    let other = course("", 0, &[40; 1], &[0; 1], &[10; 1]).series;
    let bands = Bands::of([&courses[0].series, &other]);
    courses[0].band = Some(CourseBand::from(&bands));
    let courses = Courses::new(courses, TickUnit::Millisecond, service(10, None), 40);
    let layout = layout(&courses, &SeriesView::default(), 1400.0);
    let counts = layout.panels[0].counts;
    let areas = shapes(&herd(&courses, &SeriesView::default(), 1400.0), "polygon", "fill", INK);
    // window 1: 30 and none; window 0: 40 in both, so the band has no height there
    assert_eq!(top_at(&areas, layout.time.x(150.0).floor()), Some(counts.y(30.0).round()));
    assert_eq!(top_at(&areas, layout.time.x(50.0).floor()), None);
    let lines = shapes(&herd(&courses, &SeriesView::default(), 1400.0), "polyline", "stroke", INK);
    let median = counts.y(15.0).round();
    assert!(lines.iter().flatten().any(|point| point.1 == median));
}

#[test]
fn shares_are_exact_at_the_ends_of_windows() {
    let courses = small();
    assert_eq!(
        [0.0, 50.0, 100.0, 300.0, 500.0, 9e9].map(|t| courses.share_at(0, t)),
        [0.0, 0.125, 0.25, 0.5, 1.0, 1.0]
    );
    assert_eq!(MARKED_SHARES.map(|share| courses.reaches(0, share)), [Some(200.0), Some(480.0)]);
    assert_eq!(courses.reading(0, 320.0).share_served, 0.75);
    let layout = ShareLayout::new(&courses, &SeriesView::default(), (1400.0, share_height()));
    let curve = layout.curve(&courses, 0);
    assert_eq!(curve[0], (layout.time.left, layout.bottom));
    assert_eq!(curve.last().unwrap(), &(layout.time.right, layout.top));
    assert!(curve.windows(2).all(|pair| pair[0].1 >= pair[1].1));
    // never served: no crossing, and after the end nothing changes
    let lost = course("lost", 0, &[4], &[0], &[1]);
    let lost = Courses::new(vec![lost], TickUnit::Second, service(1, None), 4);
    assert_eq!((lost.reaches(0, 0.25), lost.reaches(0, 0.5)), (Some(100.0), None));
    let after = lost.reading(0, 700.0);
    assert_eq!((after.first_attempts, after.accepted, after.share_served), (0, 0, 0.25));
}

#[test]
fn crossings_and_ends_are_marked() {
    let (courses, view) = (small(), SeriesView::default());
    let layout = ShareLayout::new(&courses, &view, (1400.0, share_height()));
    let markers = shapes(&share(&courses, &view, 1400.0), "polygon", "fill", SERIES_0);
    for (tick, share) in [(200.0, 0.5), (480.0, 0.95), (1000.0, 1.0)] {
        let at = (layout.time.x(tick), layout.y(share));
        let surrounds = |m: &&Vec<(f64, f64)>| {
            let mean = |part: fn(&(f64, f64)) -> f64| m.iter().map(part).sum::<f64>() / m.len() as f64;
            (mean(|p| p.0) - at.0).abs() <= 1.0 && (mean(|p| p.1) - at.1).abs() <= 1.0
        };
        assert_eq!(markers.iter().filter(surrounds).count(), 1, "{share}");
    }
}

#[test]
fn line_ends_are_named_where_there_is_room() {
    let view = SeriesView::default();
    let names = |width: f64| {
        let texts = texts(&share(&long(5, 8), &view, width)).into_iter();
        texts.filter(|t| t.0.starts_with("policy")).map(|t| t.2).collect::<Vec<f64>>()
    };
    let heights = names(1400.0);
    assert_eq!(heights.len(), 8);
    assert!(heights.windows(2).all(|pair| pair[1] - pair[0] >= 14.0), "{heights:?}");
    assert!(names(288.0).is_empty());
}

#[test]
fn the_cross_hair_and_the_selection_are_where_they_should_be() {
    let courses = small();
    let view = SeriesView { cursor: Some(620.0), drag: Some((800.0, 700.0)), ..SeriesView::default() };
    for width in WIDTHS {
        for drawing in [herd(&courses, &view, width), share(&courses, &view, width)] {
            let x = |tick| layout(&courses, &view, width).time.x(tick).round();
            let line = &shapes(&drawing, "polyline", "stroke", ACCENT)[0];
            assert!(line.iter().all(|point| point.0 == x(620.0)));
            let spans: Vec<_> = rectangles(&drawing, ACCENT).iter().map(|r| (r[0], r[2])).collect();
            assert_eq!(spans, [(x(600.0), x(700.0)), (x(700.0), x(800.0))]);
        }
    }
}

#[test]
fn keys_move_the_cross_hair_point_by_point() {
    let courses = small();
    let mut view = SeriesView { zoom: Some((150.0, 450.0)), ..SeriesView::default() };
    let mut step = |steps| {
        view.step_cursor(&courses, steps);
        view.cursor.unwrap()
    };
    assert_eq!(step(1), 150.0);
    assert_eq!([step(1), step(1), step(1), step(1)], [250.0, 350.0, 450.0, 450.0]);
    assert_eq!([step(-2), step(i64::MAX), step(i64::MIN)], [250.0, 450.0, 150.0]);
    assert_eq!(courses.point_at(0, 999.9), Some(9));
    assert_eq!(courses.point_at(0, 1000.0), None);
}

#[test]
fn panels_are_found_by_height() {
    let courses = long(3, 3);
    let view = SeriesView { visible: vec![true, false, true], ..SeriesView::default() };
    let layout = layout(&courses, &view, 700.0);
    let found = [5.0, 40.0, 120.0, 135.0, 239.0, 245.0].map(|y| layout.policy_at(y));
    assert_eq!(found, [None, Some(0), Some(0), Some(2), Some(2), None]);
    assert_eq!(layout.panels[0].counts.max, layout.panels[1].counts.max);
}

#[test]
fn a_part_ends_before_the_peak_after_it() {
    let mut courses = long(30_000, 1);
    // above the noise, so that the peak alone could reach the top
    courses.service.capacity = 200;
    let view = SeriesView { zoom: Some((0.0, 3_000_000.0)), ..SeriesView::default() };
    let layout = layout(&courses, &view, 288.0);
    assert_eq!(layout.panels[0].counts.max, 200.0);
    let bars = shapes(&herd(&courses, &view, 288.0), "polygon", "fill", SERIES_0);
    assert!(top_at(&bars, layout.time.right - 1.0).unwrap() > layout.panels[0].counts.top + 20.0);
    let longer = SeriesView { zoom: Some((0.0, 3_000_100.0)), ..SeriesView::default() };
    assert_eq!(HerdLayout::new(&courses, &longer, (288.0, 158.0)).panels[0].counts.max, 1000.0);
}

#[test]
fn logarithmic_clock_labels_are_round_and_apart() {
    let courses = long(7, 1);
    let view = SeriesView { time: TimeScale::Log, ..SeriesView::default() };
    let labels = |width: f64| {
        let drawn = texts(&herd(&courses, &view, width)).into_iter().filter(|t| t.2 == herd_height(1) - 20.0);
        let mut labels: Vec<(String, f64)> = drawn.map(|t| (t.0, t.1)).collect();
        labels.reverse();
        labels
    };
    let wide: Vec<String> = labels(1400.0).into_iter().map(|label| label.0).collect();
    assert_eq!(wide, ["0", "10 s", "1 min", "10 min", "1 h"]);
    let narrow = labels(120.0);
    assert!(narrow.len() >= 2);
    assert!(narrow.windows(2).all(|pair| pair[1].1 - pair[0].1 >= 20.0), "{narrow:?}");
}
