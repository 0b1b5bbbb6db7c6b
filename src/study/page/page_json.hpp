// Parts of the data that several kinds of pages have.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "heddle/sim/records/saved_stats.hpp"
#include "study/limits/peaks.hpp"
#include "study/runs/time_tables.hpp"

namespace heddle::study {

using PageJson = nlohmann::ordered_json;

/// A value as JSON: whole numbers exactly, others with six digits; null for infinity and NaN.
PageJson shown(double value);

/// The data that every kind of page begins with: kind, version and revision of heddle, parts of
/// issue slots, rules.
PageJson page_head(const std::string& kind, const std::string& revision);

/// A kernel: its shape, its limits (limits.hpp) and its facts by name.
PageJson kernel_json(const sim::SavedKernel& kernel, const sim::Settings& settings);

/// The kernels with timed launches, most cycles first.
std::vector<const sim::SavedKernel*> timed_kernels(const std::vector<sim::SavedKernel>& kernels);

PageJson headline_json(const std::vector<Statistic>& total, double core_mhz);
PageJson peaks_json(const Peaks& peaks);
/// The samples; null if there are none.
PageJson samples_json(const SampleTable& table);

/// Most characters of a kernel's short name.
inline constexpr std::size_t kNameOnPage = 40;

/// The data as text. Bytes that are no valid UTF-8 are replaced.
std::string page_text(const PageJson& data);

}  // namespace heddle::study
