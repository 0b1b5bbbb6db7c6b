// CUDA's check of the host compiler: ours is fixed, so that only the guards that programs test are
// left.
#ifndef HEDDLE_HOST_CONFIG_H
#define HEDDLE_HOST_CONFIG_H
#define __HOST_CONFIG_H__
#endif
