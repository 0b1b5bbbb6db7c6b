#include "heddle/sim/whole_file.hpp"

#include <cerrno>
#include <cstring>

#include "heddle/base/error.hpp"

namespace heddle::sim {

namespace fs = std::filesystem;

fs::path unfinished_name(const fs::path& file) {
  return file.parent_path() / ("." + file.filename().string() + ".new");
}

WholeFile::WholeFile(fs::path file)
    : file_(std::move(file)),
      unfinished_(unfinished_name(file_)),
      stream_(unfinished_, std::ios::binary | std::ios::trunc) {
  if (!stream_) fail("cannot write '{}': {}", file_.string(), std::strerror(errno));
}

WholeFile::~WholeFile() {
  std::error_code error;
  if (!committed_) fs::remove(unfinished_, error);
}

void WholeFile::write(std::string_view text) {
  stream_.write(text.data(), static_cast<std::streamsize>(text.size()));
}

void WholeFile::commit() {
  stream_.close();
  if (!stream_) fail("cannot write '{}': {}", file_.string(), std::strerror(errno));
  std::error_code error;
  fs::rename(unfinished_, file_, error);
  if (error) fail("cannot write '{}': {}", file_.string(), error.message());
  committed_ = true;
}

void write_whole_file(const fs::path& file, std::string_view text) {
  WholeFile whole(file);
  whole.write(text);
  whole.commit();
}

}  // namespace heddle::sim
