#include "heddle/trace/format/kernel_reader.hpp"

#include <gtest/gtest.h>

#include "compressed.hpp"
#include "temporary_folder.hpp"
#include "trace_text.hpp"

namespace heddle::trace {
namespace {

using sim::error_of;
using sim::TemporaryFolder;

/// Writes down what it is told.
class Notes final : public KernelVisitor {
 public:
  void begin(const KernelHeader& of) override { header = of; }
  void begin_block(std::uint64_t block) override {
    text += "block " + std::to_string(block) + "\n";
  }
  void begin_warp(std::uint32_t warp, std::uint64_t instructions) override {
    text += "warp " + std::to_string(warp) + " of " + std::to_string(instructions) + "\n";
  }
  void instruction(const InstructionLine& line) override {
    text += std::string(line.opcode) + "\n";
  }

  KernelHeader header;
  std::string text;
};

/// The message without the folder of the test.
std::string message_of(const TemporaryFolder& folder, const std::string& text,
                       const std::string& name = "kernel-1.traceg") {
  const auto file = folder.write(name, text);
  const std::string message = error_of([&] {
    Notes notes;
    read_kernel(file, notes);
  });
  const std::string path = folder.path().string() + "/";
  EXPECT_TRUE(message.empty() || message.starts_with(path)) << message;
  return message.substr(std::min(path.size(), message.size()));
}

const Lines kTwo = {"0000 ffffffff 1 R1 MOV 0 0 ", "0010 ffffffff 0 EXIT 0 0 "};

TEST(KernelReader, ReadsHeaderBlocksWarpsAndInstructions) {
  const TemporaryFolder folder;
  HeaderText header;
  header.grid = "(2,1,1)";
  header.block = "(16,3,1)";
  const Lines half = {"0000 0000ffff 0 EXIT 0 0 "};
  Notes notes;
  read_kernel(folder.write("kernel-1.traceg", header.text() + block_text("0,0,0", {kTwo, half}) +
                                                  block_text("1,0,0", {kTwo, half})),
              notes);
  EXPECT_EQ(notes.text,
            "block 0\nwarp 0 of 2\nMOV\nEXIT\nwarp 1 of 1\nEXIT\n"
            "block 1\nwarp 0 of 2\nMOV\nEXIT\nwarp 1 of 1\nEXIT\n");
  EXPECT_EQ(notes.header.name, "_Z3addPfS_");
  EXPECT_EQ(notes.header.grid, (Dim3{2, 1, 1}));
  EXPECT_EQ(notes.header.block, (Dim3{16, 3, 1}));
  EXPECT_EQ(notes.header.shared_bytes, 512u);
  EXPECT_EQ(notes.header.registers, 24u);
  EXPECT_EQ(notes.header.stream, 7u);
  EXPECT_EQ(notes.header.shared_window, 0x7f00'0000'0000u);
  EXPECT_EQ(notes.header.local_window, 0x7e00'0000'0000u);
}

TEST(KernelReader, CompressionChangesNothing) {
  const TemporaryFolder folder;
  const std::string text = HeaderText().text() + block_text("0,0,0", {add_lines()});
  std::string plain;
  for (const auto& [name, bytes] :
       {std::pair{"kernel-1.traceg", text}, std::pair{"kernel-1.traceg.gz", gzip(text)},
        std::pair{"kernel-1.traceg.xz", xz(text)}, std::pair{"kernel-1.traceg.zst", zstd(text)},
        std::pair{"kernel-1.tracez", tracez(HeaderText().text(), {add_lines()}, 4)},
        std::pair{"kernel-2.tracez", tracez(HeaderText().text(), {add_lines()}, 100)}}) {
    Notes notes;
    read_kernel(folder.write(name, bytes), notes);
    if (plain.empty()) plain = notes.text;
    EXPECT_EQ(notes.text, plain) << name;
    EXPECT_EQ(notes.header.name, "_Z3addPfS_");
  }
  EXPECT_NE(plain.find("LDG.E.SYS"), std::string::npos);
}

TEST(KernelReader, PassesOverTheLinesOfClusters) {
  const TemporaryFolder folder;
  std::string text = HeaderText().text() + block_text("0,0,0", {kTwo});
  text.insert(text.find("\nwarp = 0"),
              "cluster id = 0,0,0\ncluster cta = 0,0,0\ncluster rank = 0\n");
  EXPECT_EQ(message_of(folder, text), "");
}

TEST(KernelReader, NamesFileAndLineOfDamage) {
  const TemporaryFolder folder;
  const std::string header = HeaderText().text(), whole = header + block_text("0,0,0", {kTwo});
  const auto changed = [&](const std::string& from, const std::string& to) {
    std::string text = whole;
    text.replace(text.find(from), from.size(), to);
    return message_of(folder, text);
  };
  EXPECT_EQ(message_of(folder, whole), "");
  EXPECT_EQ(changed("MOV 0 0", "MOV 0"),
            "kernel-1.traceg:24: the line ends before the width of the access");
  EXPECT_EQ(changed("insts = 2", "insts = 3"),
            "kernel-1.traceg:27: the warp ends 1 instruction early: the line 'insts' says how many "
            "it has");
  EXPECT_EQ(changed("insts = 2", "insts = 1"),
            "kernel-1.traceg:25: the warp has more instructions than its line 'insts' says");
  EXPECT_EQ(changed("warp = 0", "warp = 1"),
            "kernel-1.traceg:23: warp 1 in the place of warp 0; a block has 1 warp");
  EXPECT_EQ(changed("0,0,0", "1,0,0"), "kernel-1.traceg:20: block 1,0,0 of a grid of 1x1x1 blocks");
  EXPECT_EQ(changed("block dim = (32,1,1)", "block dim = (64,1,1)"),
            "kernel-1.traceg:27: the block ends after 1 of its 2 warps");
  EXPECT_EQ(changed("block dim = (32,1,1)", "block dim = (8,1,1)"),
            "kernel-1.traceg:24: the mask ffffffff has lanes without a thread: the warp has the "
            "lanes 000000ff");
  EXPECT_EQ(
      changed("(1,1,1)", "(2,1,1)"),
      "kernel-1.traceg:28: the trace ends after 1 of the grid's 2 blocks: the file is cut, or "
      "the tracer left out blocks");
  EXPECT_EQ(changed("(1,1,1)", "(0,1,1)"),
            "kernel-1.traceg:3: 'grid dim' is '(0,1,1)': an extent is 0");
  EXPECT_EQ(changed("tracer version = 4", "tracer version = 9"),
            "kernel-1.traceg:18: the trace has version 9 of the tracer's format; heddle reads the "
            "versions 1 to 5");
  EXPECT_EQ(changed("-kernel name = _Z3addPfS_", "-kernel nam = x"),
            "kernel-1.traceg:18: the header has no line '-kernel name = ...'");
}

TEST(KernelReader, TellsCutFilesFromWholeOnes) {
  const TemporaryFolder folder;
  const std::string whole = HeaderText().text() + block_text("0,0,0", {kTwo});
  for (std::size_t size = 0; size + 2 < whole.size(); ++size)
    EXPECT_NE(message_of(folder, whole.substr(0, size)), "") << size;
}

TEST(KernelReader, RefusesTwoTracesInOneFile) {
  const TemporaryFolder folder;
  const std::string whole = HeaderText().text() + block_text("0,0,0", {kTwo});
  EXPECT_EQ(
      message_of(folder, whole + whole),
      "kernel-1.traceg:28: a line of a header after the first block: two traces in one file?");
}

TEST(KernelReader, SaysThatARawTraceMustBeGrouped) {
  const TemporaryFolder folder;
  EXPECT_NE(message_of(folder, HeaderText().text() + "0 0 0 0 0000 ffffffff 0 EXIT 0 0\n")
                .find("post-traces-processing"),
            std::string::npos);
}

TEST(KernelReader, NamesTheWarpOfDamageInCompressedWarps) {
  const TemporaryFolder folder;
  Lines damaged = kTwo;
  damaged[1] = "0010 what";
  EXPECT_EQ(
      message_of(folder, tracez(HeaderText().text(), {damaged}, 1), "kernel-1.tracez"),
      "kernel-1.tracez: block 0 warp 0 piece 1:1: the mask is 'what', which is no hexadecimal "
      "number");
}

}  // namespace
}  // namespace heddle::trace
