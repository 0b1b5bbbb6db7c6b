#include "study/store/checked_results.hpp"

#include <fmt/core.h>

#include "jobs/streams/standard_streams.hpp"
#include "study/results/checksums.hpp"
#include "study/results/schema.hpp"

namespace heddle::study {

Database open_checked_results(const std::filesystem::path& file, const std::string& command) {
  Database database = open_results(file);
  refuse_damaged(database);
  if (!has_checksums(database)) {
    jobs::say(fmt::format(
        "{}: '{}' has version 1 of the format, without checksums: its values cannot be checked\n",
        command, file.string()));
  }
  return database;
}

Database make_sealed_results(const std::filesystem::path& file, const std::string& command) {
  bool is_sealed_now = false;
  Database database = make_results(file, &is_sealed_now);
  if (is_sealed_now) {
    jobs::say(fmt::format(
        "{}: '{}' had version 1 of the format, without checksums: its values were taken as they "
        "are and have checksums now\n",
        command, file.string()));
  }
  return database;
}

}  // namespace heddle::study
