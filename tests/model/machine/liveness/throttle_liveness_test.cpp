// No throttle holds a program for ever, on any organisation: every program of a random kernel that
// ends without a throttle ends with each, and with the same results. Lists of throttles and
// organisations are the registries', so that a new one is tried, too.

#include <filesystem>
#include <fstream>
#include <optional>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "heddle/base/error.hpp"
#include "heddle/isa/address_base.hpp"
#include "organisation.hpp"
#include "random_program.hpp"
#include "rig.hpp"

namespace heddle::test {
namespace {

namespace fs = std::filesystem;

struct Organised {
  std::string name;
  gpu::MachineSpec machine;
  gpu::PolicyChoice choice;
};

std::vector<Organised> all_organisations() {
  std::vector<Organised> all;
  const auto add = [&](const gpu::MachineSpec& machine, const auto& choices) {
    for (const auto& [name, choice] : choices) all.push_back({name, machine, choice});
  };
  add(small_machine(), every_organisation());
  add(sliced(), every_ganging_organisation());
  add(one_at_a_time(), every_forming_organisation());
  return all;
}

/// Each organisation that forms warps anew needs this discipline.
bool forms_warps(const Organised& organised) {
  return organised.machine.sm.issue_discipline == core::IssueDiscipline::one_at_a_time;
}

struct Throttled {
  std::string name;
  Values values;
};

/// Each throttle of the registry, with parameters under which it holds much. `profile`: of loads.
std::vector<Throttled> all_throttles(const std::string& profile) {
  const std::multimap<std::string, Values> known = {
      {"swl", {{"limit", 1}}},
      {"swl", {{"limit", 3}}},
      {"ccws", {}},
      {"ccws", {{"k_throttle", 64}, {"cutoff", "end"}, {"reclamp", 1}}},
      {"daws", {}},
      {"daws", {{"associativity_factor", "0.3"}, {"outside", "from_load"}}},
      {"daws", {{"profile", profile}}},
      {"daws", {{"profile", profile}, {"in_loop_first", 1}, {"closest_loop", "predicted"}}},
      {"daws", {{"profile", profile}, {"oversize", "l1"}, {"skip_blocked", 1}}},
      {"daws", {{"profile", profile}, {"control_flow_aware", 0}, {"first_load", "before"}}}};
  std::vector<Throttled> all;
  for (const policy::PolicyInfo& info : policy::Registry<policy::Throttle>::instance().list()) {
    const auto [first, last] = known.equal_range(std::string(info.name));
    if (first == last) all.push_back({std::string(info.name), {}});
    for (auto each = first; each != last; ++each) all.push_back({each->first, each->second});
  }
  return all;
}

gpu::PolicyChoice with(const gpu::PolicyChoice& organisation, const Throttled& throttle) {
  gpu::PolicyChoice choice = organisation;
  choice.throttle = throttle.name;
  choice.configure = [=](const std::string& prefix, const auto& describe) {
    if (organisation.configure) organisation.configure(prefix, describe);
    set_of("throttle." + throttle.name, throttle.values)(prefix, describe);
  };
  return choice;
}

class ThrottleLiveness : public testing::Test {
 protected:
  ThrottleLiveness()
      : profile_(
            (fs::temp_directory_path() / fmt::format("heddle-loads-{}.csv", ::getpid())).string()) {
  }
  ~ThrottleLiveness() override { fs::remove(profile_); }

  /// Says that each load goes to many lines and finds them again.
  void write_profile(const std::string& text) const {
    exec::MemoryImage image(1 << 20);
    compile::Options options;
    options.annotate = true;
    const exec::Grid grid = ptx_grid(text, {}, {32}, small_machine(), image.allocate(4096), image,
                                     exec::TextureTable(), options);
    const isa::Program& program = *grid.program;
    std::ofstream file(profile_);
    file << "kernel,pc,base,displacement,executions,converged,accesses,own_hits,own_merges,lost\n";
    for (Pc pc = 0; pc < program.code.size(); ++pc)
      if (isa::is_l1_load(program.code[pc]))
        file << fmt::format("{},{},{},{},9,{},99,99,0,0\n", program.name, pc,
                            to_string(isa::address_base(program, pc)), program.code[pc].offset,
                            pc % 3 == 0 ? 9 : 0);
  }

  /// The threads' results; nothing, and a failure, if the program does not end.
  std::optional<std::vector<std::uint32_t>> run(const Organised& organised,
                                                const gpu::PolicyChoice& choice,
                                                const std::string& text,
                                                const std::string& what) const {
    gpu::MachineSpec machine = organised.machine;
    machine.control.watchdog_cycles = 100'000;
    machine.l1.bytes = 64 * 128;
    Rig rig(machine, choice);
    rig.annotate();
    std::vector<std::uint32_t> words(RandomProgram::kResults / 4);
    for (std::size_t i = 0; i < words.size(); ++i)
      words[i] = static_cast<std::uint32_t>(i) * 2654435761u;
    rig.image().write(rig.buffer(), words.data(), words.size() * 4);
    try {
      rig.run(text, {kBlocks}, {RandomProgram::kThreads});
    } catch (const Error& error) {
      ADD_FAILURE() << what << ": " << error.what();
      return std::nullopt;
    }
    const std::size_t threads = std::size_t{kBlocks} * RandomProgram::kThreads;
    const auto all = rig.read<std::uint32_t>(RandomProgram::kResults / 4 + threads);
    return std::vector(all.end() - static_cast<std::ptrdiff_t>(threads), all.end());
  }

  static constexpr unsigned kBlocks = 4;
  std::string profile_;
};

TEST_F(ThrottleLiveness, EveryThrottleLetsEveryProgramEndOnEveryOrganisation) {
  unsigned seed = 0;
  for (const Organised& organised : all_organisations()) {
    if (forms_warps(organised)) continue;
    const std::string text = kernel(RandomProgram(++seed).body());
    write_profile(text);
    const auto free = run(organised, organised.choice, text, organised.name);
    for (const Throttled& throttle : all_throttles(profile_)) {
      const std::string what =
          fmt::format("program {}, {}, {}", seed, organised.name, throttle.name);
      EXPECT_EQ(run(organised, with(organised.choice, throttle), text, what), free) << what;
    }
  }
}

/// Where warps are formed anew nothing could be held for longer than an instruction.
TEST_F(ThrottleLiveness, WhereWarpsAreFormedThrottlesAreRefusedByName) {
  write_profile(kernel(RandomProgram(1).body()));
  for (const auto& [name, choice] : every_forming_organisation()) {
    for (const Throttled& throttle : all_throttles(profile_)) {
      if (throttle.name == "none") continue;
      try {
        const Rig rig(one_at_a_time(), with(choice, throttle));
        ADD_FAILURE() << name << ' ' << throttle.name;
      } catch (const Error& error) {
        EXPECT_THAT(error.what(), testing::HasSubstr("throttle " + throttle.name)) << name;
      }
    }
  }
}

TEST(Organisations, AllOfTheRegistryAreTried) {
  std::set<std::string, std::less<>> tried;
  for (const Organised& organised : all_organisations())
    tried.insert(organised.choice.organisation);
  for (const policy::PolicyInfo& info : policy::Registry<policy::Organisation>::instance().list())
    EXPECT_TRUE(tried.contains(info.name)) << info.name;
}

}  // namespace
}  // namespace heddle::test
