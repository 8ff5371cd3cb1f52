//! Results of a finished run, as the panels read them.

use crate::plot::{Course, CourseBand, Courses};
use crate::sim::{Results, Series};
use crate::study::StudyInput;

/// A finished run.
#[derive(Clone, Debug)]
pub(in crate::app) struct Outcome {
    /// The canonical link of the scenario.
    pub link: String,
    /// The scenario.
    pub input: StudyInput,
    /// Its results.
    pub results: Results,
    /// How long the run took; no part of the result.
    pub elapsed_ms: f64,
}

impl Outcome {
    /// The colour, dash and marker of each policy: warm without jitter, cool with it, so that the point is seen
    /// before it is read. A policy keeps its style in every chart, table and legend.
    pub fn style(&self, policy: usize) -> usize {
        const WARM: usize = 3;
        const COOL: usize = 5;
        let jitter = |index: usize| self.input.policies[index].has_jitter();
        let before = (0..policy).filter(|index| jitter(*index) == jitter(policy)).count();
        if jitter(policy) { WARM + before % COOL } else { before % WARM }
    }

    /// The courses of the first trials, with the bands over all of them as far as they are ready.
    pub fn courses(&self, bands: &[CourseBand]) -> Courses {
        let policies = self.input.policies.iter().zip(&self.results.policies).enumerate();
        let courses = policies.map(|(index, (policy, trials))| Course {
            name: policy.name.clone(),
            style: self.style(index),
            series: trials.first().map_or_else(Series::default, |trial| trial.series.clone()),
            band: bands.get(index).cloned(),
        });
        let scenario = &self.input.scenario;
        Courses::new(courses.collect(), scenario.tick, scenario.service, scenario.clients)
    }
}
