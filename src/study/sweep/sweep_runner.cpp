#include "study/sweep/sweep_runner.hpp"

#include <cerrno>
#include <set>

#include <fcntl.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "jobs/processes/job_pool.hpp"
#include "jobs/processes/own_executable.hpp"
#include "study/sweep/sweep_progress.hpp"

namespace heddle::study {
namespace {

namespace fs = std::filesystem;

fs::path work_folder(const fs::path& results) {
  fs::path folder = fs::weakly_canonical(fs::absolute(results));
  folder += ".work";
  return folder;
}

std::string in_use(const fs::path& results) {
  return fmt::format("another sweep is working on '{}'", results.string());
}

/// The command line of a run whose programs share the GPU.
std::vector<std::string> corun_arguments(const SweepRuns& runs, std::size_t number,
                                         const fs::path& out) {
  std::vector<std::string> words = corun_words(runs.cells[number], runs.sweep.file.parent_path());
  words.insert(words.begin(), {jobs::own_executable().string(), "corun"});
  words.insert(words.end(), {"--threads", std::to_string(runs.sweep.threads), "--out", out.string(),
                             "--alone-folder", runs.alone.string()});
  for (const fs::path& capture : runs.captures[number]) words.push_back(capture.string());
  return words;
}

/// The command line of the run of cell `number`.
std::vector<std::string> run_arguments(const SweepRuns& runs, std::size_t number,
                                       const fs::path& out) {
  const Cell& cell = runs.cells[number];
  if (!cell.together.empty()) return corun_arguments(runs, number, out);
  std::vector<std::string> words = {jobs::own_executable().string(),
                                    "run",
                                    "--quiet",
                                    "--machine",
                                    machine_argument(cell.machine, runs.sweep.file.parent_path()),
                                    "--threads",
                                    std::to_string(runs.sweep.threads),
                                    "--stats",
                                    "kernel",
                                    "--out",
                                    out.string()};
  for (std::string assignment : cell.assignments) {
    if (const std::size_t at = assignment.find(kProfilePlace); at != std::string::npos) {
      assignment.replace(at, kProfilePlace.size(), runs.profiles[number].file.string());
    }
    words.insert(words.end(), {"--set", assignment});
  }
  if (cell.program != nullptr) {
    words.insert(words.end(), cell.program->options.begin(), cell.program->options.end());
  }
  words.insert(words.end(), {"--", runs.programs[number].string()});
  words.insert(words.end(), cell.arguments.begin(), cell.arguments.end());
  return words;
}

constexpr off_t kLeastRoom = 1 << 20;  ///< a disk with fewer free bytes counts as full

/// Whether the disk of the folder has free space. Call this before the folders of runs are removed,
/// so that a run that filled the disk is noticed.
bool has_room(const fs::path& folder) {
  const fs::path file = folder / fmt::format("room-{}", getpid());
  const int descriptor = open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  const int error = descriptor < 0 ? errno : posix_fallocate(descriptor, 0, kLeastRoom);
  if (descriptor >= 0) close(descriptor);
  unlink(file.c_str());
  return error != ENOSPC && error != EDQUOT && error != EFBIG;
}

}  // namespace

WorkFolder::WorkFolder(const fs::path& results)
    : folder_(work_folder(results)),
      is_new_(!fs::exists(folder_)),
      lock_(folder_, in_use(results)) {
  std::error_code error;
  fs::remove_all(runs(), error);  // removes the folders of runs of a sweep that was killed
  fs::create_directories(runs());
}

WorkFolder::~WorkFolder() {
  std::error_code error;
  fs::remove_all(runs(), error);
}

void refuse_running_sweep(const fs::path& results) {
  const int descriptor = jobs::lock_folder(work_folder(results));
  if (descriptor >= 0) close(descriptor);
  if (descriptor < 0 && errno == EWOULDBLOCK) fail("{}", in_use(results));
}

std::vector<std::size_t> SweepRuns::cells_of(const Selection& selection) const {
  std::vector<std::size_t> numbers;
  std::set<std::string> seen;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t place = seen.size();
    if (seen.insert(identities[i]).second && selection.has(place, i + 1)) numbers.push_back(i);
  }
  return numbers;
}

int run_cells(const SweepRuns& runs, const CellJobs& jobs) {
  const RunBounds& bounds = runs.sweep.bounds;
  const auto output = [&](std::size_t job) { return jobs.place(job) += ".txt"; };
  jobs::JobList list;
  list.count = jobs.numbers.size();
  list.at_once = jobs.at_once;
  list.start = [&](std::size_t job) {
    const SweepProgram* own = runs.cells[jobs.numbers[job]].program;
    const bool has_folder = own != nullptr && !own->folder.empty();
    return jobs::JobStart{run_arguments(runs, jobs.numbers[job], jobs.place(job)),
                          has_folder ? own->folder : runs.sweep.file.parent_path(), output(job),
                          bounds.seconds, bounds.bytes};
  };
  list.ended = [&](std::size_t job, const jobs::JobEnd& end) {
    const SweepProgram* own = runs.cells[jobs.numbers[job]].program;
    jobs.ended(job, judge_run(end, {bounds, own != nullptr && own->any_exit_code}, jobs.place(job),
                              output(job)));
    std::error_code error;
    fs::remove_all(jobs.place(job), error);
    fs::remove(output(job), error);
  };
  list.idle = jobs.idle;
  return jobs::run_jobs(list);
}

std::vector<std::size_t> missing_cells(const SweepRuns& runs, const ResultStore& store,
                                       const SweepChoice& choice) {
  std::vector<std::size_t> numbers = runs.cells_of(choice.selection);
  std::erase_if(numbers, [&](std::size_t number) {
    return store.has(runs.identities[number], runs.sweep.bounds, choice.retry);
  });
  return numbers;
}

RunCount run_missing(const SweepRuns& runs, Identities& identities, ResultStore& store,
                     const WorkFolder& folder, const SweepChoice& choice) {
  const std::vector<std::size_t> numbers = missing_cells(runs, store, choice);
  std::vector<const Cell*> cells;
  for (const std::size_t number : numbers) cells.push_back(&runs.cells[number]);
  SweepProgress progress(cells, choice.at_once);
  RunCount count;
  CellJobs jobs;
  jobs.numbers = numbers;
  jobs.at_once = choice.at_once;
  // The name contains the id of this process, because a run of a killed sweep may still write to a
  // folder with another id.
  jobs.place = [&](std::size_t job) { return folder.runs() / fmt::format("{}-{}", getpid(), job); };
  jobs.ended = [&](std::size_t job, EndedRun run) {
    const std::size_t number = numbers[job];
    if (run.status == "failed" && !has_room(folder.runs())) {
      throw DiskFull(fmt::format("{}: {}", runs.cells[number].text(), run.message));
    }
    if (identities.is_still(number, runs.programs[number], runs.profiles[number].identity,
                            runs.identities[number])) {
      store.store(runs.identities[number], runs.sweep.bounds, run);
      ++count.ran;
    } else {
      run.status = "pending";
      run.message = "its program, machine or input changed meanwhile; nothing is stored";
      ++count.changed;
    }
    progress.ended(job, run);
  };
  jobs.idle = [&](std::span<const jobs::RunningJob> running) { progress.show(running); };
  try {
    count.interrupted_by = run_cells(runs, jobs);
  } catch (const DiskFull& full) {
    count.full_disk = full.what();
  }
  return count;
}

}  // namespace heddle::study
