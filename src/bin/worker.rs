//! The simulation worker.

fn main() {
    retryscope::web::worker::start();
}
