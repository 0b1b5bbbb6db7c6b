// Power files of GPGPU-Sim (gpuwattch_*.xml) and Accel-Sim (accelwattch_*.xml): elements <param
// name="..." value="..."/>. heddle takes the powers of the chip and of SMs. The other values
// describe a model of another kind, in which factors scale the energies that McPAT computes.
#pragma once

#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "heddle/base/exception.hpp"

namespace heddle::study::gpgpusim {

class Conversion;

struct PowerValue {
  double value = 0;
  SourcePlace place;
};

/// The numbers of the file's params by name; of a name that occurs twice, the first. Throws Error
/// for a file that cannot be read, and SourceError for a text that is no such file.
std::map<std::string, PowerValue> read_power_file(const std::filesystem::path& file);

/// A row of the summary.
struct PowerFinding {
  std::string name, value, becomes, note;
};

/// Sets energy.power.* from the file, and names its other values.
std::vector<PowerFinding> convert_power(Conversion& conversion, const std::filesystem::path& file);

}  // namespace heddle::study::gpgpusim
