#include "heddle/trace/format/kernel_list.hpp"

#include <algorithm>

#include "heddle/base/error.hpp"
#include "heddle/base/files/input_file.hpp"
#include "heddle/base/text/visible_text.hpp"
#include "heddle/base/text/words.hpp"
#include "heddle/trace/format/columns.hpp"

namespace heddle::trace {
namespace {

namespace fs = std::filesystem;

/// Reads "MemcpyHtoD,0x00007fb02d700000,4096".
TracedCopy parse_copy(std::string_view line) {
  const std::vector<std::string> parts = split_at(line, ',');
  const auto address = parts.size() == 3 ? parse_digits(parts[1], 16) : std::nullopt;
  const auto bytes = parts.size() == 3 ? parse_digits(parts[2], 10) : std::nullopt;
  if (!address || !bytes)
    fail("'{}' in the place of {},ADDRESS,BYTES", visible(line), visible(parts[0]));
  return {*address, *bytes};
}

/// Tracers of several contexts, one for each device, name the kernel's context in its file:
/// kernel-1-ctx_0x6165bdd7ec90.traceg. "" if the name has none.
std::string_view context_of(std::string_view line) {
  constexpr std::string_view kMark = "-ctx_";
  const std::size_t begin = line.find(kMark);
  if (begin == std::string_view::npos) return "";
  const std::string_view rest = line.substr(begin + kMark.size());
  return rest.substr(0, rest.find('.'));
}

class ListParser {
 public:
  explicit ListParser(fs::path folder) : folder_(std::move(folder)) {}

  void take(std::string_view line, std::uint64_t number) {
    if (line.empty()) return;
    if (line.starts_with("Memcpy")) return list.entries.push_back({parse_copy(line), number});
    if (line.starts_with("kernel")) return take_kernel(line, number);
    if (line.starts_with("nccl"))
      fail("'{}': the program runs on several devices; heddle runs traces of one", visible(line));
    fail("'{}' is neither a copy (MemcpyHtoD,...) nor a kernel's file (kernel-1.traceg)",
         visible(line));
  }

  KernelList list;

 private:
  void take_kernel(std::string_view line, std::uint64_t number) {
    const std::string_view context = context_of(line);
    if (list.kernels() == 0) context_ = context;
    if (context != context_)
      fail(
          "kernel of context {}, while those before are of {}: the list is of several devices; "
          "heddle runs traces of one",
          visible(context), visible(context_));
    if (!is_kernel_trace(line))
      fail(
          "'{}' is no trace of a kernel, which ends in .traceg or .tracez; a raw .trace must be "
          "grouped by blocks with the tracer's post-traces-processing",
          visible(line));
    list.entries.push_back({TracedKernel{folder_ / line}, number});
  }

  fs::path folder_;
  std::string context_;
};

}  // namespace

std::size_t KernelList::kernels() const {
  return static_cast<std::size_t>(std::ranges::count_if(entries, [](const ListEntry& entry) {
    return std::holds_alternative<TracedKernel>(entry.what);
  }));
}

KernelList read_kernel_list(const fs::path& file) {
  const std::string text = read_file(file, file_kinds::kKernelList);
  ListParser parser(file.parent_path());
  std::uint64_t number = 0;
  for (std::string_view left = text; !left.empty();) {
    const std::size_t end = std::min(left.find('\n'), left.size());
    std::string_view line = left.substr(0, end);
    left.remove_prefix(std::min(end + 1, left.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    ++number;
    try {
      parser.take(line, number);
    } catch (const Error& error) {
      fail("{}:{}: {}", file.string(), number, error.what());
    }
  }
  if (parser.list.kernels() == 0) fail("{}: the list has no kernel", file.string());
  return std::move(parser.list);
}

bool is_kernel_trace(const fs::path& file) {
  const std::string extension = file.extension();
  if (extension == ".traceg" || extension == ".tracez") return true;
  const bool is_compressed = extension == ".xz" || extension == ".gz" || extension == ".zst";
  return is_compressed && file.stem().extension() == ".traceg";
}

bool is_kernel_list(const fs::path& file) {
  return file.extension() == ".g" && file.filename().string().starts_with("kernelslist");
}

}  // namespace heddle::trace
