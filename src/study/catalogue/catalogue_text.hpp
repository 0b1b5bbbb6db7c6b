// The catalogue as text: a table of all workloads, a table of one workload's kernels with measured
// values and the studies' values, and the whole catalogue as JSON.
#pragma once

#include <span>
#include <string>
#include <vector>

#include <nlohmann/json_fwd.hpp>

#include "study/catalogue/catalogue.hpp"
#include "study/results/measured.hpp"
#include "study/tables/table.hpp"

namespace heddle::study {

/// A line for each workload.
Table workloads_table(std::span<const Workload> workloads);

/// The description of a workload: title, benchmark, source, kernels, sizes and studies, one on each
/// line.
std::string workload_text(const Workload& workload);

/// A row for each kernel in the studies' tables, then a row for each measured kernel.
Table kernels_table(const Workload& workload, std::span<const MeasuredKernel> measured);

/// The catalogue as JSON. `measured` has the kernels of all workloads; null: the JSON has no
/// measurements.
nlohmann::ordered_json catalogue_json(const Catalogue& catalogue,
                                      const std::vector<MeasuredKernel>* measured);

}  // namespace heddle::study
