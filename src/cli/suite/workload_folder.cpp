#include "cli/suite/workload_folder.hpp"

#include "cli/installed_folder.hpp"

namespace heddle::cli {

std::filesystem::path find_workloads(const std::filesystem::path& executable) {
  return installed_folder(executable, "workloads", kWorkloadsVariable);
}

}  // namespace heddle::cli
