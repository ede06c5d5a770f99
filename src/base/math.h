#pragma once

/// Logarithm and exponential with one result on every machine. The C libraries of a native build
/// and of a wasm build differ in the last bit, and scores must not.

namespace loci {

/// The natural logarithm of a finite x > 0, to about one unit in the last place. Uses only IEEE
/// additions, multiplications and divisions in a fixed order.
double natural_log(double x) noexcept;

/// e to the power of an x in [0, 2], to some units in the last place, by the same means.
double natural_exp(double x) noexcept;

}  // namespace loci
