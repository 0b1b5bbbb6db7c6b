#pragma once
// Exact values by way of a wider format: what the C library lacks.

namespace heddle::libdevice::reference {

double sinpi(double x);
double cospi(double x);
long double sinpi(long double x);
long double cospi(long double x);
double exp10(double x);
long double exp10(long double x);
double rsqrt(double x);
long double rsqrt(long double x);
double rcbrt(double x);
long double rcbrt(long double x);
double rhypot(double x, double y);
long double rhypot(long double x, long double y);
double erfinv(double x);
long double erfinv(long double x);
double erfcinv(double x);
long double erfcinv(long double x);
double normcdfinv(double x);
long double normcdfinv(long double x);
double erfcx(double x);
long double erfcx(long double x);
double normcdf(double x);
long double normcdf(long double x);
double j0(double x);
long double j0(long double x);
double j1(double x);
long double j1(long double x);
double y0(double x);
long double y0(long double x);
double y1(double x);
long double y1(long double x);
double cyl_bessel_i0(double x);
long double cyl_bessel_i0(long double x);
double cyl_bessel_i1(double x);
long double cyl_bessel_i1(long double x);

}  // namespace heddle::libdevice::reference
