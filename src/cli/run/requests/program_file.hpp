// Checks a program before it runs, so that the user gets a clear message for a program that cannot
// work. Such a program does not exist, is source code, or contains a CUDA runtime of its own.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::cli {

/// The facts about CUDA in an ELF file. Everything is empty for another file, such as a script.
struct ElfFacts {
  bool is_elf = false;
  bool has_device_code = false;     ///< whether there is a section with a fat binary
  std::vector<std::string> needed;  ///< sonames of the shared libraries that the file needs

  /// The libcudart or libcuda that the file needs, or "".
  std::string runtime() const;
};

/// Reads the sections of a 64-bit little-endian ELF file. Does not throw for a broken file.
ElfFacts read_elf_facts(const std::filesystem::path& file);

/// The file of the program `name`, which is a path or is found on PATH. Throws Error if there is
/// none.
std::filesystem::path find_program(const std::string& name);

/// Throws Error for a program that `heddle run` cannot serve. `library_folder` holds heddle's
/// libcudart.
void check_program(const std::filesystem::path& program,
                   const std::filesystem::path& library_folder);

}  // namespace heddle::cli
