//! The simulation engine: a worker, or a part of the page where no worker can be had.

fn main() {
    retryscope::web::engine::start();
}
