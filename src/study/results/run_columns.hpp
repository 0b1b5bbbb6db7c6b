// The columns that name a run in the results of a sweep and in tables.
#pragma once

namespace heddle::study {

/// In the order of tables, pages and the results.
inline constexpr const char* kRunColumns[] = {"workload", "paper",     "size",   "arguments",
                                              "machine",  "registers", "setting"};

}  // namespace heddle::study
