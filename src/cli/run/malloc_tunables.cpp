#include "cli/run/malloc_tunables.hpp"

namespace heddle::cli {

std::string with_huge_pages(const std::string& given) {
  const std::string tunable = "glibc.malloc.hugetlb=";
  if ((":" + given).find(":" + tunable) != std::string::npos) return given;
  return (given.empty() ? given : given + ":") + tunable + "1";  // 1: glibc uses madvise
}

}  // namespace heddle::cli
