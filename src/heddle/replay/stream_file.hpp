// The file of the streams of all SMs' L1 data caches. Records are written in the order in which
// they arrive, and are read SM by SM. docs/guide/l1-replay.md describes the format.
#pragma once

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "heddle/replay/cache_shape.hpp"
#include "heddle/replay/record.hpp"

namespace heddle::replay {

inline constexpr std::uint32_t kStreamVersion = 2;

class StreamWriter {
 public:
  /// Receives the next bytes of the file.
  using WriteBytes = std::function<void(std::string_view bytes)>;

  /// Returns the header of the file. The chunks follow the header.
  static std::string head(const CacheShape& shape, std::uint32_t sms);
  explicit StreamWriter(const WriteBytes& write) : write_(write) {}

  /// Writes the beginning of a launch. The records of the launch follow.
  void launch(std::uint64_t number, std::string_view kernel);
  void records(std::uint32_t sm, std::span<const Record> records);

 private:
  void chunk(std::uint32_t type, std::uint32_t sm, std::uint64_t bytes);

  const WriteBytes& write_;
};

class StreamReader {
 public:
  /// Opens the file and finds the positions of all records. Throws Error if the file is no stream
  /// or is incomplete.
  explicit StreamReader(const std::filesystem::path& file);

  const CacheShape& shape() const { return shape_; }
  std::uint32_t sms() const { return static_cast<std::uint32_t>(chunks_.size()); }
  /// Returns the name of each launch's kernel, by launch number.
  const std::map<std::uint64_t, std::string>& launches() const { return launches_; }
  /// Calls visit(record) for all records of the SM, in order.
  void read(std::uint32_t sm, const std::function<void(const Record&)>& visit);

 private:
  struct Chunk {
    std::uint64_t offset = 0, records = 0;
  };
  void read_header();
  void find_chunks();
  template <typename Value>
  Value get();
  [[noreturn]] void cut_off() const;

  std::filesystem::path file_;
  std::ifstream stream_;
  std::uint64_t size_ = 0;
  CacheShape shape_;
  std::vector<std::vector<Chunk>> chunks_;  ///< by SM: the chunks of the file with its records
  std::map<std::uint64_t, std::string> launches_;
};

}  // namespace heddle::replay
