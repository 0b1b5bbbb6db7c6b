// What a block does that a second run of it from its start could do otherwise, or could see: what
// decides whether the block can be discarded and run again. The compiler finds the effects of a
// program; which of them offend depends on where a launch's pointers lead.
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

/// A value that the address of an access was computed from.
struct AddressOrigin {
  enum class Kind : std::uint8_t {
    parameter,  ///< eight bytes of the kernel's parameters, from byte `index` on
    symbol,     ///< the address of module variable `index`
  };
  Kind kind = Kind::parameter;
  std::uint32_t index = 0;
  bool operator==(const AddressOrigin&) const = default;
};

/// An instruction that reaches beyond its block.
struct Effect {
  enum class Kind : std::uint8_t {
    load,
    store,
    other,  ///< offends wherever it is
  };
  Pc pc = 0;
  Kind kind = Kind::load;
  bool from_anywhere = false;  ///< the address may come from memory, or from a caller
  std::vector<AddressOrigin> origins = {};
  std::string_view why = {};  ///< other: it offends
};

/// An instruction after which a block cannot run again from its start.
struct Offence {
  Pc pc = 0;
  std::string_view why;
};

/// The one with this pc, of offences sorted by pc; null: there is none.
const Offence* find_offence(std::span<const Offence> offences, Pc pc);

/// The objects of memory that a pointer of this value may lead into; none: it is no pointer.
using ObjectsOf = std::function<std::vector<Addr>(const AddressOrigin&)>;

/// Sorted by pc, as the effects are. A store offends if some load of the program may read from the
/// same object. An address leads into the objects of its origins; one without any may lead
/// anywhere.
std::vector<Offence> find_offences(std::span<const Effect> effects, const ObjectsOf& objects_of);

/// The same if each parameter and each variable is a pointer into an object of its own.
std::vector<Offence> find_offences_of_apart(std::span<const Effect> effects);
/// The same if all lead into one object.
std::vector<Offence> find_offences_of_one(std::span<const Effect> effects);

/// "a.ptx:12 (st: may overwrite what the kernel reads)".
std::string to_string(const Program& program, const Offence& offence);

}  // namespace heddle::isa
