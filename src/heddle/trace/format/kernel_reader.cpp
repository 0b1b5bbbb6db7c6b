#include "heddle/trace/format/kernel_reader.hpp"

#include "heddle/trace/format/compressed_warps.hpp"
#include "heddle/trace/format/text_reader.hpp"

namespace heddle::trace {

void read_kernel(const std::filesystem::path& file, KernelVisitor& visitor) {
  if (file.extension() == ".tracez") return read_compressed_warps(file, visitor);
  LineReader lines(open_bytes(file), file.string());
  read_text(lines, visitor);
}

}  // namespace heddle::trace
