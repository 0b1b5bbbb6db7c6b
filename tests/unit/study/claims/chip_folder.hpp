// A folder with the files of an experiment that compares with a chip.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "heddle/base/exception.hpp"
#include "study/claims/experiment.hpp"

namespace heddle::study {

class ChipFolder : public testing::Test {
 protected:
  ChipFolder() {
    std::string pattern = (std::filesystem::temp_directory_path() / "chip-test-XXXXXX").string();
    folder_ = mkdtemp(pattern.data());
    std::filesystem::create_directories(folder_ / "t");
    write("t/experiment.toml", kExperiment);
    write("t/claims.csv",
          "id,headline,system,baseline,metric,scope,value,unit,kind,comparison,where\n");
    write("t/measures.sql", "");
    write("t/matrix.toml", "");
    write("t/chip.csv", kRows);
    write("t/stand_ins.csv", kStandIns);
  }
  ~ChipFolder() override {
    std::error_code error;
    std::filesystem::remove_all(folder_, error);
  }

  void write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
  }
  /// A file that may be executed.
  void write_program(const std::string& name) const {
    write(name, "#!/bin/sh\n");
    std::filesystem::permissions(folder_ / name, std::filesystem::perms::owner_all);
  }
  Experiment read() const { return read_experiment(folder_, "t"); }
  /// What the call says when it throws Error; "" if it does not.
  template <typename Call>
  static std::string refusal(Call call) {
    try {
      call();
    } catch (const Error& error) {
      return error.what();
    }
    return "";
  }

  static constexpr const char* kExperiment = R"(title = "T"
study = "t"
claims = "chip"
[[measurements]]
name = "card"
chip = "A card"
machine = "v100"
file = "chip.csv"
stand_ins = "stand_ins.csv"
set = ["device.core_clock_mhz=1000"]
)";
  static constexpr const char* kRows =
      "# Measured by\n# somebody.\n"
      "name,program,arguments,kernel,cycles [cycles],Other: cycles [cycles],reads [sectors]\n"
      "one,first,-n 4,work,100,110,0\n"
      "two,second,,more,200,,\n";
  static constexpr const char* kStandIns =
      "name,workload,kernel,arguments,tiny\none,bfs,visit,64 4,8 4\n";

  std::filesystem::path folder_;
};

}  // namespace heddle::study
