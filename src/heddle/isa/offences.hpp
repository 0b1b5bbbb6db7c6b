// Effects that decide whether the SM can discard a block and run it again from its start. An effect
// is an offence if a second run of the block could behave differently. The compiler finds the
// effects of a program. The pointers that a launch passes decide which effects are offences.
#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::isa {

struct Program;

/// A value from which the address of an access was computed.
struct AddressOrigin {
  enum class Kind : std::uint8_t {
    parameter,  ///< eight bytes of the kernel's parameters, starting at byte `index`
    symbol,     ///< address of the module variable with this `index`
  };
  Kind kind = Kind::parameter;
  std::uint32_t index = 0;
  bool operator==(const AddressOrigin&) const = default;
};

/// An instruction that may keep a block from running again: an access to memory that other blocks
/// can also access, or another instruction whose result could be different in a second run.
struct Effect {
  enum class Kind : std::uint8_t {
    load,
    store,
    other,  ///< always an offence, whatever the launch's pointers are
  };
  Pc pc = 0;
  Kind kind = Kind::load;
  bool from_anywhere = false;  ///< the address may come from memory or from a caller
  std::vector<AddressOrigin> origins = {};
  std::string_view why = {};  ///< only for Kind::other: the reason
};

/// An instruction after which a block cannot run again from its start.
struct Offence {
  Pc pc = 0;
  std::string_view why;
};

/// Returns the offence at `pc`, or null if that instruction is no offence. The list must be sorted
/// by pc.
const Offence* find_offence(std::span<const Offence> offences, Pc pc);

/// Returns the memory objects into which a pointer with this origin can point. The list is empty if
/// the value is no pointer.
using ObjectsOf = std::function<std::vector<Addr>(const AddressOrigin&)>;

/// Returns the offences in the order of `effects`, which are sorted by pc. A store is an offence if
/// a load of the program can read the same memory object. An address can point into the objects of
/// all its origins. If its origins have no objects, the address can point anywhere.
std::vector<Offence> find_offences(std::span<const Effect> effects, const ObjectsOf& objects_of);

/// Returns the offences under the assumption that each parameter and each variable points into an
/// object of its own.
std::vector<Offence> find_offences_of_apart(std::span<const Effect> effects);
/// Returns the offences under the assumption that all pointers point into the same object.
std::vector<Offence> find_offences_of_one(std::span<const Effect> effects);

/// Returns the offence as text: "a.ptx:12 (st: may overwrite what the kernel reads)".
std::string to_string(const Program& program, const Offence& offence);

}  // namespace heddle::isa
