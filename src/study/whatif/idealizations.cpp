#include "study/whatif/idealizations.hpp"

#include <array>

#include <fmt/core.h>

namespace heddle::study {
namespace {

using Words = std::vector<std::string>;

std::string value_of_key(const sim::Settings& settings, const std::string& key) {
  const auto found = settings.find(key);
  return found == settings.end() ? "" : sim::to_string(found->second.value);
}

/// Gives the pipelines and the operations `to` the values of `from`.
void copy_values(const sim::Settings& settings, std::string_view from, std::string_view to,
                 std::initializer_list<std::string_view> names, Words& words) {
  for (const std::string_view name : names) {
    const std::string value = value_of_key(settings, fmt::format("execution.{}.{}", from, name));
    if (!value.empty()) words.push_back(fmt::format("execution.{}.{}={}", to, name, value));
  }
}

/// Operations `operations` run in the pipelines of single precision, as fast as its additions.
Words as_single(const sim::Settings& settings, std::string_view operations) {
  Words words;
  copy_values(settings, "float32", operations, {"unit", "latency", "initiation"}, words);
  return words;
}

/// An SM has a place for a block for each of its warps.
Words a_block_for_each_warp(const sim::Settings& settings) {
  return {"sm.blocks=" + value_of_key(settings, "sm.warps")};
}

template <const char*... kWords>
Words fixed(const sim::Settings&) {
  return {kWords...};
}

constexpr char kBanks[] = "ideal.banks=true";
constexpr char kCoalescing[] = "ideal.coalescing=true";
constexpr char kConstants[] = "ideal.constants=true";
constexpr char kL1[] = "ideal.l1=true";
constexpr char kL1Loads[] = "load_store.cache_global_loads=true";
constexpr char kL2[] = "ideal.l2=true";
constexpr char kDram[] = "ideal.dram=true";
constexpr char kSharedAtomics[] = "load_store.shared_atomic_cycles=0";
constexpr char kL2Atomics[] = "l2.atomic_cycles=0";
constexpr char kLaunches[] = "control.launch_latency=0";
constexpr char kL1Latency[] = "l1.hit_latency=1";
constexpr char kSharedLatency[] = "load_store.shared_latency=1";
constexpr char kConstantLatency[] = "load_store.constant_latency=1";
constexpr char kConstantCacheLatency[] = "constant_cache.hit_latency=1";
constexpr char kTextureLatency[] = "texture_cache.hit_latency=1";
constexpr char kRegisters[] = "sm.registers=1048576";
constexpr char kShared[] = "sm.shared_bytes=1048576";
constexpr char kOneSize[] = "sm.shared_sizes=single";
constexpr char kLocal[] = "ideal.local=true";
constexpr char kFences[] = "ideal.fences=true";
constexpr char kHash[] = "l2.address_hash=true";
constexpr char kOneInstruction[] = "compiler.sequences=false";

constexpr Idealization kIdealizations[] = {
    {"banks", "no bank conflicts", "each bank of shared memory serves any number of words at once",
     fixed<kBanks>},
    {"coalescing", "coalesced accesses",
     "the lanes of a warp access consecutive elements of global memory", fixed<kCoalescing>},
    {"l1", "perfect L1", "each load of global memory hits the L1", fixed<kL1, kL1Loads>},
    {"l2", "perfect L2", "each request to the L2 hits", fixed<kL2>},
    {"dram", "DRAM without queue", "a read of DRAM waits for nothing but an open row",
     fixed<kDram>},
    {"constants", "free constants", "each load of constant memory hits, whatever its addresses",
     fixed<kConstants>},
    {"partitions", "partitions with equal loads",
     "addresses are spread over the memory partitions by a hash", fixed<kHash>},
    {"local", "free local memory",
     "a load or store of local memory costs no more than a move of a register", fixed<kLocal>},
    {"loads", "loads without latency",
     "each load of any memory hits a first level that answers in the next cycle",
     fixed<kL1, kL1Loads, kConstants, kL1Latency, kSharedLatency, kConstantLatency,
           kConstantCacheLatency, kTextureLatency>},
    {"atomics", "atomics that do not meet", "atomics on one address cost nothing more than one",
     fixed<kSharedAtomics, kL2Atomics>},
    {"registers", "occupancy without the limit of registers",
     "an SM has registers for all its warps", fixed<kRegisters>},
    {"shared", "occupancy without the limit of shared memory",
     "an SM has shared memory for all its warps, and the L1 that it has beside most of it",
     fixed<kShared, kOneSize>},
    {"blocks", "occupancy without the limit of blocks", "an SM has a place for a block a warp",
     a_block_for_each_warp},
    {"fences", "free fences", "a fence waits for nothing", fixed<kFences>},
    {"doubles", "doubles as fast as singles",
     "arithmetic of double precision runs in the pipelines of single precision",
     [](const sim::Settings& settings) { return as_single(settings, "float64"); }},
    {"special", "special functions and divisions as fast as additions",
     "a special function, a division or a root is one instruction of single precision",
     [](const sim::Settings& settings) {
       Words words = as_single(settings, "special");
       words.emplace_back(kOneInstruction);
       return words;
     }},
    {"launches", "free launches", "a kernel's blocks start at once", fixed<kLaunches>},
};

}  // namespace

std::span<const Idealization> idealizations() { return kIdealizations; }

std::vector<std::string> changes(const Idealization& idealization, const sim::Settings& of_run) {
  Words changed;
  for (const std::string& assignment : idealization.assignments(of_run)) {
    const std::size_t equals = assignment.find('=');
    if (value_of_key(of_run, assignment.substr(0, equals)) != assignment.substr(equals + 1))
      changed.push_back(assignment);
  }
  return changed;
}

}  // namespace heddle::study
