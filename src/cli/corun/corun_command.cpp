// `heddle corun` runs several captured programs on one GPU.
#include <algorithm>
#include <optional>

#include <fmt/core.h>
#include <unistd.h>

#include "cli/corun/corun_options.hpp"
#include "heddle/base/statistics/counted.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "jobs/streams/output_option.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/corun/corun_folder.hpp"
#include "study/corun/corun_plan.hpp"
#include "study/corun/corun_programs.hpp"
#include "study/runs/run_folder.hpp"

namespace heddle::cli {
namespace {

/// Prints notes and progress to standard error.
class CorunTalk final : public study::CorunWatch {
 public:
  explicit CorunTalk(const study::CorunRequest& request)
      : request_(request), shows_progress_(!request.quiet && isatty(STDERR_FILENO) != 0) {}

  void serialised(const std::string& program, std::uint64_t launches) override {
    jobs::say(fmt::format(
        "heddle: note: {}: {} with others beside, now one after the other: a program has one "
        "grid at a time\n",
        program, counted(launches, "launch", "es")));
  }

  std::function<void(Cycle)> progress(const std::string& what) override {
    if (!shows_progress_) return {};
    return [this, what](Cycle now) {
      const std::string end = request_.cycles == 0 ? "" : fmt::format(" of {}", request_.cycles);
      jobs::draw(fmt::format("\r\033[K{}: cycle {}{}", visible(what), now, end));
    };
  }

  void clear() const {
    if (shows_progress_) jobs::draw("\r\033[K");
  }

 private:
  const study::CorunRequest& request_;
  bool shows_progress_;
};

int run_together(const study::CorunRequest& request, study::CorunPrograms& programs,
                 const CorunTalk& talk) {
  programs.load();
  std::optional<study::RunFolder> out;  // locks the folder during the run
  if (!request.out.empty()) out.emplace(request.out, request.overwrite);
  const study::CorunResult result = programs.run();
  talk.clear();
  const sim::Configuration& configuration = programs.configuration();
  if (out) study::write_corun_folder(request, configuration, result);
  if (!request.json.empty())
    jobs::write_output(request.json, study::corun_json(result, configuration));
  if (!request.quiet && !jobs::is_standard_output(request.json))
    jobs::answer(study::corun_text(result, configuration));
  const bool same = std::ranges::all_of(result.programs, [](const study::ProgramResult& program) {
    return program.outcome.differences.empty();
  });
  if (same) return 0;
  jobs::say("heddle: a program's memory is not what it was when its capture was made\n");
  return 1;
}

}  // namespace

int corun_command(Arguments arguments) {
  study::CorunRequest request;
  if (!read_corun_request(arguments, request)) return 0;
  CorunTalk talk(request);
  study::CorunPrograms programs(request, talk);
  if (!request.plan) return run_together(request, programs, talk);
  jobs::answer(study::corun_plan(programs.configuration(), programs.tenants()));
  return 0;
}

}  // namespace heddle::cli
