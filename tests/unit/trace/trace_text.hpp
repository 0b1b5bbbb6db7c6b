// Texts of traces, as a tracer writes them.
#pragma once

#include <string>
#include <vector>

#include "heddle/base/types.hpp"

namespace heddle::trace {

/// The header of a trace. The members are what tests change.
struct HeaderText {
  std::string name = "_Z3addPfS_";
  std::string grid = "(1,1,1)", block = "(32,1,1)";
  int binary_version = 70, tracer_version = 4, line_numbers = 0;

  std::string text() const {
    return "-kernel name = " + name + "\n-kernel id = 1\n-grid dim = " + grid +
           "\n-block dim = " + block +
           "\n-shmem = 512\n-nregs = 24\n-binary version = " + std::to_string(binary_version) +
           "\n-cuda stream id = 7\n-shmem base_addr = 0x00007f0000000000\n"
           "-local mem base_addr = 0x00007e0000000000\n-nvbit version = 1.5.5\n"
           "-accelsim tracer version = " +
           std::to_string(tracer_version) + "\n-enable lineinfo = " + std::to_string(line_numbers) +
           "\n\n#traces format = PC mask dest_num [reg_dests] opcode ...\n\n";
  }
};

using Lines = std::vector<std::string>;

/// A block whose warps execute these lines.
inline std::string block_text(const std::string& position, const std::vector<Lines>& warps) {
  std::string text = "\n#BEGIN_TB\n\nthread block = " + position + "\n";
  for (std::size_t warp = 0; warp < warps.size(); ++warp) {
    text += "\nwarp = " + std::to_string(warp) + "\ninsts = " + std::to_string(warps[warp].size()) +
            "\n";
    for (const std::string& line : warps[warp]) text += line + "\n";
  }
  return text + "\n#END_TB\n";
}

/// 32 threads load, add and store words of 4 bytes, one after the other in memory.
inline Lines add_lines() {
  return {"0000 ffffffff 1 R0 S2R 0 0 ",
          "0010 ffffffff 1 R2 IMAD.WIDE 2 R0 R4 0 ",
          "0020 ffffffff 1 R5 LDG.E.SYS 1 R2 4 1 0x7d0000001000 4 ",
          "0030 ffffffff 1 R5 FADD 2 R5 R5 0 ",
          "0040 ffffffff 0 STG.E.SYS 2 R2 R5 4 1 0x7d0000001000 4 ",
          "0050 ffffffff 0 EXIT 0 0 "};
}

}  // namespace heddle::trace
