// A table of what was measured on a chip: a row for each kernel of a program, a column for each
// counter. Each value is a claim. Rows may name a workload of heddle that has the structure of the
// measured program. experiments/README.md describes the files.
#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "study/catalogue/strict_toml.hpp"
#include "study/claims/claim.hpp"

namespace heddle::study {

/// The runs in which a row is simulated: a program or workload with arguments, and its kernel.
struct RowRun {
  std::string program;                           ///< name of the workload or of the program's run
  std::map<std::string, std::string> arguments;  ///< by size of the workloads
  std::string kernel;                            ///< name of the kernel without parameters
};

struct ChipCounter {
  std::string name, unit;
  std::string simulator;  ///< another simulator whose value of the counter this is; "": the chip's
};

struct ChipRow {
  std::string name;                           ///< unique in the table
  std::string program;                        ///< file name of the program that ran on the chip
  std::string arguments;                      ///< of this program
  std::string kernel;                         ///< name of its kernel without parameters
  std::vector<std::optional<double>> values;  ///< a value for each counter; none: not measured
  std::optional<RowRun> stand_in;  ///< workload of heddle with the same structure, if there is one
  std::string place;               ///< "file:line"
};

struct ChipTable {
  std::string name;                      ///< first part of the claims' ids
  std::string chip;                      ///< name of the card; also the name of the runs' setting
  std::string machine;                   ///< heddle's machine that describes the chip
  std::vector<std::string> assignments;  ///< settings of the runs, "key=value": the chip's clock
  std::string file;                      ///< name of the file with the values
  std::string source;                    ///< who measured the values, as the file states it
  std::vector<ChipCounter> counters;
  std::vector<ChipRow> rows;

  /// The id of a claim, as in "gv100.hotspot.cycles".
  std::string claim_id(const ChipRow& row, const ChipCounter& counter) const;
  /// The name of the runs of a row's own program, as in "gv100.hotspot".
  std::string run_name(const ChipRow& row) const { return name + "." + row.name; }
  /// The claim of a value of the chip.
  Claim claim(const ChipRow& row, std::size_t counter) const;
  /// A claim of kind `measurement` for each value of the chip, with the values of other simulators.
  std::vector<Claim> claims() const;
};

/// Reads a [[measurements]] of an experiment, and the files that it names in `folder`. Throws Error
/// with the file and the line of a mistake.
ChipTable read_chip_table(StrictTable table, const std::filesystem::path& folder);

}  // namespace heddle::study
