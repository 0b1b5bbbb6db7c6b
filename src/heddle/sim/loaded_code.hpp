// Whose code an address of the process is: that of the program or library that heddle is in, that
// of the libraries which heddle calls (the C library and the like), or anybody else's. Looked up
// once, so that a signal's handler may ask.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace heddle::sim {

enum class CodeOwner : std::uint8_t {
  heddle,
  heap,     ///< malloc and the like of the C library, which crash where anybody damaged the heap
  library,  ///< the rest of the libraries that heddle calls; so may the program
  other,
};

class LoadedCode {
 public:
  /// As the process is now.
  LoadedCode();

  CodeOwner owner(std::uintptr_t address) const;
  /// The file's name that heddle is in: "libcudart.so.12".
  const char* name() const { return name_.data(); }
  std::uintptr_t base() const { return base_; }  ///< where it is loaded

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
