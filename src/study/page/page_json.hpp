// Parts of a page's data that several kinds of pages have.
#pragma once

#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "heddle/sim/records/saved_stats.hpp"
#include "study/limits/peaks.hpp"
#include "study/runs/time_tables.hpp"

namespace heddle::study {

using PageJson = nlohmann::ordered_json;

/// Whole numbers as they are, others with six digits; null for what is no number.
PageJson shown(double value);

/// What is the same for all kernels: which heddle wrote the page, parts of issue slots, rules.
PageJson page_head(const std::string& kind, const std::string& revision);

/// What limits the kernel, and its values by name.
PageJson kernel_json(const sim::SavedKernel& kernel, const sim::Settings& settings);

/// Those that were timed, of most cycles first.
std::vector<const sim::SavedKernel*> timed_kernels(const std::vector<sim::SavedKernel>& kernels);

PageJson headline_json(const std::vector<Statistic>& total, double core_mhz);
PageJson peaks_json(const Peaks& peaks);
/// Null: there are no samples.
PageJson samples_json(const SampleTable& table);

/// Letters of a kernel's short name.
inline constexpr std::size_t kNameOnPage = 40;

/// As a page has it: what is no UTF-8 is replaced.
std::string page_text(const PageJson& data);

}  // namespace heddle::study
