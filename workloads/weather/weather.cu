// Cloud physics of a weather model, one thread per column of 27 levels: rain and snow fall, in as
// many substeps as the fastest drop needs, then in each level rain evaporates, cloud turns to rain,
// snow melts or rain freezes, and vapour condenses. The column's rain and snow are arrays of the
// thread, in local memory; the fields lie by row, level and column, and a block is 8 x 8 columns.
// Branches and numbers of substeps depend on the column.
// Stands for WP of GPGPU-Sim's suite (the WSM5 scheme of WRF, 72 blocks of 64 threads there). The
// physics are simpler: one kind of ice, and rates that keep the scheme's powers and exponentials.
//   weather [columns across = 72] [columns along = 64] [steps = 1]
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kLevels = 27;
constexpr int kBlockSide = 8;
constexpr float kTimeStep = 60.0f;        // s
constexpr float kMelting = 273.16f;       // K
constexpr float kHeatOfVapour = 2489.0f;  // K, over the heat capacity of air
constexpr float kHeatOfIce = 332.0f;      // K, alike
constexpr float kRainSpeed = 36.0f;       // m/s
constexpr float kSnowSpeed = 4.8f;        // m/s
constexpr float kCloudThreshold = 5e-4f;  ///< beyond which droplets coalesce
constexpr float kMeltingRate = 1e-6f;     // 1/(K s)
constexpr float kCoalescence = 1e-3f, kAccretion = 2.2f, kEvaporation = 1e-3f;  // 1/s

/// Of each level and column; `substeps` and `surface` of each column.
struct Weather {
  float *temperature, *vapour, *cloud, *rain, *snow;
  const float *pressure, *density, *thickness;
  float* surface;  ///< what fell to the ground, in kg/m^2
  int* substeps;
  int width, height;
};

/// Vapour per air that a level can hold: Tetens' formula.
__device__ float saturation(float temperature, float pressure) {
  const float vapour_pressure =
      610.78f * expf(17.27f * (temperature - kMelting) / (temperature - 35.86f));
  return 0.622f * vapour_pressure / (pressure - vapour_pressure);
}

/// In m/s, of air with so much water per air.
__device__ float rain_speed(float density, float rain) {
  return kRainSpeed * powf(density * rain, 0.1364f) * sqrtf(1.2f / density);
}

__device__ float snow_speed(float density, float snow) {
  return kSnowSpeed * powf(density * snow, 0.0625f) * sqrtf(1.2f / density);
}

/// What happens within a level during a step.
__device__ void change_phases(float& temperature, float& vapour, float& cloud, float& rain,
                              float& snow, float pressure) {
  const float before = saturation(temperature, pressure);
  if (vapour < before && rain > 0.0f) {
    const float lack = 1.0f - vapour / before;
    const float evaporated = fminf(rain, kTimeStep * kEvaporation * lack * powf(rain, 0.65f));
    rain -= evaporated;
    vapour += evaporated;
    temperature -= kHeatOfVapour * evaporated;
  }
  if (cloud > 0.0f) {
    const float coalesced = kCoalescence * fmaxf(cloud - kCloudThreshold, 0.0f);
    const float swept = rain > 0.0f ? kAccretion * cloud * powf(rain, 0.875f) : 0.0f;
    const float collected = fminf(cloud, kTimeStep * (coalesced + swept));
    cloud -= collected;
    rain += collected;
  }
  if (temperature > kMelting) {
    const float melted = fminf(snow, kTimeStep * kMeltingRate * (temperature - kMelting));
    snow -= melted;
    rain += melted;
    temperature -= kHeatOfIce * melted;
  } else {
    const float frozen = fminf(rain, kTimeStep * kMeltingRate * (kMelting - temperature));
    rain -= frozen;
    snow += frozen;
    temperature += kHeatOfIce * frozen;
  }
  const float after = saturation(temperature, pressure);
  const float slope = after * 4098.0f / ((temperature - 35.86f) * (temperature - 35.86f));
  const float excess = (vapour - after) / (1.0f + kHeatOfVapour * slope);
  const float condensed = fmaxf(excess, -cloud);
  vapour -= condensed;
  cloud += condensed;
  temperature += kHeatOfVapour * condensed;
}

__global__ void cloud_physics(Weather weather) {
  const int x = blockIdx.x * kBlockSide + threadIdx.x, y = blockIdx.y * kBlockSide + threadIdx.y;
  if (x >= weather.width || y >= weather.height) return;
  const int bottom = y * kLevels * weather.width + x, next = weather.width;
  float rain[kLevels], snow[kLevels];
  float fastest = 0;  // in levels a step
#pragma unroll 1
  for (int level = 0; level < kLevels; ++level) {
    const int at = bottom + level * next;
    const float density = weather.density[at];
    rain[level] = weather.rain[at];
    snow[level] = weather.snow[at];
    const float speed = fmaxf(rain_speed(density, rain[level]), snow_speed(density, snow[level]));
    fastest = fmaxf(fastest, speed * kTimeStep / weather.thickness[at]);
  }
  const int substeps = max(1, static_cast<int>(ceilf(fastest)));
  const float substep = kTimeStep / substeps;

  float surface = 0;
  for (int i = 0; i < substeps; ++i) {
    float rain_from_above = 0, snow_from_above = 0;  // kg/m^2
#pragma unroll 1
    for (int level = kLevels - 1; level >= 0; --level) {
      const int at = bottom + level * next;
      const float density = weather.density[at];
      const float mass = density * weather.thickness[at];  // kg/m^2
      const float rain_here = rain[level], snow_here = snow[level];
      const float rain_out =
          rain_here * fminf(mass, density * rain_speed(density, rain_here) * substep);
      const float snow_out =
          snow_here * fminf(mass, density * snow_speed(density, snow_here) * substep);
      rain[level] = fmaxf(rain_here + (rain_from_above - rain_out) / mass, 0.0f);
      snow[level] = fmaxf(snow_here + (snow_from_above - snow_out) / mass, 0.0f);
      rain_from_above = rain_out;
      snow_from_above = snow_out;
    }
    surface += rain_from_above + snow_from_above;
  }
#pragma unroll 1
  for (int level = 0; level < kLevels; ++level) {
    const int at = bottom + level * next;
    float temperature = weather.temperature[at], vapour = weather.vapour[at];
    float cloud = weather.cloud[at], rain_here = rain[level];
    float snow_here = snow[level];
    change_phases(temperature, vapour, cloud, rain_here, snow_here, weather.pressure[at]);
    weather.temperature[at] = temperature;
    weather.vapour[at] = vapour;
    weather.cloud[at] = cloud;
    weather.rain[at] = rain_here;
    weather.snow[at] = snow_here;
  }
  weather.surface[y * weather.width + x] += surface;
  weather.substeps[y * weather.width + x] = substeps;
}

#include "weather_host.cuh"

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 72);
  const int height = workload::size_argument(argc, argv, 2, 64);
  const int steps = workload::size_argument(argc, argv, 3, 1);
  workload::require(width <= 1024 && height <= 1024, argv[0], "at most 1024 columns on a side");
  workload::require(steps <= 20, argv[0], "at most 20 steps");
  Fields expected = random_fields(width, height);
  workload::DeviceArray<float> values(expected.start);
  const std::size_t columns = static_cast<std::size_t>(width) * height;
  workload::DeviceArray<float> surface(columns);
  workload::DeviceArray<int> substeps(columns);
  surface.fill_bytes(0);
  const auto field = [&](int i) { return values.data() + i * columns * kLevels; };
  const Weather weather{field(0), field(1), field(2),       field(3),        field(4), field(5),
                        field(6), field(7), surface.data(), substeps.data(), width,    height};
  const dim3 block(kBlockSide, kBlockSide);
  const dim3 grid(workload::blocks_for(width, kBlockSide),
                  workload::blocks_for(height, kBlockSide));
  std::size_t wrong = 0;
  for (int step = 0; step < steps; ++step) {
    cloud_physics<<<grid, block>>>(weather);
    CHECK(cudaGetLastError());
    wrong += advance_on_host(expected, substeps.to_host());
  }
  wrong += count_wrong(expected, values.to_host(), surface.to_host(), steps);
  return workload::verdict("weather", wrong);
}
