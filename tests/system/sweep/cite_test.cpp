// heddle cite: the works that the runs of a sweep used.
#include <gmock/gmock.h>

#include "small_suite.hpp"

namespace heddle::test {
namespace {

using testing::HasSubstr;

class CitedSweep : public SmallSuite {};

TEST_F(CitedSweep, HasTheWorksOfAllItsRuns) {
  folder_.write("sweep.toml", R"(workloads = "count"
machines = "gtx480"
sizes = ["tiny"]
[[setting]]
name = "lrr"
set = ["warp_scheduler=lrr"]
[[setting]]
name = "pro"
set = ["warp_scheduler=pro"]
)");
  const Finished sweep = folder_.heddle({"sweep", "sweep.toml"});
  ASSERT_EQ(sweep.exit_code, 0) << sweep.err;
  const Finished cite = folder_.heddle({"cite", "sweep.sqlite"});
  ASSERT_EQ(cite.exit_code, 0) << cite.err;
  EXPECT_THAT(cite.out, HasSubstr("@software{heddle,"));
  EXPECT_THAT(cite.out, HasSubstr("% warp_scheduler.pro\n@inproceedings{anantpur2015pro,"));
  EXPECT_THAT(cite.out, HasSubstr("machine.gtx480\n@inproceedings{bakhoda2009gpgpusim,"));
}

}  // namespace
}  // namespace heddle::test
