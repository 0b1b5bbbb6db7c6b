// Exports a function that programs link against and that no public header declares.
#pragma once

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))
