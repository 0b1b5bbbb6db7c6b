#include "cli/run/requests/program_file.hpp"

#include <cstdlib>
#include <cstring>
#include <fstream>

#include <elf.h>
#include <unistd.h>

#include "heddle/base/error.hpp"

namespace heddle::cli {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t kMostTableBytes = 64u << 20;  ///< most bytes of a part that is read

/// A file whose parts are read by offset. A part that is not inside the file is empty. Every part
/// is empty if the file is no regular file.
class FileView {
 public:
  explicit FileView(const fs::path& file) {
    std::error_code error;
    if (!fs::is_regular_file(file, error)) return;  // a pipe would wait for a writer
    stream_.open(file, std::ios::binary);
    stream_.seekg(0, std::ios::end);
    size_ = stream_ ? static_cast<std::uint64_t>(stream_.tellg()) : 0;
  }

  std::string bytes(std::uint64_t offset, std::uint64_t count) {
    if (offset > size_ || count > size_ - offset || count > kMostTableBytes) return {};
    std::string text(count, '\0');
    stream_.seekg(static_cast<std::streamoff>(offset));
    stream_.read(text.data(), static_cast<std::streamsize>(count));
    return stream_ ? text : std::string();
  }

  template <typename T>
  bool value(std::uint64_t offset, T& value) {
    const std::string text = bytes(offset, sizeof value);
    if (text.size() != sizeof value) return false;
    std::memcpy(&value, text.data(), sizeof value);
    return true;
  }

 private:
  std::ifstream stream_;
  std::uint64_t size_ = 0;
};

std::string text_at(const std::string& table, std::uint64_t offset) {
  return offset < table.size() ? std::string(table.c_str() + offset) : std::string();
}

std::vector<Elf64_Shdr> read_sections(FileView& file, const Elf64_Ehdr& header) {
  std::vector<Elf64_Shdr> sections(header.e_shentsize == sizeof(Elf64_Shdr) ? header.e_shnum : 0);
  for (std::size_t i = 0; i < sections.size(); ++i) {
    if (!file.value(header.e_shoff + i * sizeof(Elf64_Shdr), sections[i])) return {};
  }
  return sections;
}

std::vector<std::string> needed_libraries(FileView& file, const Elf64_Shdr& dynamic,
                                          const Elf64_Shdr& strings) {
  std::vector<std::string> needed;
  const std::string names = file.bytes(strings.sh_offset, strings.sh_size);
  for (std::uint64_t at = 0; at + sizeof(Elf64_Dyn) <= dynamic.sh_size; at += sizeof(Elf64_Dyn)) {
    Elf64_Dyn entry{};
    if (!file.value(dynamic.sh_offset + at, entry) || entry.d_tag == DT_NULL) break;
    if (entry.d_tag == DT_NEEDED) needed.push_back(text_at(names, entry.d_un.d_val));
  }
  return needed;
}

bool is_source(const fs::path& file) {
  const std::string extension = file.extension().string();
  for (const char* source : {".cu", ".cpp", ".cc", ".c", ".cuh"}) {
    if (extension == source) return true;
  }
  return false;
}

}  // namespace

std::string ElfFacts::runtime() const {
  for (const std::string& name : needed) {
    if (name.starts_with("libcudart.so") || name.starts_with("libcuda.so")) return name;
  }
  return "";
}

ElfFacts read_elf_facts(const fs::path& path) {
  ElfFacts facts;
  FileView file(path);
  Elf64_Ehdr header{};
  if (!file.value(0, header) || std::memcmp(header.e_ident, ELFMAG, SELFMAG) != 0) return facts;
  facts.is_elf = true;
  if (header.e_ident[EI_CLASS] != ELFCLASS64 || header.e_ident[EI_DATA] != ELFDATA2LSB) {
    return facts;
  }
  const std::vector<Elf64_Shdr> sections = read_sections(file, header);
  if (header.e_shstrndx >= sections.size()) return facts;
  const Elf64_Shdr& name_section = sections[header.e_shstrndx];
  const std::string names = file.bytes(name_section.sh_offset, name_section.sh_size);
  for (const Elf64_Shdr& section : sections) {
    if (text_at(names, section.sh_name).starts_with(".nv_fatbin")) facts.has_device_code = true;
    if (section.sh_type == SHT_DYNAMIC && section.sh_link < sections.size()) {
      facts.needed = needed_libraries(file, section, sections[section.sh_link]);
    }
  }
  return facts;
}

fs::path find_program(const std::string& name) {
  std::error_code error;
  if (is_source(name) && fs::exists(name, error)) {
    fail("'{}' is source code; compile it first: heddle cc {} -o {}", name, name,
         fs::path(name).stem().string());
  }
  if (name.find('/') != std::string::npos) {
    if (!fs::exists(name, error)) fail("there is no program '{}'", name);
    return fs::absolute(name);
  }
  const char* variable = std::getenv("PATH");
  std::string_view rest = variable == nullptr ? "/usr/bin:/bin" : variable;
  while (!rest.empty()) {
    const std::size_t colon = std::min(rest.find(':'), rest.size());
    const fs::path file = fs::path(rest.substr(0, colon)) / name;
    if (fs::is_regular_file(file, error) && access(file.c_str(), X_OK) == 0) {
      return fs::absolute(file);
    }
    rest.remove_prefix(std::min(colon + 1, rest.size()));
  }
  if (fs::is_directory(name, error)) fail("'{}' is a folder, not a program", name);
  if (fs::exists(name, error)) {
    fail("there is no program '{0}' on the PATH; the file in this folder is './{0}'", name);
  }
  fail("there is no program '{}'", name);
}

void check_program(const fs::path& program, const fs::path& library_folder) {
  const std::string name = program.string();
  std::error_code error;
  if (fs::is_directory(program, error)) fail("'{}' is a folder, not a program", name);
  if (!fs::is_regular_file(program, error)) fail("'{}' is a device or a pipe, not a program", name);
  if (access(name.c_str(), X_OK) != 0) fail("'{}' is not executable (chmod +x?)", name);
  const ElfFacts facts = read_elf_facts(program);
  const std::string runtime = facts.runtime();
  if (facts.has_device_code && runtime.empty()) {
    fail(
        "'{}' is linked with a static CUDA runtime, which cannot be replaced: it would bypass the "
        "simulator; build it with heddle cc, or link it with nvcc -cudart shared",
        name);
  }
  if (!runtime.empty() && !fs::exists(library_folder / runtime, error)) {
    fail(
        "'{}' needs {}, which heddle does not provide; build it with heddle cc or with CUDA 11 to "
        "13",
        name, runtime);
  }
}

}  // namespace heddle::cli
