#include "heddle/sim/launch_filter.hpp"

#include "heddle/base/demangle.hpp"
#include "heddle/base/error.hpp"

namespace heddle::sim {

LaunchFilter::LaunchFilter(const RunOptions& options)
    : timed_(options.timing == Timing::full),
      all_kernels_(options.kernels.empty()),
      skip_(options.skip),
      launches_(options.launches) {
  try {
    kernels_ = std::regex(options.kernels);
  } catch (const std::regex_error& error) {
    fail("--kernels '{}' is no regular expression: {}", options.kernels, error.what());
  }
}

bool LaunchFilter::matches(const std::string& symbol) const {
  return all_kernels_ || std::regex_search(symbol, kernels_) ||
         std::regex_search(demangled(symbol), kernels_);
}

bool LaunchFilter::is_timed(const std::string& symbol) {
  if (!timed_ || !matches(symbol)) return false;
  const std::uint64_t number = matched_++;
  return number >= skip_ && (launches_ == 0 || number - skip_ < launches_);
}

}  // namespace heddle::sim
