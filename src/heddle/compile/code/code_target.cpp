#include "heddle/compile/code/code_target.hpp"

#include <array>
#include <string_view>

namespace heddle::compile {

void CodeTarget::describe(ParameterVisitor& visit) {
  static constexpr std::array<std::string_view, 3> kScalars = {"off", "all", "convergent"};
  visit.choice(
      "scalars", scalars, kScalars,
      {.doc = "which values have one register for the warp, in a class of its own: all values on "
              "which the active threads agree, or only those in convergent code, where "
              "the threads cannot be apart; compiler.registers must then be code or "
              "classes"});
  static constexpr std::array<std::string_view, 3> kCounts = {"code", "assembler", "classes"};
  visit.choice(
      "registers", registers, kCounts,
      {.doc = "registers of a thread that occupancy counts. code: of the code that runs here; "
              "assembler: of this code after all passes above, which is nearer to NVIDIA's "
              "assembler; classes: as many as graph colouring needs for each class of values "
              "(compiler.scalars; without scalars one class), to compare machines with and without "
              "scalars"});
  static constexpr std::array<std::string_view, 2> kAssemblers = {"plain", "volta"};
  visit.choice(
      "assembler", assembler, kAssemblers,
      {.doc = "the assembler whose habits the counted code has. volta, NVIDIA's assembler for "
              "Volta and Turing: unrolls loops, spreads sources over the banks and starts "
              "loads early; plain: none of these"});
}

}  // namespace heddle::compile
