#include "cudart/error/error_account.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "cudart/error/driver_error.hpp"
#include "cudart/error/error_text.hpp"

namespace heddle::cudart {
namespace {

std::string times(std::uint64_t count) {
  return count == 1 ? "once" : fmt::format("{} times", count);
}

}  // namespace

std::string failure_of(const std::vector<const MissedLaunches*>& threads) {
  std::uint64_t count = 0;
  std::string first;
  for (const MissedLaunches* thread : threads) {
    if (count == 0) first = thread->first();
    count += thread->count();
  }
  if (count == 0) return "";
  const std::string more = count == 1 ? ""
                                      : fmt::format(" ({} more launch{} refused)", count - 1,
                                                    count == 2 ? " was" : "es were");
  return fmt::format("{}{}; the program did not ask for the error", first, more);
}

void ReturnedErrors::add(const char* function, cudaError_t code, const std::string& message) {
  const auto same = [&](const Kind& kind) {
    return kind.code == code && kind.function == function;
  };
  const auto found = std::ranges::find_if(kinds_, same);
  if (found == kinds_.end()) {
    kinds_.push_back({function, code, 1, message});
  } else {
    ++found->count;
  }
}

std::vector<std::string> ReturnedErrors::warnings() const {
  std::vector<std::string> lines;
  for (const Kind& kind : kinds_) {
    if (lines.size() == kMostWarnings) {
      lines.push_back(
          fmt::format("{} more kinds of errors were returned", kinds_.size() - kMostWarnings));
      break;
    }
    const bool of_runtime = kind.function.starts_with("cuda");
    const char* const name =
        of_runtime ? error_name(kind.code) : driver_error_name(driver_result(kind.code));
    lines.push_back(fmt::format("{} returned {} {}{}", kind.function, name, times(kind.count),
                                kind.first.empty() ? "" : " (first: " + kind.first + ")"));
  }
  return lines;
}

}  // namespace heddle::cudart
