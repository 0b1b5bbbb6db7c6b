// Cooperative groups: the block, tiles of at most a warp, coalesced threads, clusters of blocks, and
// the grid of a cooperative launch. Groups over several devices are refused.
#ifndef HEDDLE_COOPERATIVE_GROUPS_H
#define HEDDLE_COOPERATIVE_GROUPS_H
#define _COOPERATIVE_GROUPS_H_

#if defined(__cplusplus) && defined(__CUDACC__)

#include "cuda_runtime.h"
#include "heddle/groups/block.h"
#include "heddle/groups/cluster.h"
#include "heddle/groups/grid.h"
#include "heddle/groups/partition.h"
#include "heddle/groups/thread_group.h"
#include "heddle/groups/tile.h"

#endif
#endif
