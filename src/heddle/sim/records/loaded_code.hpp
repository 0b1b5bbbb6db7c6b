// Finds the owner of the code at an address: heddle (the program or library that contains heddle),
// a library that heddle calls (such as the C library), or other code. The address ranges are read
// once in advance, so that signal handlers may use them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::sim {

enum class CodeOwner : std::uint8_t {
  heddle,
  heap,     ///< malloc and similar functions of the C library, which crash if the heap is damaged
  library,  ///< other code of libraries that heddle calls; the program may call this code as well
  other,
};

class LoadedCode {
 public:
  /// Reads the address ranges of the process.
  LoadedCode();

  CodeOwner owner(std::uintptr_t address) const;
  /// The name of the file that contains heddle: "libcudart.so.12".
  const char* name() const { return name_.data(); }
  std::uintptr_t base() const { return base_; }  ///< load address of that file

 private:
  static constexpr std::size_t kMost = 128;

  struct Range {
    std::uintptr_t begin = 0, end = 0;
    CodeOwner owner = CodeOwner::other;
  };
  struct Object;

  void add(const Object& object, CodeOwner owner);
  void add_heap();

  std::array<Range, kMost> ranges_;
  std::size_t count_ = 0;
  std::array<char, 64> name_{};
  std::uintptr_t base_ = 0;
};

}  // namespace heddle::sim
