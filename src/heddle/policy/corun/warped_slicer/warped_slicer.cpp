// Warped-Slicer: chooses the blocks of each tenant by the speed gained from more blocks.

#include "heddle/policy/corun/blocks_by_speed.hpp"
#include "heddle/policy/registry.hpp"

namespace heddle::policy {
namespace {

class WarpedSlicer final : public BlocksBySpeed {};

const Register<Corun, WarpedSlicer> registration(
    "warped_slicer", "blocks by what more of them gain: the smallest loss as small as it can be",
    "First the SMs are divided among the tenants, each SM of a part has another number of blocks, "
    "and speeds are counted. Then the tenant that loses most of its speed alone gets blocks up to "
    "the next number with which it is faster, as long as they fit. If one would lose more than 1.2 "
    "over the number of tenants, each gets SMs of its own.",
    "Q. Xu et al., Warped-Slicer: Efficient Intra-SM Slicing through Dynamic Resource Partitioning "
    "for GPU Multiprogramming, ISCA 2016");

}  // namespace
}  // namespace heddle::policy
