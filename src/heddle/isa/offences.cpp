#include "heddle/isa/offences.hpp"

#include <algorithm>

#include <fmt/core.h>

#include "heddle/isa/program.hpp"

namespace heddle::isa {
namespace {

/// The objects that an access can touch.
struct Reach {
  bool anywhere = false;
  std::vector<Addr> objects;

  bool any() const { return anywhere || !objects.empty(); }
  bool overlaps(const Reach& other) const {
    if (!any() || !other.any()) return false;
    return anywhere || other.anywhere ||
           std::ranges::find_first_of(objects, other.objects) != objects.end();
  }
  void add(const Reach& other) {
    anywhere |= other.anywhere;
    objects.insert(objects.end(), other.objects.begin(), other.objects.end());
  }
};

Reach reach_of(const Effect& effect, const ObjectsOf& objects_of) {
  Reach reach{.anywhere = effect.from_anywhere, .objects = {}};
  for (const AddressOrigin& origin : effect.origins) {
    const std::vector<Addr> objects = objects_of(origin);
    reach.objects.insert(reach.objects.end(), objects.begin(), objects.end());
  }
  reach.anywhere |= reach.objects.empty();
  return reach;
}

}  // namespace

const Offence* find_offence(std::span<const Offence> offences, Pc pc) {
  const auto found = std::ranges::lower_bound(offences, pc, {}, &Offence::pc);
  return found != offences.end() && found->pc == pc ? &*found : nullptr;
}

std::vector<Offence> find_offences(std::span<const Effect> effects, const ObjectsOf& objects_of) {
  Reach loads;
  for (const Effect& effect : effects)
    if (effect.kind == Effect::Kind::load) loads.add(reach_of(effect, objects_of));
  std::vector<Offence> found;
  for (const Effect& effect : effects) {
    if (effect.kind == Effect::Kind::other) {
      found.push_back({effect.pc, effect.why});
    } else if (effect.kind == Effect::Kind::store && reach_of(effect, objects_of).overlaps(loads)) {
      found.push_back({effect.pc, "may overwrite what the kernel reads"});
    }
  }
  return found;
}

std::vector<Offence> find_offences_of_apart(std::span<const Effect> effects) {
  return find_offences(effects, [](const AddressOrigin& origin) {
    return std::vector<Addr>{Addr{origin.index} << 8 | static_cast<Addr>(origin.kind)};
  });
}

std::vector<Offence> find_offences_of_one(std::span<const Effect> effects) {
  return find_offences(effects, [](const AddressOrigin&) { return std::vector<Addr>{0}; });
}

std::string to_string(const Program& program, const Offence& offence) {
  const Instruction& instruction = program.code.at(offence.pc);
  return fmt::format("{}:{} ({}: {})", program.file, instruction.line, info(instruction.op).name,
                     offence.why);
}

}  // namespace heddle::isa
