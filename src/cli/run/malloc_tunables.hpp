// The memory of a simulated GPU's state comes from the program's malloc, a few MiB to hundreds in
// small pieces. glibc's malloc from 2.35 on asks the kernel for huge pages if the environment says
// so when the program starts (glibc manual, "Memory Allocation Tunables"): the state then needs
// fewer page faults and fewer entries of the host's TLB. Other C libraries ignore the variable.
#pragma once

#include <string>

namespace heddle::cli {

inline constexpr const char* kTunablesVariable = "GLIBC_TUNABLES";

/// `given`, the value that the user gave the variable (empty: none), and the request for huge
/// pages. Whoever has set that tunable keeps the value.
std::string with_huge_pages(const std::string& given);

}  // namespace heddle::cli
