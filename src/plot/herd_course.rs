//! What happened under each policy over time: the values of both charts.

use crate::sim::{Band, Bands, Series, Service, TickUnit};

/// Arrivals over many trials, first attempts and retries together.
#[derive(Clone, Debug, PartialEq)]
pub struct CourseBand {
    /// Windows summed in one point.
    pub windows_per_point: u32,
    /// Least, median and greatest count of each point.
    pub arrivals: Band,
}

impl From<&Bands> for CourseBand {
    fn from(bands: &Bands) -> Self {
        Self { windows_per_point: bands.windows_per_point, arrivals: bands.arrivals.clone() }
    }
}

/// One trial of a policy, and the band over all its trials where wanted.
#[derive(Clone, Debug, PartialEq)]
pub struct Course {
    /// The policy's name.
    pub name: String,
    /// Colour, dash and marker: an index into [`Palette::series`](super::Palette::series), counted again
    /// from 0 above 7.
    pub style: usize,
    /// The trial's counts.
    pub series: Series,
    /// The band over trials; `None` draws none.
    pub band: Option<CourseBand>,
}

impl Course {
    /// Windows summed in one point of the trial, at least 1.
    #[must_use]
    pub fn windows(&self) -> u32 {
        self.series.windows_per_point.max(1)
    }

    /// First attempts and retries of a point.
    pub(super) fn arrivals(&self, point: usize) -> u64 {
        u64::from(self.series.first_attempts[point]) + u64::from(self.series.retries[point])
    }
}

/// The courses of all policies of a scenario, with what the axes need.
#[derive(Clone, Debug, PartialEq)]
pub struct Courses {
    /// One course per policy, in the scenario's order.
    pub policies: Vec<Course>,
    /// What a tick is.
    pub tick: TickUnit,
    /// The server: its window, capacity and outage.
    pub service: Service,
    /// Clients; the whole of the share chart.
    pub clients: u32,
    /// Attempts accepted up to the end of each point, per policy.
    served: Vec<Vec<u64>>,
    peak: f64,
    end_tick: f64,
}

/// The exact counts of one point, for a read-out.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Reading {
    /// First tick of the point.
    pub from_tick: u64,
    /// First tick after it.
    pub until_tick: u64,
    /// Windows summed in the point.
    pub windows: u32,
    /// First attempts that arrived.
    pub first_attempts: u64,
    /// Retries that arrived.
    pub retries: u64,
    /// Attempts accepted.
    pub accepted: u64,
    /// Attempts rejected: arrived and not accepted.
    pub rejected: u64,
    /// Capacity of the point's windows together, an outage left out of account.
    pub capacity: u64,
    /// Clients served up to the end of the point, between 0 and 1.
    pub share_served: f64,
}

impl Courses {
    /// Puts the courses of a scenario together.
    #[must_use]
    pub fn new(policies: Vec<Course>, tick: TickUnit, service: Service, clients: u32) -> Self {
        let sums = |course: &Course| {
            let accepted = course.series.accepted.iter();
            let sums = accepted.scan(0, |sum, count| {
                *sum += u64::from(*count);
                Some(*sum)
            });
            sums.collect()
        };
        let served = policies.iter().map(sums).collect();
        let mut courses = Self { policies, tick, service, clients, served, peak: 0.0, end_tick: 1.0 };
        courses.end_tick = courses.last_tick();
        let policies = 0..courses.policies.len();
        courses.peak = courses.peak_within(policies, 0.0, courses.end_tick);
        courses
    }

    /// Ticks in a point of a policy's trial.
    #[must_use]
    pub fn point_ticks(&self, policy: usize) -> f64 {
        self.ticks_of(self.policies[policy].windows())
    }

    /// The tick at which the last course ends, at least 1.
    #[must_use]
    pub fn end_tick(&self) -> f64 {
        self.end_tick
    }

    /// Most arrivals per window anywhere, at least the capacity.
    #[must_use]
    pub fn peak(&self) -> f64 {
        self.peak
    }

    /// The point of a policy's trial in which `tick` lies; `None` after its end.
    #[must_use]
    pub fn point_at(&self, policy: usize, tick: f64) -> Option<usize> {
        let point = libm::floor(tick.max(0.0) / self.point_ticks(policy)) as usize;
        (point < self.served[policy].len()).then_some(point)
    }

    /// The counts at `tick`; after the trial's end all are 0 and the share stays.
    #[must_use]
    pub fn reading(&self, policy: usize, tick: f64) -> Reading {
        let course = &self.policies[policy];
        let ticks = self.point_ticks(policy);
        let from_tick = (libm::floor(tick.max(0.0) / ticks) * ticks) as u64;
        let point = self.point_at(policy, tick);
        let count = |counts: &[u32]| point.map_or(0, |at| u64::from(counts[at]));
        let series = &course.series;
        let (first_attempts, retries) = (count(&series.first_attempts), count(&series.retries));
        let accepted = count(&series.accepted);
        Reading {
            from_tick,
            until_tick: from_tick + ticks as u64,
            windows: course.windows(),
            first_attempts,
            retries,
            accepted,
            rejected: (first_attempts + retries).saturating_sub(accepted),
            capacity: u64::from(self.service.capacity) * u64::from(course.windows()),
            share_served: self.share_at(policy, from_tick as f64 + ticks),
        }
    }

    /// Share of the clients served up to `tick`, between 0 and 1: exact at the ends of points, a straight
    /// line between them, since a series does not say when in a point a client was served.
    #[must_use]
    pub fn share_at(&self, policy: usize, tick: f64) -> f64 {
        let served = &self.served[policy];
        let position = (tick.max(0.0) / self.point_ticks(policy)).min(served.len() as f64);
        let whole = libm::floor(position) as usize;
        let up_to = |points: usize| points.checked_sub(1).map_or(0.0, |last| served[last] as f64);
        let next = up_to((whole + 1).min(served.len()));
        let count = up_to(whole) + (next - up_to(whole)) * (position - whole as f64);
        count / f64::from(self.clients.max(1))
    }

    /// The tick at which `share` (above 0) of the clients were served, on the same line as
    /// [`share_at`](Self::share_at); `None` when so many never were.
    #[must_use]
    pub fn reaches(&self, policy: usize, share: f64) -> Option<f64> {
        let served = &self.served[policy];
        let wanted = share * f64::from(self.clients);
        let point = served.partition_point(|sum| (*sum as f64) < wanted);
        let after = *served.get(point)? as f64;
        let before = point.checked_sub(1).map_or(0.0, |last| served[last] as f64);
        let part = if after > before { (wanted - before) / (after - before) } else { 0.0 };
        Some((point as f64 + part) * self.point_ticks(policy))
    }

    /// The tick at which a policy's trial ends.
    #[must_use]
    pub fn course_end(&self, policy: usize) -> f64 {
        self.served[policy].len() as f64 * self.point_ticks(policy)
    }

    /// Most arrivals per window of some policies between two ticks, at least the capacity.
    pub(super) fn peak_within(&self, policies: impl IntoIterator<Item = usize>, from: f64, to: f64) -> f64 {
        let mut peak = f64::from(self.service.capacity);
        for policy in policies {
            let course = &self.policies[policy];
            let points = self.points_between(course.windows(), self.served[policy].len(), from, to);
            let most = points.map(|point| course.arrivals(point)).max().unwrap_or(0);
            peak = peak.max(most as f64 / f64::from(course.windows()));
            if let Some(band) = &course.band {
                let windows = band.windows_per_point.max(1);
                let points = self.points_between(windows, band.arrivals.max.len(), from, to);
                let most = band.arrivals.max[points].iter().max().copied().unwrap_or(0);
                peak = peak.max(f64::from(most) / f64::from(windows));
            }
        }
        peak
    }

    /// Ticks in a point of `windows` windows.
    pub(super) fn ticks_of(&self, windows: u32) -> f64 {
        f64::from(windows.max(1)) * f64::from(self.service.window_ticks.max(1))
    }

    /// The points of a series that show between two ticks.
    fn points_between(&self, windows: u32, len: usize, from: f64, to: f64) -> std::ops::Range<usize> {
        let ticks = self.ticks_of(windows);
        let end = (libm::ceil(to / ticks).max(0.0) as usize).min(len);
        (libm::floor(from / ticks).max(0.0) as usize).min(end)..end
    }

    fn last_tick(&self) -> f64 {
        let ends = (0..self.policies.len()).map(|policy| {
            let band = self.policies[policy].band.as_ref();
            let band = band.map_or(0.0, |b| self.ticks_of(b.windows_per_point) * b.arrivals.max.len() as f64);
            self.course_end(policy).max(band)
        });
        ends.fold(1.0, f64::max)
    }
}
