#include "heddle/compile/registers/register_options.hpp"

namespace heddle::compile {

void RegisterOptions::describe(ParameterVisitor& visit) {
  visit("hold_sources", hold_sources,
        {.doc = "reuse the registers that a store reads only after a delay"});
  visit("spread_banks", spread_banks,
        {.doc = "put the sources of an instruction into both register banks, even and odd"});
  visit("keep_stack_pointer", keep_stack_pointer,
        {.doc = "never assign register 1 of a kernel, the stack pointer of NVIDIA's assembler"});
  visit("count_hidden", count_hidden,
        {.doc = "count the temporaries of operations that hardware does in several instructions"});
  visit("colour", colour, {.doc = "use graph colouring where it needs fewer registers"});
  visit("spill", spill,
        {.doc = "move values to local memory that exceed the kernel's own limit (.maxnreg, launch "
                "bounds) or the device's"});
  visit("coalesce_moves", coalesce_moves,
        {.doc = "give the source and the destination of a move one register"});
  visit("check_allocation", check_allocation,
        {.doc = "prove that no register holds two values that are needed at one time, in the code "
                "that runs and in the code that is counted; refuse the program otherwise"});
}

}  // namespace heddle::compile
