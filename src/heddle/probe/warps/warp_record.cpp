#include "heddle/probe/warps/warp_record.hpp"

#include <utility>

namespace heddle::probe {

TextureAccesses& WarpRecord::texture(std::uint16_t entity) {
  if (entity >= textures_.size()) textures_.resize(entity + 1u);
  return textures_[entity];
}

void WarpRecord::on(const model::WarpLaunched& event) { texture(event.entity) = {}; }

void WarpRecord::on(const model::L1Access& event) {
  if (event.cache != model::FirstLevel::textures || event.outcome == model::L1Outcome::blocked)
    return;
  TextureAccesses& counts = texture(event.entity);
  ++counts.accesses;
  if (event.outcome == model::L1Outcome::miss) ++counts.misses;
  if (event.outcome == model::L1Outcome::merged) ++counts.merges;
}

void WarpRecord::on(const model::WarpFinished& event) {
  WarpStay stay{.block = event.block,
                .index = event.index,
                .dispatched = event.dispatched,
                .launched = event.launched,
                .end = event.cycle + 1,
                .instructions = event.instructions,
                .texture = {}};
  for (unsigned part = 0; part < event.parts; ++part)
    stay.texture += std::exchange(texture(static_cast<std::uint16_t>(event.entity + part)), {});
  stays_[event.grid].push_back(stay);
}

std::vector<WarpStay> WarpRecord::take(std::uint64_t grid) {
  const auto found = stays_.extract(grid);
  return found.empty() ? std::vector<WarpStay>() : std::move(found.mapped());
}

}  // namespace heddle::probe
