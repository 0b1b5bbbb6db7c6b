// Looks at a program before it is run, to say early and clearly what would go wrong: it does not
// exist, it is source code, or it brings its own CUDA runtime, which nothing can replace.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace heddle::cli {

/// What an ELF file says about CUDA; all empty for other files (scripts).
struct ElfFacts {
  bool is_elf = false;
  bool has_device_code = false;     ///< a section with a fat binary
  std::vector<std::string> needed;  ///< sonames of the shared libraries that it names

  /// The libcudart that it asks for, or "".
  std::string runtime() const;
};

/// Reads the section headers of a 64-bit little-endian ELF file; never throws for a broken one.
ElfFacts read_elf_facts(const std::filesystem::path& file);

/// The file that `name` runs: a path, or found on PATH. Throws Error if there is none.
std::filesystem::path find_program(const std::string& name);

/// Throws Error for a program that `heddle run` cannot serve; `library_folder` holds our libcudart.
void check_program(const std::filesystem::path& program,
                   const std::filesystem::path& library_folder);

}  // namespace heddle::cli
