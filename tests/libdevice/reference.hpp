#pragma once
// Exact values by way of a wider format: what the C library lacks.

namespace heddle::libdevice::reference {

double sinpi(double x);
double cospi(double x);
long double sinpi(long double x);
long double cospi(long double x);
double exp10(double x);
long double exp10(long double x);

}  // namespace heddle::libdevice::reference
