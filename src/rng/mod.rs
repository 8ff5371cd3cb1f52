//! Named random number generators.
