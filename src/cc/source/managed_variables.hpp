// Gives the __managed__ variables of a file one address for host and device. The runtime chooses
// this address before any other code of the program runs. Therefore the host side must not contain
// the variables, and reads their addresses from pointers that the runtime sets.
//
// On the host such a variable is at first an ordinary variable in a section of its own
// (sdk/include/host_defines.h). In clang's LLVM text, before any optimization, its definition
// becomes a declaration, and its initial value moves into a variable of another name. The assembly
// then names the variable only by its entry in the table of addresses (GOT) and in initial values
// of pointers. Each entry becomes a pointer of the file, and the pointers' initial values become
// entries of a list from which the runtime completes them.
#pragma once

#include <string>
#include <vector>

#include "cc/session/compiler_flags.hpp"

namespace heddle::cc {

inline constexpr const char* kManagedSection = "heddle_managed";

/// The LLVM text of a host side, and the symbols of its managed variables.
struct ManagedText {
  std::string text;
  std::vector<std::string> symbols;
};

/// Turns the definitions of managed variables into declarations. The initial value of variable i
/// is the variable `heddle_managed_i` of the result, in the section. Throws Error for a definition
/// that cannot be read.
ManagedText with_declared_managed_variables(const std::string& text);

/// The assembly text of a host side in which the managed variables are reached through pointers,
/// with a constructor that gives the pointers to the runtime. This constructor runs after the
/// registration of the device code. Throws Error for a line that names a variable in another way.
std::string with_managed_pointers(const std::string& assembly,
                                  const std::vector<std::string>& symbols);

/// Compiles the host side again if its assembly, in the file `assembly`, has managed variables.
/// `command` is the compiler's command for this assembly without the kind of output and the file.
void reach_managed_variables(Session& session, Command command, const Command& host_flags,
                             const std::string& assembly);

}  // namespace heddle::cc
