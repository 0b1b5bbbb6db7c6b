// Input of weather, and its check in double precision.
#pragma once

/// The eight fields, by field, row, level and column, in the order of Weather.
struct Fields {
  int width, height;
  std::vector<float> start;
  std::vector<double> now;
  std::vector<double> surface;
  double& at(int field, int y, int level, int x) {
    const std::size_t row = (static_cast<std::size_t>(field) * height + y) * kLevels + level;
    return now[row * width + x];
  }
};

/// Clear and cloudy columns, showers in some, over levels that grow from 100 to 900 m.
Fields random_fields(int width, int height) {
  workload::Random random(1);
  Fields fields{width, height, {}, {}, {}};
  fields.now.resize(8 * static_cast<std::size_t>(width) * height * kLevels);
  fields.surface.resize(static_cast<std::size_t>(width) * height);
  for (int y = 0; y < height; ++y) {
    for (int x = 0; x < width; ++x) {
      const double ground = 288 + 8 * random.next(), humidity = 0.6 + 0.6 * random.next();
      const double shower = std::max(0.0, random.next() - 0.3);
      double altitude = 0;
      for (int level = 0; level < kLevels; ++level) {
        const double thickness = 100 + 800.0 * level / kLevels;
        const double temperature = ground - 0.0065 * (altitude + thickness / 2);
        const double pressure = 101325 * std::pow(temperature / ground, 5.256);
        const double boiling =
            610.78 * std::exp(17.27 * (temperature - 273.16) / (temperature - 35.86));
        const double wet = humidity * (0.8 + 0.4 * random.next());
        const double values[8] = {temperature,
                                  wet * 0.622 * boiling / (pressure - boiling),
                                  wet > 1 ? 2e-3 * random.next() : 0,
                                  temperature > 268 ? 4e-3 * shower * random.next() : 0,
                                  temperature < 278 ? 4e-3 * shower * random.next() : 0,
                                  pressure,
                                  pressure / (287 * temperature),
                                  thickness};
        for (int field = 0; field < 8; ++field) fields.at(field, y, level, x) = values[field];
        altitude += thickness;
      }
    }
  }
  fields.start.assign(fields.now.begin(), fields.now.end());
  fields.now.assign(fields.start.begin(), fields.start.end());
  return fields;
}

double saturation_on_host(double temperature, double pressure) {
  const double boiling =
      610.78 * std::exp(17.27 * (temperature - double{kMelting}) / (temperature - 35.86));
  return 0.622 / (pressure / boiling - 1);
}

/// In m/s, of rain (field 3) or snow (field 4).
double speed_of(Fields& fields, int field, int y, int level, int x) {
  const double density = fields.at(6, y, level, x), water = density * fields.at(field, y, level, x);
  return std::sqrt(1.2 / density) *
         (field == 3 ? kRainSpeed * std::pow(water, 0.1364) : kSnowSpeed * std::pow(water, 0.0625));
}

/// A column of rain or snow that falls: all fluxes through the levels' floors, then all levels.
void fall(Fields& fields, int field, int y, int x, int substeps) {
  std::vector<double> through(kLevels + 1, 0.0);
  for (int i = 0; i < substeps; ++i) {
    for (int level = 0; level < kLevels; ++level) {
      const double depth = std::min<double>(
          fields.at(7, y, level, x), speed_of(fields, field, y, level, x) * kTimeStep / substeps);
      through[level] = fields.at(6, y, level, x) * fields.at(field, y, level, x) * depth;
    }
    for (int level = 0; level < kLevels; ++level) {
      double& water = fields.at(field, y, level, x);
      water += (through[level + 1] - through[level]) /
               (fields.at(6, y, level, x) * fields.at(7, y, level, x));
      water = std::max(water, 0.0);
    }
    fields.surface[static_cast<std::size_t>(y) * fields.width + x] += through[0];
  }
}

void change_phases_on_host(Fields& fields, int y, int level, int x) {
  double &temperature = fields.at(0, y, level, x), &vapour = fields.at(1, y, level, x);
  double &cloud = fields.at(2, y, level, x), &rain = fields.at(3, y, level, x);
  double& snow = fields.at(4, y, level, x);
  const double pressure = fields.at(5, y, level, x);
  const double lack = std::max(0.0, 1 - vapour / saturation_on_host(temperature, pressure));
  const double evaporated = std::min(rain, kTimeStep * kEvaporation * lack * std::pow(rain, 0.65));
  rain -= evaporated, vapour += evaporated, temperature -= kHeatOfVapour * evaporated;
  const double collected =
      std::min(cloud, kTimeStep * (kCoalescence * std::max(cloud - kCloudThreshold, 0.0) +
                                   kAccretion * cloud * std::pow(rain, 0.875)));
  cloud -= collected, rain += collected;
  const double melting = kTimeStep * kMeltingRate * (temperature - kMelting);
  const double melted = std::clamp(melting, -rain, snow);
  snow -= melted, rain += melted, temperature -= kHeatOfIce * melted;
  const double held = saturation_on_host(temperature, pressure);
  const double slope = held * 4098 / std::pow(temperature - 35.86, 2);
  const double condensed = std::max((vapour - held) / (1 + kHeatOfVapour * slope), -cloud);
  vapour -= condensed, cloud += condensed, temperature += kHeatOfVapour * condensed;
}

/// A step. Rounding decides how many substeps a column takes whose fastest drop falls a whole
/// number of levels; so the device's numbers are taken, and those counted that cannot be right.
std::size_t advance_on_host(Fields& fields, const std::vector<int>& substeps) {
  std::size_t wrong = 0;
  for (int y = 0; y < fields.height; ++y) {
    for (int x = 0; x < fields.width; ++x) {
      double fastest = 0;
      for (int level = 0; level < kLevels; ++level) {
        const double speed =
            std::max(speed_of(fields, 3, y, level, x), speed_of(fields, 4, y, level, x));
        fastest = std::max(fastest, speed * kTimeStep / fields.at(7, y, level, x));
      }
      const int taken = substeps[static_cast<std::size_t>(y) * fields.width + x];
      if (taken < std::max(1.0, fastest - 1e-3) || taken > std::max(1.0, fastest + 1 + 1e-3)) {
        ++wrong;
        continue;
      }
      fall(fields, 3, y, x, taken);
      fall(fields, 4, y, x, taken);
      for (int level = 0; level < kLevels; ++level) change_phases_on_host(fields, y, level, x);
    }
  }
  return wrong;
}

/// An exponential of about 20, from temperatures of 300 K that are subtracted, is wrong by up to
/// 100 steps of 2^-24; so what condenses is, of at most 0.03. Falling rounds 10 times in each of up
/// to 30 substeps, on at most 0.01. Latent heat turns it into kelvins, besides 16 roundings of 300.
std::size_t count_wrong(const Fields& expected, const std::vector<float>& values,
                        const std::vector<float>& surface, int steps) {
  const double water = steps * (100 * 0.03 + 300 * 0.01) * 0x1p-24;
  const double kelvin = steps * 16 * 300 * 0x1p-24 + 2 * kHeatOfVapour * water;
  const std::size_t count = values.size() / 8;
  std::size_t wrong =
      workload::count_far(surface, expected.surface, steps * 300 * 0x1p-24, steps * 300 * 0x1p-24);
  for (std::size_t i = 0; i < 5 * count; ++i) {
    wrong += !(std::fabs(values[i] - expected.now[i]) <= (i < count ? kelvin : water));
  }
  return wrong;
}
