#include "study/catalogue/build.hpp"

#include <algorithm>
#include <fstream>
#include <sstream>

#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "jobs/folders/folder_lock.hpp"
#include "jobs/processes/job_pool.hpp"
#include "jobs/processes/own_executable.hpp"
#include "jobs/streams/standard_streams.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

/// The path of a hidden file beside the program: its dependencies (.d), the messages of the
/// compiler (.log), or the program until it is complete (.new).
fs::path beside(const fs::path& program, const char* ending) {
  return program.parent_path() / ("." + program.filename().string() + ending);
}

/// The prerequisites in a rule of make, "target: file file \<newline> file". A backslash escapes a
/// blank within a name.
std::vector<std::string> prerequisites(const std::string& rule) {
  std::vector<std::string> files;
  std::string word;
  for (std::size_t i = rule.find(": "); i < rule.size(); ++i) {
    const char c = rule[i];
    if (c == '\\' && i + 1 < rule.size() && rule[i + 1] == ' ') {
      word += rule[++i];
    } else if (c != '\\' && std::isspace(static_cast<unsigned char>(c)) == 0) {
      word += c;
    } else if (!word.empty()) {
      files.push_back(std::move(word));
      word.clear();
    }
  }
  if (!word.empty()) files.push_back(std::move(word));
  if (!files.empty()) files.erase(files.begin());  // the first word is the colon
  return files;
}

bool is_up_to_date(const Workload& workload, const fs::path& program) {
  std::error_code error;
  const fs::path rule = beside(program, ".d");
  const auto made = fs::last_write_time(program, error);
  if (error || !fs::is_regular_file(rule, error)) return false;
  std::vector<std::string> files = prerequisites(read_file(rule, file_kinds::kLog));
  files.push_back(jobs::own_executable().string());
  if (workload.needs) {  // the manifest says for which architecture
    files.push_back(fs::path(workload.source).replace_extension(".toml").string());
  }
  for (const std::string& file : files) {
    const auto changed = fs::last_write_time(file, error);
    if (error || changed > made) return false;
  }
  return true;
}

std::string trimmed(std::string text) {
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// The compilation of one workload.
struct Step {
  const Workload* workload;
  fs::path program;

  jobs::JobStart start() const {
    std::vector<std::string> words = {jobs::own_executable().string(),
                                      "cc",
                                      workload->source.string(),
                                      "-o",
                                      beside(program, ".new").string(),
                                      "-MD",
                                      "-MF",
                                      beside(program, ".d").string()};
    if (workload->needs) words.push_back(fmt::format("-arch=sm_{}", workload->needs->architecture));
    return {std::move(words), {}, beside(program, ".log")};
  }
  void finish(const jobs::JobEnd& end) const {
    const fs::path log = beside(program, ".log");
    const std::string said = trimmed(read_file(log, file_kinds::kLog));
    std::error_code error;
    fs::remove(log, error);
    if (end.exit_code != 0) fail("cannot compile {}\n{}", workload->source.string(), said);
    fs::rename(beside(program, ".new"), program);
  }
};

}  // namespace

BuildCount build_workloads(std::span<const Workload> workloads, const fs::path& folder,
                           unsigned at_once) {
  const fs::path place = fs::absolute(folder);
  // Tasks of a cluster may use the same folder at the same time. The tasks need no lock if all
  // programs are up to date.
  if (std::ranges::all_of(workloads, [&](const Workload& workload) {
        return is_up_to_date(workload, place / workload.name);
      })) {
    return {0, workloads.size()};
  }
  fs::create_directories(place.parent_path());
  const jobs::FolderLock lock(place,
                              fmt::format("another heddle is compiling into '{}'; wait for it, or "
                                          "choose another folder",
                                          place.string()));
  std::vector<Step> steps;
  for (const Workload& workload : workloads) {
    const fs::path program = place / workload.name;
    if (!is_up_to_date(workload, program)) steps.push_back({&workload, program});
  }
  std::size_t done = 0;
  const bool shown = isatty(STDERR_FILENO) == 1;
  jobs::JobList list;
  list.count = steps.size();
  list.at_once = at_once;
  list.start = [&](std::size_t number) { return steps[number].start(); };
  list.ended = [&](std::size_t number, const jobs::JobEnd& end) {
    steps[number].finish(end);
    ++done;
  };
  list.idle = [&](std::span<const jobs::RunningJob>) {
    if (shown)
      jobs::draw(fmt::format("\rheddle: {} of {} workloads compiled\x1b[K", done, steps.size()));
  };
  const int signal = jobs::run_jobs(list);
  if (shown && !steps.empty()) jobs::draw("\r\x1b[K");
  if (signal != 0) fail("interrupted; the same command compiles the rest");
  return {steps.size(), workloads.size() - steps.size()};
}

}  // namespace heddle::study
