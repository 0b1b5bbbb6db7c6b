// The part of a journal's file that the process writes at present, as memory that is shared with
// the file. What has been copied into the memory survives a kill of the process, and takes no
// system call.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string_view>

#include <sys/types.h>

namespace heddle::sim {

class RecordWindow {
 public:
  RecordWindow() = default;
  ~RecordWindow() { close(); }
  RecordWindow(const RecordWindow&) = delete;
  RecordWindow& operator=(const RecordWindow&) = delete;

  /// Copies the bytes to `place` of the file, an offset in bytes. The file grows by more than the
  /// bytes need. It is opened by its absolute path, so the program may close descriptors and change
  /// its working folder. Throws Error if the file cannot grow, or if the path is no longer that of
  /// a regular file.
  void write(const std::filesystem::path& file, std::string_view bytes, std::uint64_t place);
  /// Cuts the file at `size` bytes, and gives up the memory.
  void trim(const std::filesystem::path& file, std::uint64_t size);

 private:
  bool holds(std::uint64_t place, std::uint64_t size) const {
    return place >= begin_ && place + size <= begin_ + size_;
  }
  bool is_of(const std::filesystem::path& file) const;
  void move_to(const std::filesystem::path& file, std::uint64_t place, std::uint64_t size);
  void close();

  char* memory_ = nullptr;
  std::uint64_t begin_ = 0, size_ = 0;  ///< place of the memory in the file, and bytes of memory
  dev_t device_ = 0;                    ///< device of the file
  ino_t inode_ = 0;                     ///< number of the file on the device
};

/// Throws the Error for a journal that is not a regular file.
[[noreturn]] void refuse_special_file(const std::filesystem::path& file);

}  // namespace heddle::sim
