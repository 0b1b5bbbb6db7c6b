// clang includes this one after its mathematics and before its shuffles and votes.
#ifndef HEDDLE_CRT_DEVICE_FUNCTIONS_HPP
#define HEDDLE_CRT_DEVICE_FUNCTIONS_HPP
#endif
