// Makes the runs of a sweep on a cluster: what the results lack becomes an array of jobs, each task
// of which makes some runs and keeps results of its own. When all have ended, the results come
// together. The process that submits may end at any moment: the next one goes on with the same job.
//
//   NAME.sqlite.work/cluster/job          number of the job that is on its way
//                            task.sh      what a task does
//                            3.runs       numbers of the runs of the third task
//                            3.sqlite     its results
//                            3.log        what it said
#pragma once

#include "study/sweep/sweep_runner.hpp"

namespace heddle::study {

/// Throws Error if the job cannot be submitted, or if results cannot be merged.
RunCount run_on_cluster(const SweepRuns& runs, ResultStore& store, const WorkFolder& folder,
                        const SweepChoice& choice);

}  // namespace heddle::study
