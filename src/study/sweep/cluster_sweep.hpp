// Makes the runs of a sweep on a cluster. The missing runs are submitted as an array job of Slurm.
// Each task makes some of the runs and has a results file of its own. When all tasks have ended,
// their results are merged. The submitting process may end at any time. A process that is started
// later waits for the same job.
//
//   NAME.sqlite.work/cluster/job          number of the job
//                            task.sh      script of a task
//                            3.runs       numbers of the runs of the third task
//                            3.sqlite     results of the third task
//                            3.log        output of the third task
#pragma once

#include "study/sweep/sweep_runner.hpp"

namespace heddle::study {

/// Submits the missing runs, or continues with a submitted job, and waits for its end. Throws Error
/// if the job cannot be submitted, or if results cannot be merged.
RunCount run_on_cluster(const SweepRuns& runs, ResultStore& store, const WorkFolder& folder,
                        const SweepChoice& choice);

}  // namespace heddle::study
