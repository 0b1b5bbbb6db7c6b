#include "heddle/trace/sass/generation.hpp"

#include "heddle/base/error.hpp"

namespace heddle::trace {

Generation generation_of(unsigned binary_version) {
  switch (binary_version) {
    case 50:
    case 52:
    case 53:
    case 60:
    case 61:
    case 62:
      return Generation::pascal;
    case 70:
    case 72:
      return Generation::volta;
    case 75:
      return Generation::turing;
    case 80:
    case 86:
    case 87:
    case 89:
      return Generation::ampere;
    case 90:
      return Generation::hopper;
    default:
      fail(
          "binary version {}: heddle knows the machine code of compute capability 5.0 to 6.2 "
          "(Maxwell and Pascal), 7.0, 7.2 (Volta), 7.5 (Turing), 8.0 to 8.9 (Ampere and Ada) and "
          "9.0 (Hopper)",
          binary_version);
  }
}

std::string_view name_of(Generation generation) {
  switch (generation) {
    case Generation::pascal:
      return "Maxwell and Pascal";
    case Generation::volta:
      return "Volta";
    case Generation::turing:
      return "Turing";
    case Generation::ampere:
      return "Ampere and Ada";
    case Generation::hopper:
      return "Hopper";
  }
  return "";
}

}  // namespace heddle::trace
