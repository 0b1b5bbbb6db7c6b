#include "study/catalogue/workload_folder.hpp"

#include "jobs/folders/installed_folder.hpp"

namespace heddle::study {

std::filesystem::path find_workloads(const std::filesystem::path& executable) {
  return jobs::installed_folder(executable, "workloads", kWorkloadsVariable);
}

}  // namespace heddle::study
