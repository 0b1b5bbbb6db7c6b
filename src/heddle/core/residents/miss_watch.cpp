#include "heddle/core/residents/miss_watch.hpp"

namespace heddle::core {
namespace {

/// Whether the data of a load or an atomic comes from outside the SM. Atomics execute at the L2, so
/// the L1 sends them on.
bool comes_from_afar(const model::L1Access& event) {
  using model::L1Kind, model::L1Outcome;
  if (event.kind == L1Kind::atomic) return event.outcome == L1Outcome::written;
  const bool reads = event.kind == L1Kind::load || event.kind == L1Kind::local_load;
  return reads && (event.outcome == L1Outcome::miss || event.outcome == L1Outcome::merged ||
                   event.outcome == L1Outcome::bypassed);
}

}  // namespace

void MissWatch::on(const model::L1Access& event) {
  if (comes_from_afar(event))
    conditions_.miss(event.entity, contexts_.program_of(event.entity).at(event.pc).writes);
}

}  // namespace heddle::core
