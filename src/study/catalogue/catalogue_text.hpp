// The catalogue as people and programs read it: a table of all workloads, the kernels of one beside
// the studies' values, everything as JSON.
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

/// What it computes, stands for, and with which arguments; one fact a line.
std::string workload_text(const Workload& workload);

/// What the studies say of its kernels, and what was measured of them; no rows if there is nothing.
Table kernels_table(const Workload& workload, std::span<const MeasuredKernel> measured);

/// `measured`: of all workloads; null if nothing was asked for.
nlohmann::ordered_json catalogue_json(const Catalogue& catalogue,
                                      const std::vector<MeasuredKernel>* measured);

}  // namespace heddle::study
