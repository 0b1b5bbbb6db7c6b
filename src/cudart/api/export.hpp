// Names that programs link against and no public header declares.
#pragma once

#define HEDDLE_EXPORT extern "C" __attribute__((visibility("default")))
