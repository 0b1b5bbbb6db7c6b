// The environment variable that makes glibc's malloc use huge pages. The state of a simulated GPU
// comes from the program's malloc, a few MiB to hundreds of MiB in small pieces. From glibc 2.35
// on, malloc asks the kernel for huge pages if GLIBC_TUNABLES says so when the program starts
// (glibc manual, "Memory Allocation Tunables"). The state then needs fewer page faults and fewer
// entries of the host's TLB. Other C libraries ignore the variable.
#pragma once

#include <string>

namespace heddle::cli {

inline constexpr const char* kTunablesVariable = "GLIBC_TUNABLES";

/// Adds the request for huge pages to `given`, the user's value of the variable, which may be
/// empty. Keeps a value that the user has set for this tunable.
std::string with_huge_pages(const std::string& given);

}  // namespace heddle::cli
