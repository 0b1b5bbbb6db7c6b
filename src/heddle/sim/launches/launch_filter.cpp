#include "heddle/sim/launches/launch_filter.hpp"

#include "heddle/base/text/demangle.hpp"

namespace heddle::sim {

LaunchFilter::LaunchFilter(const RunOptions& options)
    : timed_(options.timing == Timing::full),
      all_kernels_(options.kernels.empty()),
      kernels_(options.kernels, "--kernels"),
      skip_(options.skip),
      launches_(options.launches) {}

bool LaunchFilter::matches(const std::string& symbol) const {
  return all_kernels_ || kernels_.is_found_in(symbol) || kernels_.is_found_in(demangled(symbol));
}

bool LaunchFilter::is_chosen(const std::string& symbol) {
  if (!matches(symbol)) return false;
  const std::uint64_t number = matched_++;
  return number >= skip_ && (launches_ == 0 || number - skip_ < launches_);
}

}  // namespace heddle::sim
