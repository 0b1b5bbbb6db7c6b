#include <CLI/CLI.hpp>

#include "cli/command.hpp"
#include "jobs/streams/standard_streams.hpp"
#include "study/nsight/metric_values.hpp"

namespace heddle::cli {

int metrics_command(Arguments arguments) {
  CLI::App app(
      "Prints the kernels of a run under the names of Nsight Compute's metrics: heddle metrics DIR",
      "heddle metrics");
  app.footer(
      "A value is that of all timed launches of the kernel together. `heddle list nsight-metrics` "
      "has the formulas, and says what differs in meaning.\n\n"
      "Examples:\n"
      "  heddle run --out results/mine -- ./program\n"
      "  heddle metrics results/mine\n"
      "  heddle metrics results/mine --metrics sm__cycles_elapsed.max,dram__bytes.sum --csv\n");
  std::string folder;
  std::vector<std::string> names;
  bool csv = false;
  app.add_option("folder", folder, "output folder of heddle run")->required()->type_name("DIR");
  app.add_option("--metrics", names, "the metrics to print; all")
      ->delimiter(',')
      ->type_name("NAME,...");
  app.add_flag("--csv", csv, "as CSV: kernel, metric, unit, value");
  if (!parse(app, arguments)) return 0;
  const study::nsight::RunMetrics run = study::nsight::read_metrics(folder, names);
  jobs::answer(csv ? study::nsight::metrics_csv(run) : study::nsight::metrics_text(run));
  return 0;
}

}  // namespace heddle::cli
