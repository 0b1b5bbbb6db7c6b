// What a surface object's handle is the device address of: where the array's texels are. The
// runtime writes it, device code reads it.
#ifndef HEDDLE_SURFACE_LAYOUT_H
#define HEDDLE_SURFACE_LAYOUT_H

struct heddle_surface_layout {
  unsigned long long base;         // device address of the first texel
  unsigned long long pitch;        // bytes from a row to the next
  unsigned long long slice_pitch;  // bytes from a slice, layer or face to the next
  unsigned row_bytes;              // of a row's texels
  unsigned rows;                   // of a slice
  unsigned slices;
  unsigned unused;
};

#endif
