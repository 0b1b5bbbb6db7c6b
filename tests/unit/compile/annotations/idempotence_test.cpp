// What a block does that it cannot do twice.
#include "heddle/compile/annotations/idempotence.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "heddle/compile/annotations/annotate.hpp"
#include "heddle/exec/grid_offences.hpp"
#include "heddle/exec/image/memory_image.hpp"
#include "heddle/exec/texture/texture.hpp"
#include "heddle/isa/annotated_listing.hpp"
#include "lowering.hpp"

namespace heddle::compile {
namespace {

using testing::HasSubstr;

/// Lines of the body, from 1, that offend where each pointer has an object of its own.
std::vector<std::uint32_t> offending_lines(const std::string& module_text,
                                           const Options& options = {}) {
  const isa::Module module = lower_module(module_text, options);
  const isa::Program& program = *module.kernels.at(0);
  const isa::Annotations notes = annotate(program, 1000);
  std::vector<std::uint32_t> lines;
  for (const isa::Offence& offence : isa::find_offences_of_apart(notes.effects))
    lines.push_back(program.code[offence.pc].line - 10);
  return lines;
}
std::vector<std::uint32_t> offending(const std::string& body) {
  return offending_lines(kernel(body));
}

using Lines = std::vector<std::uint32_t>;

/// %rd3 and %rd4: places of the thread in `a` and in `b`.
const std::string kPlaces =
    "ld.param.u64 %rd1, [a]; ld.param.u64 %rd2, [b]; mov.u32 %r1, %tid.x; "
    "mul.wide.u32 %rd5, %r1, 4; add.s64 %rd3, %rd1, %rd5; add.s64 %rd4, %rd2, %rd5;\n";

TEST(Idempotence, AStoreOffendsWhereTheKernelMayReadFromTheSameObject) {
  EXPECT_EQ(offending(kPlaces + "ld.global.u32 %r2, [%rd3];\n"
                                "st.global.u32 [%rd4], %r2;\n"
                                "exit;\n"),
            Lines{});
  EXPECT_EQ(offending(kPlaces + "ld.global.u32 %r2, [%rd3];\n"
                                "st.global.u32 [%rd4], %r2;\n"
                                "st.global.u32 [%rd3+4], %r2;\n"
                                "exit;\n"),
            Lines{4});
  // Also before the load, since others may have read there.
  EXPECT_EQ(offending(kPlaces + "st.global.u32 [%rd3], %r1;\n"
                                "ld.global.u32 %r2, [%rd3];\n"
                                "st.global.u32 [%rd4], %r2;\n"
                                "exit;\n"),
            Lines{2});
}

TEST(Idempotence, StoresAloneAndOnChipAndReadOnlyLoadsDoNotOffend) {
  EXPECT_EQ(offending(kPlaces + "st.global.u32 [%rd3], %r1;\nst.global.u32 [%rd3], 7;\nexit;\n"),
            Lines{});
  EXPECT_EQ(offending(kPlaces + "ld.global.nc.u32 %r2, [%rd3];\n"
                                "st.global.u32 [%rd3], %r2;\nexit;\n"),
            Lines{});
  EXPECT_EQ(offending(kPlaces + "st.shared.u32 [4], %r1;\n"
                                "ld.shared.u32 %r2, [8];\n"
                                "st.shared.u32 [8], %r2;\n"
                                "red.shared.add.u32 [4], %r2;\nexit;\n"),
            Lines{});
}

TEST(Idempotence, WhatTakesEffectOutsideOfTheBlockOrDependsOnTimeOffends) {
  for (const std::string line :
       {"atom.global.add.u32 %r2, [%rd3], 1;", "red.global.max.u32 [%rd3], %r1;",
        "st.volatile.global.u32 [%rd3], %r1;", "ld.volatile.global.u32 %r2, [%rd3];",
        "ld.acquire.gpu.global.u32 %r2, [%rd3];", "mov.u32 %r2, %clock;", "mov.u32 %r2, %smid;",
        "atom.shared.exch.b32 %r2, [4], %r1;", "red.shared.add.f32 [4], %f1;"})
    EXPECT_EQ(offending(kPlaces + line + "\nadd.u32 %r3, %r2, %r1;\n" +
                        "st.shared.u32 [8], %r3;\nexit;\n"),
              Lines{2})
        << line;
  // A sum of integers in shared memory is the same in any order, unless somebody asks in between.
  const std::string sum = "atom.shared.add.u32 %r2, [4], %r1;\n";
  EXPECT_EQ(offending(kPlaces + sum + "exit;\n"), Lines{});
  EXPECT_EQ(offending(kPlaces + sum + "st.global.u32 [%rd3], %r2;\nexit;\n"), Lines{2});
}

/// An index is no pointer; what is loaded as a pointer may lead anywhere.
TEST(Idempotence, TellsIndicesFromPointers) {
  EXPECT_EQ(offending(kPlaces + "ld.global.u32 %r2, [%rd3]; mul.wide.u32 %rd6, %r2, 4;\n"
                                "add.s64 %rd7, %rd2, %rd6;\n"
                                "st.global.u32 [%rd7], %r1;\nexit;\n"),
            Lines{});
  EXPECT_EQ(offending(kPlaces + "ld.global.u8 %rs1, [%rd3]; cvt.u64.u16 %rd6, %rs1;\n"
                                "add.s64 %rd7, %rd2, %rd6;\n"
                                "st.global.u8 [%rd7], %rs1;\nexit;\n"),
            Lines{});
  EXPECT_EQ(offending(kPlaces + "ld.global.u64 %rd6, [%rd3];\n"
                                "st.global.u32 [%rd6], %r1;\nexit;\n"),
            Lines{3});
  // Without any load that is no matter.
  EXPECT_EQ(offending(kPlaces + "ld.global.nc.u64 %rd6, [%rd3];\n"
                                "st.global.u32 [%rd6], %r1;\nexit;\n"),
            Lines{});
}

TEST(Idempotence, FollowsPointersThroughChoicesAndLoops) {
  EXPECT_EQ(offending(kPlaces + "setp.lt.u32 %p1, %r1, 7;\n"
                                "selp.b64 %rd6, %rd3, %rd4, %p1;\n"
                                "ld.global.u32 %r2, [%rd3];\n"
                                "st.global.u32 [%rd6], %r2;\nexit;\n"),
            Lines{5});
  EXPECT_EQ(offending(kPlaces + "loop:\n"
                                "ld.global.u32 %r2, [%rd3];\n"
                                "st.global.u32 [%rd4], %r2;\n"
                                "add.s64 %rd4, %rd4, 128;\n"
                                "setp.lt.u32 %p1, %r2, 7;\n"
                                "@%p1 bra loop;\nexit;\n"),
            Lines{});
  // The register takes both pointers in turn: the loop stores through what it has loaded from.
  EXPECT_EQ(offending(kPlaces + "loop:\n"
                                "ld.global.u32 %r2, [%rd3];\n"
                                "st.global.u32 [%rd4], %r2;\n"
                                "mov.u64 %rd4, %rd3;\n"
                                "setp.lt.u32 %p1, %r2, 7;\n"
                                "@%p1 bra loop;\nexit;\n"),
            Lines{4});
}

TEST(Idempotence, KnowsSharedMemoryBehindGenericAddresses) {
  const std::string access = kPlaces +
                             "cvt.u64.u32 %rd6, %r1; cvta.shared.u64 %rd6, %rd6;\n"
                             "ld.u32 %r2, [%rd6];\n"
                             "st.u32 [%rd6], %r2;\n"
                             "atom.add.u32 %r3, [%rd6], 1;\nexit;\n";
  EXPECT_EQ(offending(access), Lines{});
}

/// Nobody knows what a function gets, and with what it comes back.
TEST(Idempotence, OfAFunctionsPointersNothingIsKnown) {
  const std::string text =
      ".func f(.param .b64 p) { .reg .b64 %rd<2>; ld.param.u64 %rd0, [p]; st.global.u32 [%rd0], 5; "
      "ret; }\n" +
      kernel(kPlaces +
             "ld.global.u32 %r2, [%rd3]; st.shared.u32 [4], %r2;\n"
             "{ .param .b64 x; st.param.b64 [x], %rd4; call f, (x); }\nexit;\n");
  const isa::Module module = lower_module(text);
  const auto notes = annotate(*module.kernels.at(0), 1000);
  EXPECT_EQ(isa::find_offences_of_apart(notes.effects).size(), 1u);
}

TEST(Idempotence, HoldsForThirtyTwoBitAddressesToo) {
  Options options;
  options.address_bits = 32;
  EXPECT_EQ(offending_lines(kernel(kPlaces + "ld.global.u32 %r2, [%rd3];\n"
                                             "st.global.u32 [%rd4], %r2;\nexit;\n"),
                            options),
            Lines{});
  EXPECT_EQ(offending_lines(kernel(kPlaces + "ld.global.u32 %r2, [%rd3];\n"
                                             "st.global.u32 [%rd3], %r2;\nexit;\n"),
                            options),
            Lines{3});
}

std::string said_of(const std::string& body) {
  Options options;
  options.annotate = true;
  const isa::Module module = lower_module(kernel(body), options);
  const std::string text = isa::annotated_listing(*module.kernels.at(0), module.variables);
  const std::size_t at = text.find("  can be discarded: ");
  return text.substr(at, text.find('\n', at) - at);
}

TEST(Idempotence, TheListingSaysUntilWhereABlockCanBeDiscarded) {
  EXPECT_EQ(said_of("st.shared.u32 [4], 7;\nexit;\n"), "  can be discarded: always");
  EXPECT_EQ(said_of(kPlaces + "ld.global.u32 %r2, [%rd3];\nst.global.u32 [%rd3], %r2;\nexit;\n"),
            "  can be discarded: until k.ptx:13 (st: may overwrite what the kernel reads)");
  EXPECT_EQ(said_of(kPlaces + "red.global.add.u32 [%rd3], %r1;\nexit;\n"),
            "  can be discarded: until k.ptx:12 (red: changes memory by what it finds there)");
  EXPECT_THAT(said_of(kPlaces + "ld.global.u32 %r2, [%rd3];\nst.global.u32 [%rd4], %r2;\nexit;\n"),
              HasSubstr("always, if its pointers lead to allocations of their own; else until "
                        "k.ptx:13"));
}

/// Offences of a copy from `a` to `b`.
std::size_t offences_of_copy(exec::MemoryImage& image, Addr a, Addr b) {
  Options options;
  options.annotate = true;
  const isa::Module module = lower_module(
      kernel(kPlaces + "ld.global.u32 %r2, [%rd3];\nst.global.u32 [%rd4], %r2;\nexit;\n"), options);
  std::vector<std::uint8_t> parameters(20);
  std::memcpy(parameters.data(), &a, 8);
  std::memcpy(parameters.data() + 8, &b, 8);
  const exec::TextureTable textures;
  const exec::LaunchShape shape{.grid = {1}, .block = {32}};
  return exec::find_offences(
             exec::make_grid(module.kernels.at(0), shape, parameters, {}, image, textures))
      .size();
}

TEST(Idempotence, ALaunchTellsWhetherPointersLeadToOneAllocation) {
  exec::MemoryImage image(1 << 20);
  const Addr first = image.allocate(4096), second = image.allocate(4096);
  EXPECT_EQ(offences_of_copy(image, first, second), 0u);
  EXPECT_EQ(offences_of_copy(image, second, first), 0u);
  EXPECT_EQ(offences_of_copy(image, first, first + 2048), 1u);
  // To the end of what nothing follows; to nowhere.
  EXPECT_EQ(offences_of_copy(image, second, second + 4096), 1u);
  EXPECT_EQ(offences_of_copy(image, first, second + 4096), 0u);
  EXPECT_EQ(offences_of_copy(image, first, 64), 1u);
}

}  // namespace
}  // namespace heddle::compile
