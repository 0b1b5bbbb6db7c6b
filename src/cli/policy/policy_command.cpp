#include <algorithm>
#include <filesystem>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include "cli/command.hpp"
#include "heddle/base/error.hpp"
#include "heddle/base/text/suggestion.hpp"
#include "heddle/sim/records/output_folder.hpp"
#include "heddle/sim/settings/policies.hpp"
#include "jobs/processes/own_executable.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "jobs/streams/wrote.hpp"
#include "study/policy_kit/build_policy.hpp"
#include "study/policy_kit/new_policy.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

struct PolicyRequest {
  std::string action;
  std::vector<std::string> words;
  std::string out;  ///< "": none is given
  bool show = false;
};

bool read(Arguments arguments, PolicyRequest& request) {
  CLI::App app(
      "Writes a policy, or builds one outside heddle's tree: heddle policy new KIND NAME, "
      "heddle policy build FILE.cpp",
      "heddle policy");
  app.footer(
      "new writes NAME.cpp, a small policy of the kind (heddle list kinds) that works, with "
      "comments.\n"
      "build makes FILE.so of it, with the C++ compiler that CXX names, or c++. Commands load the\n"
      "library with --policy FILE.so; sweeps with policy = [\"FILE.so\"].\n\n"
      "Examples:\n"
      "  heddle policy new warp_scheduler laggard\n"
      "  heddle policy build laggard.cpp\n"
      "  heddle run --policy laggard.so --set warp_scheduler=laggard -- ./program\n"
      "  heddle list warp_scheduler --policy laggard.so\n"
      "  heddle policy build main.cpp part.cpp -o two_files.so\n"
      "  CXX=clang++-19 heddle policy build --show laggard.cpp      the compiler's command\n");
  app.add_option("action", request.action, "new or build")->required();
  app.add_option("words", request.words, "new: KIND and NAME; build: the C++ sources");
  app.add_option("-o,--out", request.out,
                 "new: the folder of the source (.); build: the library (beside the first source)")
      ->type_name("PATH");
  app.add_flag("--show", request.show, "build: print the compiler's command and do not run it");
  return parse(app, arguments);
}

int write_new(const PolicyRequest& request) {
  if (request.words.size() != 2)
    fail("heddle policy new KIND NAME, as in heddle policy new warp_scheduler mine");
  if (request.show) fail("--show: heddle policy new runs no compiler");
  const study::PolicyKit kit(jobs::own_executable());
  if (!request.out.empty()) sim::make_folder("--out", request.out);
  const fs::path file =
      study::write_new_policy(kit, request.words[0], request.words[1], request.out);
  jobs::say_wrote(file, "", "heddle policy build " + file.string());
  return 0;
}

/// The options with which a run has the policy, such as "--set warp_scheduler=laggard".
std::string options_for(const std::string& policy) {
  const std::size_t dot = policy.find('.');
  const std::string name = policy.substr(dot + 1);
  const sim::PolicyKind& kind = *sim::find_policy_kind(policy.substr(0, dot));
  return fmt::format("--set {}={}", sim::PolicyChoices().all_of(kind).front().key, name);
}

int build(const PolicyRequest& request) {
  if (request.words.empty())
    fail("heddle policy build FILE.cpp; heddle policy new KIND NAME writes one");
  const std::vector<fs::path> sources(request.words.begin(), request.words.end());
  const fs::path library = request.out.empty() ? study::library_of(sources) : fs::path(request.out);
  const study::PolicyKit kit(jobs::own_executable());
  if (request.show) {
    fmt::print("{}\n", fmt::join(kit.build_command(sources, library), " "));
    return 0;
  }
  study::check_build(sources, library);
  const std::vector<std::string> policies = study::build_policy(kit, sources, library);
  jobs::say_wrote(library, comma_list(policies),
                  fmt::format("heddle run --policy {} {} -- PROGRAM", library.string(),
                              options_for(policies.front())));
  return 0;
}

}  // namespace

int policy_command(Arguments arguments) {
  PolicyRequest request;
  if (!read(arguments, request)) return 0;
  if (request.action == "new") return write_new(request);
  if (request.action == "build") return build(request);
  const std::vector<std::string> actions = {"new", "build"};
  fail("heddle policy {}: there is no such action{}", request.action,
       which_exist(request.action, actions));
}

}  // namespace heddle::cli
