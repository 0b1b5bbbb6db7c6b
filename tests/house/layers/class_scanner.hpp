// Classes of a C++ header with what they declare, for tests that count it.
#pragma once

#include <cstddef>
#include <set>
#include <string>
#include <vector>

namespace heddle::layers {

struct ClassDeclaration {
  std::string name;
  std::size_t line = 0;  ///< of the opening brace
  bool is_struct = false;
  bool is_template = false;
  std::vector<std::string> data;        ///< data members; constants (constexpr) are none
  std::vector<std::string> types;       ///< by data member: its type, if that is a single name
  std::vector<std::string> methods;     ///< functions, but for defaulted and deleted ones
  bool has_references = false;          ///< a data member is a reference
  std::vector<ClassDeclaration> inner;  ///< classes declared inside

  /// Nothing but data, and perhaps `describe`: a spec, or counters.
  bool is_data_alone() const;

  /// The number of data members. A member whose type is a bundle of references that the class
  /// declares counts as what the bundle holds.
  std::size_t held() const;
};

/// Classes and structs of a file, also those inside others, whose members are not their owner's.
std::vector<ClassDeclaration> class_declarations(const std::string& text);

/// "L1Observers" is "l1_observers": how a file is named after a class.
std::string snake_case(const std::string& name);

/// The class after which a file is named: "sm.cpp" and "sm_tick.cpp" are named after Sm,
/// "sm_probe.cpp" is if there is no SmProbe. "": none of the classes.
std::string named_after(const std::string& path, const std::set<std::string>& classes);

}  // namespace heddle::layers
