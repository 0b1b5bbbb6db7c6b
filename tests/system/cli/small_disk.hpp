// A disk of its own in a folder, small enough to be filled; only root can mount one.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <sys/mount.h>

namespace heddle::test {

class SmallDisk {
 public:
  /// `size` as mount takes it: "64k".
  SmallDisk(std::filesystem::path folder, const std::string& size)
      : folder_(std::move(folder)),
        is_mounted_(mount("small", folder_.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0) {}
  ~SmallDisk() {
    if (is_mounted_) umount2(folder_.c_str(), MNT_DETACH);
  }
  SmallDisk(const SmallDisk&) = delete;
  SmallDisk& operator=(const SmallDisk&) = delete;

  bool is_mounted() const { return is_mounted_; }
  bool resize(const std::string& size) const { return remount(0, size); }
  bool make_read_only(const std::string& size) const { return remount(MS_RDONLY, size); }

  /// Takes all of the room that is left.
  void fill(const std::string& name) const {
    std::ofstream file(folder_ / name, std::ios::binary);
    const std::string page(4096, 'x');
    while (file.write(page.data(), 4096).flush()) {
    }
  }

 private:
  bool remount(unsigned long flags, const std::string& size) const {
    return mount("small", folder_.c_str(), "tmpfs", MS_REMOUNT | flags, ("size=" + size).c_str()) ==
           0;
  }

  std::filesystem::path folder_;
  bool is_mounted_;
};

}  // namespace heddle::test
