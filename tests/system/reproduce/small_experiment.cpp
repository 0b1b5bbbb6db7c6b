#include "small_experiment.hpp"

#include <cstdlib>

namespace heddle::test {

const std::string SmallExperiment::kMatrix = R"(seconds = 60
[[setting]]
name = "lrr"
set = ["warp_scheduler=lrr", "run.blocks=true"]
[[setting]]
name = "gto"
set = ["warp_scheduler=gto", "run.blocks=true"]
[[matrix]]
paper = "first"
)";

const std::string SmallExperiment::kClaims =
    R"(id,headline,system,baseline,metric,scope,value,unit,kind,comparison,where
t.gain,true,gto,lrr,speed-up,all,1.3,x,ratio,=,Figure 1
t.loss,false,gto,lrr,speed-up,worst,0.9,x,ratio,=,Figure 1
t.bound,false,gto,lrr,speed-up,all,1.1,x,bound,<=,Figure 1
t.order,true,gto,lrr,cycles,all,gto < lrr,,order,ordering,Figure 2
t.area,false,gto,lrr,area,chip,1,mm2,value,=,Table 1
t.launches,false,gto,,launches,all,1,launches,value,=,Table 2
)";

const std::string SmallExperiment::kMeasures = R"(
CREATE TEMP VIEW measured_claims AS
SELECT 't.gain' AS id, 1.25 AS value, NULL AS holds
UNION ALL SELECT 't.loss', 1.2, NULL
UNION ALL SELECT 't.bound', 1.05, NULL
UNION ALL SELECT 't.order', 'lrr < gto', 0
UNION ALL SELECT 't.launches', count(DISTINCT b.launch), NULL FROM done d JOIN run_blocks b USING (result);
)";

const std::string SmallExperiment::kExperiment = R"(title = "A <test> of two"
study = "first"
[not_measurable."t.a*"]
reason = "silicon"
[[figure]]
name = "speed"
title = "Speed"
kind = "bars"
y = "speed-up"
level = 1
query = "SELECT label, setting, speedup, 1.5 FROM ratios WHERE baseline = 'lrr'"
)";

SmallExperiment::SmallExperiment() {
  setenv("HEDDLE_EXPERIMENTS", folder_.path("experiments").c_str(), 1);
  folder_.shell("mkdir -p experiments/t && cp " HEDDLE_SOURCE
                "/experiments/shared.sql experiments");
  put("matrix.toml", kMatrix);
  put("claims.csv", kClaims);
  put("measures.sql", kMeasures);
  put("experiment.toml", kExperiment);
}

SmallExperiment::~SmallExperiment() { unsetenv("HEDDLE_EXPERIMENTS"); }

void SmallExperiment::put(const std::string& file, const std::string& text) const {
  folder_.write("experiments/t/" + file, text);
}

Finished SmallExperiment::reproduce(std::vector<std::string> options) const {
  options.insert(options.begin(), {"reproduce", "t", "--size", "tiny", "--out", "out"});
  return folder_.heddle(options);
}

}  // namespace heddle::test
