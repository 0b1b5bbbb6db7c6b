#include "study/sweep/captures.hpp"

#include <map>
#include <string>
#include <utility>

#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/words.hpp"
#include "heddle/sim/output/version.hpp"
#include "jobs/processes/job_pool.hpp"
#include "jobs/processes/own_executable.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/sources/content_hash.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

/// Number of bytes that an error message shows from the end of a run's output.
constexpr std::size_t kShownCaptures = 500;

/// A run that makes a capture.
struct Capturing {
  std::string text;  ///< capture and size: "BP small"
  fs::path program, file;
  Words options, arguments;
};

Words arguments_of(const SweepCapture& capture, const Cell& cell, const Catalogue& catalogue) {
  if (!capture.sized_arguments.empty()) {
    const auto found = capture.sized_arguments.find(cell.size);
    if (found != capture.sized_arguments.end()) return split_words(found->second);
    fail("{}: sized_arguments of capture '{}' has none of size '{}': add {} = \"...\"",
         capture.place, capture.name, cell.size, cell.size);
  }
  const Workload& workload = catalogue.workload(capture.workload);
  const bool is_of_study = workload.find_study(cell.paper) != nullptr;
  return split_words(workload.arguments(cell.size, is_of_study ? cell.paper : ""));
}

class Captures {
 public:
  Captures(const SweepRuns& runs, const Catalogue& catalogue, fs::path programs,
           const WorkFolder& folder)
      : runs_(runs), catalogue_(catalogue), programs_(std::move(programs)), folder_(folder) {}

  fs::path file_of(const SweepCapture& capture, const Cell& cell);
  void make(unsigned at_once) const;

 private:
  jobs::JobStart start(const Capturing& capturing, std::size_t job) const;
  /// The hash of a program. Each program is hashed once, because hashing takes time.
  const std::string& hash_of(const fs::path& program);

  const SweepRuns& runs_;
  const Catalogue& catalogue_;
  fs::path programs_;
  const WorkFolder& folder_;
  std::map<fs::path, std::string> hashes_;
  std::map<fs::path, Capturing> missing_;  ///< key: file of the capture
};

const std::string& Captures::hash_of(const fs::path& program) {
  std::string& hash = hashes_[program];
  if (hash.empty()) hash = content_hash_of_file(program);
  return hash;
}

fs::path Captures::file_of(const SweepCapture& capture, const Cell& cell) {
  if (capture.workload.empty()) return capture.file;
  const fs::path program = programs_ / capture.workload;
  const std::string machine = machine_argument(cell.machine, runs_.sweep.file.parent_path());
  Words options = {"--machine", machine};
  options.insert(options.end(), capture.options.begin(), capture.options.end());
  const Words arguments = arguments_of(capture, cell, catalogue_);
  Cell plain = cell;
  plain.assignments.clear();
  const std::string identity = content_hash(unambiguous(
      Words{sim::version(), hash_of(program), unambiguous(options), unambiguous(arguments),
            resolve(plain, runs_.sweep.file.parent_path()).hash}));
  const fs::path file = folder_.captures() / identity / (capture.name + ".capture");
  if (!fs::exists(file)) {
    fs::create_directories(file.parent_path());
    missing_.emplace(file,
                     Capturing{capture.name + " " + cell.size, program, file, options, arguments});
  }
  return file;
}

jobs::JobStart Captures::start(const Capturing& capturing, std::size_t job) const {
  Words words = {jobs::own_executable().string(), "run", "--quiet", "--capture",
                 capturing.file.string()};
  words.insert(words.end(), capturing.options.begin(), capturing.options.end());
  words.insert(words.end(), {"--", capturing.program.string()});
  words.insert(words.end(), capturing.arguments.begin(), capturing.arguments.end());
  return {words, runs_.sweep.file.parent_path(),
          folder_.runs() / fmt::format("capture-{}-{}.txt", getpid(), job), 0, 0};
}

void Captures::make(unsigned at_once) const {
  std::vector<const Capturing*> all;
  for (const auto& [file, capturing] : missing_) all.push_back(&capturing);
  std::size_t made = 0;
  jobs::JobList list;
  list.count = all.size();
  list.at_once = at_once;
  list.start = [&](std::size_t job) { return start(*all[job], job); };
  list.ended = [&](std::size_t job, const jobs::JobEnd& end) {
    const fs::path output = start(*all[job], job).output;
    const std::string said = end_of_file(output, kShownCaptures);
    fs::remove(output);
    if (end.exit_code != 0 || !fs::exists(all[job]->file))
      fail("capture {}: exit code {}; {}", all[job]->text, end.exit_code, said);
    jobs::say(fmt::format("[{}/{}] captured {}: {:.1f} s\n", ++made, all.size(), all[job]->text,
                          end.seconds));
  };
  list.idle = [](std::span<const jobs::RunningJob>) {};
  if (jobs::run_jobs(list) != 0) fail("interrupted; the same command runs the rest");
}

}  // namespace

std::vector<std::vector<fs::path>> make_captures(const SweepRuns& runs, const Catalogue& catalogue,
                                                 const fs::path& programs, const WorkFolder& folder,
                                                 unsigned at_once) {
  std::vector<std::vector<fs::path>> files(runs.cells.size());
  Captures captures(runs, catalogue, programs, folder);
  for (std::size_t i = 0; i < runs.cells.size(); ++i)
    for (const SweepCapture* capture : runs.cells[i].together)
      files[i].push_back(captures.file_of(*capture, runs.cells[i]));
  captures.make(at_once);
  return files;
}

}  // namespace heddle::study
