// Network files of GPGPU-Sim's interconnect (config_*.icnt): statements NAME = VALUE; with comments
// after //.
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "heddle/base/exception.hpp"

namespace heddle::study::gpgpusim {

struct NetworkValue {
  std::string value;
  SourcePlace place;
};

/// The values by name; of a name that occurs twice, the last. Throws Error for a file that cannot
/// be read, and SourceError for a statement of another form.
std::map<std::string, NetworkValue> read_network_file(const std::filesystem::path& file);

}  // namespace heddle::study::gpgpusim
