// An organisation of whole warps, all of which may issue until it errs.

#include "heddle/policy/organisation/organisation.hpp"
#include "heddle/policy/registry.hpp"
#include "misdeed.hpp"

namespace heddle::policy {
namespace {

enum class OrganisationDoes : std::uint8_t {
  nothing,
  narrow_to_none,
  narrow_to_another,
  narrow_beyond,
  throw_in_narrow,
  throw_in_issued,
  throw_in_shape,
  refuse_in_shape,
  throw_in_storage
};
constexpr std::array<std::string_view, 9> kOrganisationDoes = {
    "nothing",         "narrow_to_none", "narrow_to_another", "narrow_beyond",   "throw_in_narrow",
    "throw_in_issued", "throw_in_shape", "refuse_in_shape",   "throw_in_storage"};

class MisfitOrganisation final : public Organisation {
 public:
  void describe(ParameterVisitor& visit) override {
    misdeed_.describe(visit, kOrganisationDoes);
    const auto member = [&](std::string_view name, std::uint32_t& value) {
      visit(name, value, {.doc = "of its shape"});
    };
    member("parts", shape_.parts);
    member("slots", shape_.slots);
    member("lane_groups", shape_.lane_groups);
    member("sequential_lanes", shape_.sequential_lanes);
    member("threads_per_pass", shape_.threads_per_pass);
    visit("overlaps", shape_.overlaps, {.doc = "of its shape"});
    visit("control_by_threads", shape_.control_by_threads, {.doc = "of its shape"});
  }

  Shape shape(std::uint32_t /*schedulers*/) const override {
    if (misdeed_.is(OrganisationDoes::throw_in_shape)) lose_way();
    if (misdeed_.is(OrganisationDoes::refuse_in_shape)) fail("not with these parameters");
    Shape shape = shape_;
    shape.narrows = true;
    return shape;
  }
  void attach(const model::SmView& view, const Shape&) override { sm_ = &view; }

  model::EntityMask narrow(unsigned /*slot*/, const model::EntityMask& candidates) override {
    model::EntityMask narrowed = candidates;
    if (misdeed_.is(OrganisationDoes::throw_in_narrow, sm_->now)) lose_way();
    if (misdeed_.is(OrganisationDoes::narrow_to_none, sm_->now)) narrowed = {};
    if (misdeed_.is(OrganisationDoes::narrow_to_another, sm_->now)) narrowed.set(another(narrowed));
    if (misdeed_.is(OrganisationDoes::narrow_beyond, sm_->now)) narrowed.set(sm_->entities);
    return narrowed;
  }
  void issued(unsigned, unsigned) override {
    if (misdeed_.is(OrganisationDoes::throw_in_issued, sm_->now)) lose_way();
  }
  std::vector<StorageItem> storage(const FrontEndSizes&) const override {
    if (misdeed_.is(OrganisationDoes::throw_in_storage)) lose_way();
    return {};
  }

 private:
  unsigned another(const model::EntityMask& candidates) const {
    unsigned entity = 0;
    while (candidates.test(entity)) ++entity;
    return entity;
  }

  Misdeed<OrganisationDoes> misdeed_;
  Shape shape_{.slots = 2};
  const model::SmView* sm_ = nullptr;
};

const Register<Organisation, MisfitOrganisation> organisation("misfit", "errs, for tests");

}  // namespace
}  // namespace heddle::policy
