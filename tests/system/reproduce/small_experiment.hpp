// An experiment of two settings and six claims on a small suite. Its SQL states the measured
// values, so that each verdict is known beforehand.
#pragma once

#include <string>
#include <vector>

#include "small_suite.hpp"

namespace heddle::test {

class SmallExperiment : public SmallSuite {
 protected:
  SmallExperiment();
  ~SmallExperiment() override;

  /// Writes a file of the experiment.
  void put(const std::string& file, const std::string& text) const;
  /// A file of the experiment.
  std::string get(const std::string& file) const { return folder_.read("experiments/t/" + file); }
  /// `heddle reproduce t --size tiny --out out OPTIONS`.
  Finished reproduce(std::vector<std::string> options) const;

  static const std::string kMatrix, kClaims, kMeasures, kExperiment;
};

}  // namespace heddle::test
