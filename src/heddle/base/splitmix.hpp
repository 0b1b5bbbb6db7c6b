// A generator of random numbers that is the same on every host: splitmix64 (G. L. Steele Jr., D.
// Lea and C. H. Flood, "Fast Splittable Pseudorandom Number Generators", OOPSLA 2014).
#pragma once

#include <cstdint>

namespace heddle {

class SplitMix {
 public:
  explicit SplitMix(std::uint64_t seed) : state_(seed) {}

  std::uint64_t operator()() {
    state_ += 0x9E3779B97F4A7C15;
    std::uint64_t mixed = state_;
    mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9;
    mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB;
    return mixed ^ mixed >> 31;
  }

 private:
  std::uint64_t state_;
};

}  // namespace heddle
