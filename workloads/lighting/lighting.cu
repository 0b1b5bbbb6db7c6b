// Light on the pixels of a rough surface from many small lamps, one thread per pixel. A lamp
// reaches only points within its radius, lights only what faces it, and makes only some of that
// shine: three nested branches, of which each pixel takes its own; a pixel that is fully lit ends.
// So a warp breaks up more and more, and its threads end at all times.
// Stands for Lighting of the variable warp sizing study, a trace that is not public, by what the
// study shows of it: warps that fall apart little by little until most threads are alone.
//   lighting [width = 96] [height = 96] [lamps = 192]
#include <algorithm>

#include "../common/workload.cuh"

constexpr int kBlockWidth = 16, kBlockHeight = 8;
constexpr float kShininess = 20.0f;

struct Lamp {
  float x, y, z, radius;
  float red, green, blue;
};

/// Where the surface is that a pixel shows, its normal, and how much it reflects.
struct Point {
  float x, y, z;
  float normal_x, normal_y, normal_z;
  float diffuse, specular;
};

__global__ void light_pixels(const Point* points, const Lamp* lamps, int lamp_count, int width,
                             int height, float3* image) {
  const int column = blockIdx.x * kBlockWidth + threadIdx.x;
  const int row = blockIdx.y * kBlockHeight + threadIdx.y;
  if (column >= width || row >= height) return;
  const Point point = points[row * width + column];
  float3 light = make_float3(0, 0, 0);
  for (int i = 0; i < lamp_count; ++i) {
    const Lamp& lamp = lamps[i];
    const float dx = lamp.x - point.x, dy = lamp.y - point.y, dz = lamp.z - point.z;
    const float square = dx * dx + dy * dy + dz * dz;
    if (square >= lamp.radius * lamp.radius) continue;
    const float towards = rsqrtf(square);
    const float facing =
        towards * (dx * point.normal_x + dy * point.normal_y + dz * point.normal_z);
    if (facing <= 0.0f) continue;
    float brightness = point.diffuse * facing;
    // The eye is far above: what shines is half way between it, (0, 0, 1), and the lamp.
    const float half_x = dx * towards, half_y = dy * towards, half_z = dz * towards + 1.0f;
    const float glance =
        half_x * point.normal_x + half_y * point.normal_y + half_z * point.normal_z;
    const float half_square = half_x * half_x + half_y * half_y + half_z * half_z;
    if (2.0f * glance * glance > half_square) {  // less than 45 degrees off
      const float excess = 2.0f * glance * glance / half_square - 1.0f;
      brightness += point.specular * facing * powf(excess, kShininess);
    }
    const float fading = 1.0f - square / (lamp.radius * lamp.radius);
    brightness *= fading * fading;
    light.x += brightness * lamp.red;
    light.y += brightness * lamp.green;
    light.z += brightness * lamp.blue;
    if (fminf(light.x, fminf(light.y, light.z)) >= 1.0f) break;
  }
  image[row * width + column] =
      make_float3(fminf(light.x, 1.0f), fminf(light.y, 1.0f), fminf(light.z, 1.0f));
}

/// Lamps over a plane of size 1, about as many in reach of a point as it takes to light it fully.
std::vector<Lamp> random_lamps(int count) {
  workload::Random random(1);
  std::vector<Lamp> lamps(count);
  for (Lamp& lamp : lamps) {
    lamp.x = random.next();
    lamp.y = random.next();
    lamp.z = 0.3f + 0.4f * random.next();
    lamp.radius = 0.3f + 0.5f * random.next();
    lamp.red = 0.1f + 0.3f * random.next();
    lamp.green = 0.1f + 0.3f * random.next();
    lamp.blue = 0.1f + 0.3f * random.next();
  }
  return lamps;
}

/// Neighbours on the image lie at different heights and look in different directions.
std::vector<Point> random_points(int width, int height) {
  workload::Random random(2);
  std::vector<Point> points(static_cast<std::size_t>(width) * height);
  for (std::size_t i = 0; i < points.size(); ++i) {
    Point& point = points[i];
    point.x = (i % width + random.next()) / width;
    point.y = (i / width + random.next()) / height;
    point.z = 0.25f * random.next();
    const float slope_x = 2 * random.next() - 1, slope_y = 2 * random.next() - 1;
    const float length = std::sqrt(slope_x * slope_x + slope_y * slope_y + 1);
    point.normal_x = slope_x / length;
    point.normal_y = slope_y / length;
    point.normal_z = 1 / length;
    point.diffuse = 0.2f + 0.8f * random.next();
    point.specular = random.next();
  }
  return points;
}

/// All lamps on all points, with angles, and no early end.
std::vector<double> light_on_host(const std::vector<Point>& points,
                                  const std::vector<Lamp>& lamps) {
  std::vector<double> image;
  for (const Point& point : points) {
    double light[3] = {};
    for (const Lamp& lamp : lamps) {
      const double x = double{lamp.x} - point.x, y = double{lamp.y} - point.y;
      const double z = double{lamp.z} - point.z, distance = std::sqrt(x * x + y * y + z * z);
      const double fading = std::max(0.0, 1 - std::pow(distance / lamp.radius, 2));
      const double facing =
          std::max(0.0, (x * point.normal_x + y * point.normal_y + z * point.normal_z) / distance);
      const double up = z / distance + 1, half = std::hypot(x / distance, y / distance, up);
      const double cosine =
          (x / distance * point.normal_x + y / distance * point.normal_y + up * point.normal_z) /
          half;
      const double shine = std::max(0.0, std::cos(2 * std::acos(std::clamp(cosine, -1.0, 1.0))));
      const double brightness =
          (point.diffuse + point.specular * std::pow(shine, kShininess)) * facing * fading * fading;
      light[0] += brightness * lamp.red;
      light[1] += brightness * lamp.green;
      light[2] += brightness * lamp.blue;
    }
    for (const double channel : light) image.push_back(std::min(channel, 1.0));
  }
  return image;
}

int main(int argc, char** argv) {
  const int width = workload::size_argument(argc, argv, 1, 96);
  const int height = workload::size_argument(argc, argv, 2, 96);
  const int lamp_count = workload::size_argument(argc, argv, 3, 192);
  workload::require(width <= 1024 && height <= 1024, argv[0], "an image has at most 1024 rows");
  workload::require(lamp_count <= 1024, argv[0], "there can be at most 1024 lamps");
  const std::vector<Lamp> lamps = random_lamps(lamp_count);
  const std::vector<Point> points = random_points(width, height);
  workload::DeviceArray<Lamp> device_lamps(lamps);
  workload::DeviceArray<Point> device_points(points);
  workload::DeviceArray<float3> image(points.size());
  const dim3 block(kBlockWidth, kBlockHeight);
  const dim3 grid(workload::blocks_for(width, kBlockWidth),
                  workload::blocks_for(height, kBlockHeight));
  light_pixels<<<grid, block>>>(device_points.data(), device_lamps.data(), lamp_count, width,
                                height, image.data());
  CHECK(cudaGetLastError());
  std::vector<float> channels;
  for (const float3& pixel : image.to_host()) {
    channels.insert(channels.end(), {pixel.x, pixel.y, pixel.z});
  }
  // Nothing jumps where a lamp ceases to reach, to face or to shine. A lamp adds at most 0.8, wrong
  // by less than 16 steps of 2^-24 for each of the factors of the 20th power; a sum rounds to a
  // step a lamp.
  const double absolute = (16 * 20 * 0.8 + 1) * lamp_count * 0x1p-24;
  return workload::verdict(
      "lighting", workload::count_far(channels, light_on_host(points, lamps), 0, absolute));
}
