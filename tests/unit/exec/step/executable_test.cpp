#include "heddle/exec/step/executable.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::Op;

TEST(Executable, EveryOperationOfTheMachineIsExecutedOnce) {
  for (const isa::OpInfo& info : isa::op_table()) {
    if (info.signature == "-") continue;  // the compiler replaces it
    const bool handled = find_handler(info.op) != nullptr;
    EXPECT_NE(handled, computes_values(info.op)) << info.name;
  }
}

TEST(Executable, ErrorsNameTheLine) {
  ProgramBuilder b;
  b.add(Op::exit);
  isa::Instruction& load = b.add(Op::ld, {row(0)}, {row(2)});
  load.modifiers.type = isa::Type::u32;
  load.modifiers.vector = 3;
  EXPECT_EQ(message_of([&] { WarpRig rig(b); }),
            "test.ptx:2:0: an access of 3 elements of 4 bytes is not implemented");
  ProgramBuilder call;
  call.add(Op::system_call).modifiers.immediate = 99;
  EXPECT_EQ(message_of([&] { WarpRig rig(call); }), "test.ptx:1:0: system call 99 does not exist");
}

TEST(Executable, IsSharedByLaunches) {
  ProgramBuilder b;
  b.add(Op::exit);
  MemoryImage image(4096);
  TextureTable textures;
  const auto program = b.build();
  const auto executable = make_executable(*program);
  const Grid one = make_grid(program, {}, {}, {}, image, textures, executable);
  const Grid two = make_grid(program, {}, {}, {}, image, textures, executable);
  EXPECT_EQ(one.executable, two.executable);
  EXPECT_EQ(one.executable->code[0].instruction, &program->code[0]);
}

}  // namespace
}  // namespace heddle::exec
