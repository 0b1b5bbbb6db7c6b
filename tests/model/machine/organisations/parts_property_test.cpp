// Random programs on warps that issue in parts: how wide the parts are, when gangs split and merge,
// and how much room the load-store queue has changes no value. Each program is also evaluated here,
// thread by thread.

#include <algorithm>
#include <array>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <fmt/core.h>
#include <gtest/gtest.h>

#include "organisation.hpp"
#include "rig.hpp"

namespace heddle::test::parts_property {
namespace {

constexpr unsigned kBlocks = 2, kThreads = 96, kDepth = 3;
constexpr unsigned kResults = 65536, kCounter = 131072;  ///< offsets in the buffer

/// What a thread has beside its number.
struct Thread {
  std::uint32_t value = 0, own_global = 0, own_shared = 0, own_local = 0;
  std::uint8_t own_byte = 0;
};

/// A statement: its text, and what it does to a thread.
struct Statement {
  enum class Kind { scale, global, shared, byte, local, exchange, count, path, loop, barrier };
  Kind kind = Kind::scale;
  unsigned number = 0;  ///< a factor, or the bit of the value that decides
  unsigned label = 0;
  std::vector<Statement> first = {}, second = {};
};
using Kind = Statement::Kind;

class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  std::vector<Statement> statements(unsigned depth, unsigned most) {
    std::vector<Statement> made;
    for (unsigned left = 1 + random_() % most; left != 0; --left) made.push_back(one(depth));
    return made;
  }

 private:
  Statement one(unsigned depth) {
    Statement made{.kind = static_cast<Kind>(random_() % (depth == kDepth ? 7 : 9)),
                   .number = static_cast<unsigned>(random_() % 16),
                   .label = labels_++};
    if (depth == 0 && random_() % 5 == 0) made.kind = Kind::barrier;
    if (made.kind == Kind::path || made.kind == Kind::loop) made.first = statements(depth + 1, 3);
    if (made.kind == Kind::path) made.second = statements(depth + 1, 3);
    return made;
  }

  std::mt19937 random_;
  unsigned labels_ = 0;
};

/// Of %r10, the value: the place of a kind is read and then written.
std::string place(const std::string& space, const std::string& type, const std::string& address) {
  return fmt::format(
      "  ld.{0}.{1} %r11, [{2}];\n  st.{0}.{1} [{2}], %r10;\n  add.u32 %r10, %r10, %r11;\n", space,
      type, address);
}

std::string text_of(const std::vector<Statement>& statements, unsigned depth);

std::string text_of(const Statement& statement, unsigned depth) {
  const unsigned label = statement.label;
  switch (statement.kind) {
    case Kind::scale:
      return fmt::format("  mad.lo.u32 %r10, %r10, 1664525, {};\n", statement.number);
    case Kind::global:
      return place("global", "u32", "%rd3");
    case Kind::shared:
      return place("shared", "u32", "%rd4");
    case Kind::byte:
      return place("shared", "u8", "%rd5+2048");
    case Kind::local:
      return place("local", "u32", "%rd6");
    case Kind::exchange:
      return "  atom.global.exch.b32 %r11, [%rd3], %r10;\n  add.u32 %r10, %r10, %r11;\n";
    case Kind::count:
      return fmt::format("  and.b32 %r11, %r10, 15;\n  red.global.add.u32 [%rd1+{}], %r11;\n",
                         kCounter);
    case Kind::path:
      return fmt::format(
                 "  shr.u32 %r11, %r10, {0};\n  and.b32 %r11, %r11, 1;\n"
                 "  setp.ne.u32 %p1, %r11, 0;\n  @%p1 bra A{1};\n",
                 statement.number, label) +
             text_of(statement.first, depth + 1) + fmt::format("  bra J{0};\nA{0}:\n", label) +
             text_of(statement.second, depth + 1) + fmt::format("J{}:\n", label);
    case Kind::loop:
      return fmt::format("  shr.u32 %r{1}, %r10, {0};\n  and.b32 %r{1}, %r{1}, 3;\nL{2}:\n",
                         statement.number, 40 + depth, label) +
             text_of(statement.first, depth + 1) +
             fmt::format(
                 "  sub.u32 %r{0}, %r{0}, 1;\n  setp.ge.s32 %p1, %r{0}, 0;\n"
                 "  @%p1 bra L{1};\n",
                 40 + depth, label);
    case Kind::barrier:
      return "  bar.sync 0;\n";
  }
  return {};
}

std::string text_of(const std::vector<Statement>& statements, unsigned depth) {
  std::string text;
  for (const Statement& statement : statements) text += text_of(statement, depth);
  return text;
}

/// A thread executes the statements. Returns what it adds to the counter.
std::uint32_t execute(const std::vector<Statement>& statements, Thread& thread) {
  std::uint32_t counted = 0;
  const auto swap = [&](auto& own) {
    const std::uint32_t old = own;
    own = static_cast<std::remove_reference_t<decltype(own)>>(thread.value);
    thread.value += old;
  };
  for (const Statement& statement : statements) {
    switch (statement.kind) {
      case Kind::scale:
        thread.value = thread.value * 1664525 + statement.number;
        break;
      case Kind::global:
      case Kind::exchange:
        swap(thread.own_global);
        break;
      case Kind::shared:
        swap(thread.own_shared);
        break;
      case Kind::byte:
        swap(thread.own_byte);
        break;
      case Kind::local:
        swap(thread.own_local);
        break;
      case Kind::count:
        counted += thread.value & 15;
        break;
      case Kind::path:
        counted += execute(
            (thread.value >> statement.number & 1) == 0 ? statement.first : statement.second,
            thread);
        break;
      case Kind::loop:
        for (unsigned left = (thread.value >> statement.number & 3) + 1; left != 0; --left)
          counted += execute(statement.first, thread);
        break;
      case Kind::barrier:
        break;
    }
  }
  return counted;
}

struct Program {
  explicit Program(unsigned seed) {
    const std::vector<Statement> statements = Generator(seed).statements(0, 8);
    text = kernel(fmt::format(R"(
  mov.u32 %r1, %tid.x;
  mov.u32 %r2, %ctaid.x;
  mad.lo.u32 %r10, %r2, {}, %r1;
  mul.wide.u32 %rd2, %r10, 4;
  add.u64 %rd3, %rd1, %rd2;
  mov.u64 %rd4, s;
  cvt.u64.u32 %rd5, %r1;
  add.u64 %rd5, %rd5, %rd4;
  mul.wide.u32 %rd7, %r1, 4;
  add.u64 %rd4, %rd4, %rd7;
  mov.u64 %rd6, l;
  mov.u32 %r12, 0;
  st.shared.u32 [%rd4], %r12;
  st.shared.u8 [%rd5+2048], %r12;
  st.local.u32 [%rd6], %r12;
)",
                              kThreads) +
                  text_of(statements, 0) +
                  fmt::format("  st.global.u32 [%rd3+{}], %r10;\n", kResults));
    text.insert(text.find("  .shared"), "  .local .align 4 .b8 l[16];\n");
    for (unsigned i = 0; i < kBlocks * kThreads; ++i) {
      Thread thread{.value = i};
      counter += execute(statements, thread);
      results.push_back(thread.value);
    }
  }

  std::string text;
  std::vector<std::uint32_t> results;  ///< by thread
  std::uint32_t counter = 0;
};

/// Each way to split and to merge, for parts of each width.
std::map<std::string, gpu::PolicyChoice> settings() {
  std::map<std::string, gpu::PolicyChoice> all;
  for (const unsigned width : {4u, 8u, 16u}) {
    all.emplace(fmt::format("apart, {}", width), organised("spatial", {{"width", width}}));
    for (const char* const split : {"none", "group", "impatient"}) {
      for (const char* const reform : {"", "arrival", "visit"}) {
        for (const unsigned entities : {2u, 8u}) {
          Values values{{"base_width", width}, {"split_memory", split}};
          if (*reform != 0) {
            values.emplace("reform_at", reform);
            values.emplace("reform_entities", entities);
          }
          all.emplace(fmt::format("{}, split {}, reform {} {}", width, split, reform,
                                  *reform != 0 ? entities : 0),
                      organised("variable_warp", values));
        }
      }
    }
  }
  return all;
}

void expect_values(const Program& program, const gpu::PolicyChoice& choice, unsigned queue) {
  gpu::MachineSpec machine = sliced();
  machine.load_store.queue_entries = queue;
  Rig rig(machine, choice);
  rig.run(program.text, {kBlocks}, {kThreads});
  const auto words = rig.read<std::uint32_t>(kCounter / 4 + 1);
  for (unsigned i = 0; i < kBlocks * kThreads; ++i)
    ASSERT_EQ(words[kResults / 4 + i], program.results[i]) << "thread " << i;
  EXPECT_EQ(words[kCounter / 4], program.counter);
}

TEST(Parts, NoSettingChangesAValue) {
  constexpr std::array kQueues = {1u, 3u, 64u};
  const auto all = settings();
  for (unsigned seed = 0; seed < 12; ++seed) {
    const Program program(seed);
    unsigned number = seed;
    for (const auto& [name, choice] : all) {
      SCOPED_TRACE(fmt::format("seed {}, {}, queue {}", seed, name, kQueues[number % 3]));
      ASSERT_NO_FATAL_FAILURE(expect_values(program, choice, kQueues[number++ % 3]));
    }
  }
}

}  // namespace
}  // namespace heddle::test::parts_property
