// fuzz_ptx [count] [seed]: every mutant of the corpus must be taken or refused with heddle::Error
// by every stage, in bounded time. Mutant i has the seed `seed` + i, so `fuzz_ptx 1 SEED` repeats
// one; `fuzz_ptx print SEED` shows it.
#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include <fmt/core.h>

#include "heddle/base/error.hpp"
#include "heddle/compile/lower.hpp"
#include "heddle/ptx/parser.hpp"
#include "mutator.hpp"
#include "tree_check.hpp"

namespace heddle::fuzz {
namespace {

constexpr double kSecondsAllowed = 5;  ///< for one mutant

/// What a parsed module goes through after the parser, in order; a new stage is a row here.
struct Stage {
  const char* name;
  void (*run)(const ptx::Module& module);
};
constexpr std::array kStages = {
    Stage{"tree check", check_tree},
    Stage{"lower", [](const ptx::Module& module) { compile::lower(module); }},
};

std::vector<std::string> read_corpus() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(HEDDLE_FUZZ_CORPUS)) {
    if (entry.path().extension() == ".ptx") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  std::vector<std::string> corpus;
  for (const auto& path : paths) {
    std::ifstream file(path, std::ios::binary);
    corpus.emplace_back(std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>());
  }
  return corpus;
}

/// Whether the mutant was taken by every stage; other exceptions than Error pass through.
bool is_taken(const std::string& text) {
  try {
    const ptx::Module module = ptx::parse(text, "mutant.ptx");
    for (const Stage& stage : kStages) stage.run(module);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// The parser takes the whole corpus; a later stage may refuse what it does not support.
bool takes_corpus(const std::vector<std::string>& corpus) {
  try {
    for (const std::string& text : corpus) check_tree(ptx::parse(text, "corpus"));
    return !corpus.empty();
  } catch (const Error& error) {
    fmt::print(stderr, "{}\n", error.what());
    return false;
  }
}

int run(std::uint64_t count, std::uint64_t seed) {
  using Clock = std::chrono::steady_clock;
  const std::vector<std::string> corpus = read_corpus();
  Mutator mutator(corpus);
  if (!takes_corpus(corpus)) return EXIT_FAILURE;
  std::uint64_t taken = 0;
  std::uint64_t current = seed;
  double slowest = 0;
  const auto start = Clock::now();
  try {
    for (; current < seed + count; ++current) {
      const std::string text = mutator.mutant(current);
      const auto before = Clock::now();
      taken += is_taken(text) ? 1 : 0;
      const std::chrono::duration<double> spent = Clock::now() - before;
      slowest = std::max(slowest, spent.count());
      if (spent.count() > kSecondsAllowed) throw std::runtime_error("took too long");
    }
  } catch (const std::exception& error) {
    fmt::print(stderr, "mutant with seed {}: {}\n", current, error.what());
    return EXIT_FAILURE;
  }
  const std::chrono::duration<double> spent = Clock::now() - start;
  fmt::print("{} mutants in {:.1f} s: {} taken, {} refused; the slowest took {:.3f} s\n", count,
             spent.count(), taken, count - taken, slowest);
  return EXIT_SUCCESS;
}

int main(const std::vector<std::string>& arguments) {
  const auto number = [&](std::size_t i, std::uint64_t otherwise) {
    return i < arguments.size() ? std::stoull(arguments[i]) : otherwise;
  };
  if (arguments.size() == 2 && arguments[0] == "print") {
    const std::vector<std::string> corpus = read_corpus();
    fmt::print("{}", Mutator(corpus).mutant(number(1, 0)));
    return EXIT_SUCCESS;
  }
  return run(number(0, 10000), number(1, 1));
}

}  // namespace
}  // namespace heddle::fuzz

int main(int argc, char** argv) {
  try {
    return heddle::fuzz::main(std::vector<std::string>(argv + 1, argv + argc));
  } catch (const std::exception& error) {
    fmt::print(stderr, "fuzz_ptx [count] [seed]: {}\n", error.what());
    return EXIT_FAILURE;
  }
}
