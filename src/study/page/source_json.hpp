// The instructions of a run's kernels as data of a page, beside the lines of PTX and of the source
// from which they were compiled.
#pragma once

#include <cstddef>

#include "study/page/page_json.hpp"
#include "study/runs/source_table.hpp"

namespace heddle::study {

/// Returns the kernels, those with the most charged warps first, with at most `most` instructions
/// together. Of a kernel with too many instructions, those with the most warps stay. Null if the
/// table has no warps.
PageJson source_json(const SourceTable& table, std::size_t most);

}  // namespace heddle::study
