#include "cudart/runtime/shortage.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "heddle/base/text/quantity.hpp"
#include "heddle/sim/settings/machine_files.hpp"

namespace heddle::cudart {
namespace {

constexpr const char* kKey = "device.memory_bytes";
constexpr std::uint64_t kGibibyte = 1ull << 30;

std::string rounded_gibibytes(std::uint64_t bytes) {
  return fmt::format("{}GiB", bytes / kGibibyte + (bytes % kGibibyte != 0 ? 1 : 0));
}

}  // namespace

std::vector<MachineRoom> machine_rooms() {
  std::vector<MachineRoom> rooms;
  for (const std::string& name : sim::machine_names()) {
    try {
      const sim::Settings settings = sim::machine_settings(name);
      const auto bytes = parse_bytes(sim::to_string(settings.at(kKey).value));
      if (bytes) rooms.push_back({name, *bytes});
    } catch (const std::exception&) {
      continue;
    }
  }
  std::ranges::stable_sort(rooms, {}, &MachineRoom::bytes);
  return rooms;
}

std::string shortage_text(const OutOfMemory& error, const sim::Configuration& configuration,
                          const std::vector<MachineRoom>& rooms) {
  const std::uint64_t room = configuration.memory_room();
  std::string text = fmt::format("{} asked for; {} of the {} of {} are free",
                                 format_bytes(error.asked()), format_bytes(error.free()),
                                 format_bytes(room), configuration.machine.device.name);
  if (error.asked() <= error.free()) return text + ", in smaller pieces";
  const std::uint64_t missing = error.asked() - error.free();
  if (missing > ~std::uint64_t{0} - room) return text;
  const std::uint64_t needed = room + missing;
  text += ": ";
  const auto machine = std::ranges::find_if(
      rooms, [needed](const MachineRoom& candidate) { return candidate.bytes >= needed; });
  if (machine != rooms.end())
    text += fmt::format("--machine {} has {}, ", machine->name, format_bytes(machine->bytes));
  text += fmt::format("--set {}={} gives this machine more", kKey, rounded_gibibytes(needed));
  if (configuration.run.timing == sim::Timing::full && configuration.run.grow_memory)
    text += ", and with --timing none memory grows";
  return text;
}

}  // namespace heddle::cudart
