// The explanations that `heddle explain` prints for names of GPGPU-Sim.

#include <array>

#include "cli/inspect/row_topic.hpp"
#include "study/gpgpusim/option_table.hpp"
#include "study/gpgpusim/statistics/statistic_table.hpp"

namespace heddle::cli {
namespace {

study::Table options() { return study::gpgpusim::option_table(); }
study::Table statistics() { return study::gpgpusim::statistic_name_table(); }

/// Options have a hyphen before their names, which would begin an option of heddle explain.
Fit fit_of_option(const std::string& name, const std::string& word) {
  return folded(name) == word || folded(name) == "_" + word ? Fit::whole : Fit::none;
}

Fit fit_of_statistic(const std::string& name, const std::string& word) {
  return folded(name) == word ? Fit::whole : Fit::none;
}

constexpr char kOption[] = "an option of GPGPU-Sim";
constexpr char kStatistic[] = "a statistic of GPGPU-Sim";

constexpr std::array kGpgpusimTopics = {
    RowTopic<options, kOption>::topic("options of GPGPU-Sim", "gpgpu_n_mem", fit_of_option),
    RowTopic<statistics, kStatistic>::topic("statistics of GPGPU-Sim", "gpu_sim_cycle",
                                            fit_of_statistic, true),
};

}  // namespace

std::span<const Topic> gpgpusim_topics() { return kGpgpusimTopics; }

}  // namespace heddle::cli
