#include "heddle/exec/system/system_call.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/exec/step/fault.hpp"
#include "heddle/isa/system_call.hpp"
#include "warp_rig.hpp"

namespace heddle::exec {
namespace {

using isa::Op;
using isa::SystemCall;
using testing::HasSubstr;

isa::Instruction& add_call(ProgramBuilder& b, SystemCall call,
                           std::initializer_list<isa::Operand> destinations,
                           std::initializer_list<isa::Operand> sources) {
  isa::Instruction& instruction = b.add(Op::system_call, destinations, sources);
  instruction.modifiers.immediate = static_cast<std::uint8_t>(call);
  return instruction;
}

Addr put_text(MemoryImage& image, const char* text) {
  const std::size_t bytes = std::strlen(text) + 1;
  const Addr address = image.allocate(bytes);
  image.write(address, text, bytes);
  return address;
}

void call(WarpRig& rig, SystemServices& services) {
  const Step& step = rig.step();
  ASSERT_EQ(step.kind, StepKind::system);
  perform_system_call(rig.warp, {.pc = step.pc, .lanes = step.executed, .row_base = step.row_base},
                      services);
}

TEST(SystemCall, OfTheDeviceRuntimeNeedsOne) {
  ProgramBuilder b;
  add_call(b, SystemCall::launch, {row(6)}, {row(0), row(2)});
  WarpRig rig(b);
  SystemServices services(rig.image, 4096);
  const Step& step = rig.step();
  const WarpCall launch{.pc = step.pc, .lanes = step.executed, .row_base = step.row_base};
  try {
    perform_system_call(rig.warp, launch, services);
    FAIL() << "the call had an effect";
  } catch (const ExecutionFault& fault) {
    EXPECT_THAT(fault.what(), HasSubstr("programs that share the GPU lack"));
  }
}

TEST(SystemCall, PrintsInLaneOrderFromLocalMemory) {
  ProgramBuilder b;
  b.program().functions[0].local_bytes = 16;
  add_call(b, SystemCall::vprintf, {row(6)}, {row(0), row(2)});
  WarpRig rig(b);
  SystemServices services(rig.image, 4096);
  std::string printed;
  services.print = [&](std::string_view text) { printed += text; };
  const Addr format = put_text(rig.image, "lane %d: %f %s\n");
  const Addr name = put_text(rig.image, "abc");
  // 4 bytes of int, 8 of double at 8, 8 of pointer at 16: too long for the frame of lane 2.
  for (unsigned lane = 0; lane < 2; ++lane) {
    rig.set_pair(0, lane, format);
    rig.set_pair(2, lane, isa::kLocalWindow);
  }
  rig.warp.local.assign(24 * 32, 0);
  for (std::uint32_t lane = 0; lane < 2; ++lane) {
    const auto put = [&](unsigned word, std::uint32_t value) {
      std::memcpy(rig.warp.local.data() + (word * 32 + lane) * 4, &value, 4);
    };
    put(0, lane + 10);
    const double half = lane + 0.5;
    std::uint32_t words[2];
    std::memcpy(words, &half, 8);
    put(2, words[0]);
    put(3, words[1]);
    put(4, static_cast<std::uint32_t>(name));
    put(5, static_cast<std::uint32_t>(name >> 32));
  }
  rig.warp.parts[0].start(0x3, 0);
  call(rig, services);
  EXPECT_EQ(printed, "lane 10: 0.500000 abc\nlane 11: 1.500000 abc\n");
  EXPECT_EQ(rig.row(6)[0], 3u);
}

TEST(SystemCall, BadFormatPointerFaults) {
  ProgramBuilder b;
  add_call(b, SystemCall::vprintf, {row(6)}, {row(0), row(2)});
  WarpRig rig(b);
  SystemServices services(rig.image, 4096);
  EXPECT_THAT(message_of([&] { call(rig, services); }),
              HasSubstr("an argument of a system call at 0x0 is out of bounds"));
}

TEST(SystemCall, HeapAllocatesInLaneOrder) {
  ProgramBuilder b;
  add_call(b, SystemCall::malloc, {row(2)}, {row(0)});
  add_call(b, SystemCall::free, {}, {row(2)});
  add_call(b, SystemCall::malloc, {row(4)}, {row(0)});
  WarpRig rig(b);
  SystemServices services(rig.image, 1024);
  for (unsigned lane = 0; lane < 32; ++lane) rig.set_pair(0, lane, 40);
  call(rig, services);
  const Addr heap = rig.pair(2, 0);
  EXPECT_NE(rig.image.translate(heap, 1024), nullptr);
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(rig.pair(2, lane), lane < 21 ? heap + 48 * lane : 0) << lane;
  call(rig, services);
  call(rig, services);
  EXPECT_EQ(rig.pair(4, 0), heap);
}

TEST(SystemCall, FreeOfWhatWasNotAllocatedFaults) {
  ProgramBuilder b;
  add_call(b, SystemCall::free, {}, {row(2)});
  WarpRig rig(b);
  SystemServices services(rig.image, 1024);
  rig.set_pair(2, 5, 0x1234);
  EXPECT_THAT(message_of([&] { call(rig, services); }),
              HasSubstr("thread [5,0,0], test.ptx:1: free of 0x1234"));
}

TEST(SystemCall, FailedAssertionSaysWhatCudaSays) {
  ProgramBuilder b;
  add_call(b, SystemCall::assert_fail, {}, {row(0), row(2), b.word(42), row(4), b.pair(1)});
  WarpRig rig(b, {16, 2, 1});
  SystemServices services(rig.image, 1024);
  const Addr message = put_text(rig.image, "i < n");
  const Addr file = put_text(rig.image, "sum.cu");
  const Addr function = put_text(rig.image, "void sum(int*)");
  for (unsigned lane = 0; lane < 32; ++lane) {
    rig.set_pair(0, lane, message);
    rig.set_pair(2, lane, file);
    rig.set_pair(4, lane, function);
  }
  rig.warp.parts[0].start(0xFFF00000, 0);
  try {
    call(rig, services);
    FAIL();
  } catch (const ExecutionFault& fault) {
    EXPECT_EQ(fault.kind(), FaultKind::assertion);
    EXPECT_THAT(fault.what(), HasSubstr("sum.cu:42: void sum(int*): block: [0,0,0], thread: "
                                        "[4,1,0] Assertion `i < n` failed."));
  }
}

TEST(DeviceHeap, TakesItsMemoryAtFirstUse) {
  MemoryImage image(1 << 16);
  DeviceHeap heap(image, 4096);
  EXPECT_EQ(image.free_bytes(), 1u << 16);
  EXPECT_TRUE(heap.resize(8192));
  const Addr a = heap.allocate(100);
  EXPECT_EQ(image.free_bytes(), (1u << 16) - 8192);
  EXPECT_FALSE(heap.resize(4096));
  EXPECT_EQ(heap.allocate(1), a + 112);
  EXPECT_EQ(heap.allocate(8192), 0u);
  EXPECT_TRUE(heap.free(a));
  EXPECT_FALSE(heap.free(a));
  EXPECT_TRUE(heap.free(0));
  EXPECT_EQ(heap.allocate(112), a);
}

}  // namespace
}  // namespace heddle::exec
