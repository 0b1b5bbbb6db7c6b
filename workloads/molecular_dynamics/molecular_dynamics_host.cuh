// The crystal of molecular_dynamics, and its check in double precision.
#pragma once

struct Crystal {
  float side;                                        ///< of the periodic space
  int cells_on_side;                                 ///< of the cells for finding neighbours
  std::vector<std::array<float, 3>> places, speeds;  ///< of the atoms, cell by cell
  std::vector<int> slots;                            ///< of each atom
  std::vector<int> counts;                           ///< of the atoms in each cell
};

/// A face-centred cubic lattice, every atom a little off its place. Coordinates are multiples of
/// 2^-16, so that their differences are exact.
std::vector<std::array<float, 3>> random_places(int unit_cells) {
  constexpr float kFour[4][3] = {{0, 0, 0}, {0, 0.5f, 0.5f}, {0.5f, 0, 0.5f}, {0.5f, 0.5f, 0}};
  workload::Random random(1);
  std::vector<std::array<float, 3>> places;
  for (int unit = 0; unit < unit_cells * unit_cells * unit_cells; ++unit) {
    const int at[3] = {unit % unit_cells, unit / unit_cells % unit_cells,
                       unit / unit_cells / unit_cells};
    for (const auto& corner : kFour) {
      std::array<float, 3> place;
      for (int axis = 0; axis < 3; ++axis) {
        const float off = 0.2f + 0.1f * random.next();
        place[axis] = (at[axis] + corner[axis] + off) * kLatticeConstant;
        place[axis] = std::round(place[axis] * 65536) / 65536;
      }
      places.push_back(place);
    }
  }
  return places;
}

Crystal random_crystal(int unit_cells) {
  Crystal crystal;
  crystal.side = unit_cells * kLatticeConstant;
  const int cells = crystal.cells_on_side = static_cast<int>(crystal.side / (kCutoff + kSkin));
  crystal.places = random_places(unit_cells);
  const auto cell_of = [&](const std::array<float, 3>& place) {
    const auto along = [&](float at) {
      return std::min(cells - 1, static_cast<int>(at / crystal.side * cells));
    };
    return (along(place[2]) * cells + along(place[1])) * cells + along(place[0]);
  };
  std::sort(crystal.places.begin(), crystal.places.end(), [&](const auto& a, const auto& b) {
    return std::pair(cell_of(a), a) < std::pair(cell_of(b), b);
  });
  workload::Random random(2);
  crystal.counts.resize(cells * cells * cells);
  for (const auto& place : crystal.places) {
    crystal.slots.push_back(cell_of(place) * kCapacity + crystal.counts[cell_of(place)]++);
    std::array<float, 3> speed;
    for (float& component : speed) component = 2 * random.next() - 1;
    crystal.speeds.push_back(speed);
  }
  return crystal;
}

std::vector<int> neighbours_of_cells(int cells) {
  std::vector<int> neighbours;
  for (int cell = 0; cell < cells * cells * cells; ++cell) {
    const int x = cell % cells, y = cell / cells % cells, z = cell / cells / cells;
    for (int i = 0; i < kNeighbours; ++i) {
      const auto wrapped = [cells](int at) { return (at + cells) % cells; };
      neighbours.push_back((wrapped(z + i / 9 - 1) * cells + wrapped(y + i / 3 % 3 - 1)) * cells +
                           wrapped(x + i % 3 - 1));
    }
  }
  return neighbours;
}

using Vector = std::array<double, 3>;

/// The energy of a pair with the shifted force.
double pair_energy(double r) {
  constexpr double kCut = kCutoff;
  const double at_cutoff = 4 * (std::pow(kCut, -12) - std::pow(kCut, -6));
  return 4 * (std::pow(r, -12) - std::pow(r, -6)) - at_cutoff +
         (r - kCut) * 24 * (2 * std::pow(kCut, -13) - std::pow(kCut, -7));
}

double pair_force(double r) {
  const auto plain = [](double at) { return 24 * (2 * std::pow(at, -13) - std::pow(at, -7)); };
  return plain(r) - plain(kCutoff);
}

/// Finds pairs by a sweep along x, without cells; each pair once.
void forces_on_host(const std::vector<Vector>& places, double side, std::vector<Vector>& forces,
                    std::vector<double>& energies) {
  std::vector<int> order(places.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](int a, int b) { return places[a][0] < places[b][0]; });
  forces.assign(places.size(), Vector{});
  energies.assign(places.size(), 0);
  for (std::size_t i = 0; i < order.size(); ++i) {
    for (std::size_t ahead = 1; ahead < order.size(); ++ahead) {
      const int a = order[i], b = order[(i + ahead) % order.size()];
      Vector apart;
      double square = 0;
      const double along_x = places[b][0] - places[a][0] + (i + ahead < order.size() ? 0 : side);
      if (along_x >= kCutoff) break;
      for (int axis = 0; axis < 3; ++axis) {
        apart[axis] = std::remainder(places[a][axis] - places[b][axis], side);
        square += apart[axis] * apart[axis];
      }
      const double r = std::sqrt(square);
      if (r >= kCutoff) continue;
      for (int axis = 0; axis < 3; ++axis) {
        forces[a][axis] += pair_force(r) * apart[axis] / r;
        forces[b][axis] -= pair_force(r) * apart[axis] / r;
      }
      energies[a] += pair_energy(r) / 2;
      energies[b] += pair_energy(r) / 2;
    }
  }
}

/// How many atoms are not where, as fast, as strongly pulled and as bound as they should be.
std::size_t count_wrong(const Crystal& crystal, const std::vector<float>& found, int steps) {
  std::vector<Vector> places, speeds, forces;
  std::vector<double> energies;
  for (std::size_t atom = 0; atom < crystal.places.size(); ++atom) {
    const auto &place = crystal.places[atom], &speed = crystal.speeds[atom];
    places.push_back({place[0], place[1], place[2]});
    speeds.push_back({speed[0], speed[1], speed[2]});
  }
  forces_on_host(places, crystal.side, forces, energies);
  const auto kick = [&] {
    for (std::size_t atom = 0; atom < speeds.size(); ++atom) {
      for (int axis = 0; axis < 3; ++axis) speeds[atom][axis] += forces[atom][axis] * kTimeStep / 2;
    }
  };
  for (int step = 0; step < steps; ++step) {
    kick();
    for (std::size_t atom = 0; atom < places.size(); ++atom) {
      for (int axis = 0; axis < 3; ++axis) places[atom][axis] += kTimeStep * speeds[atom][axis];
    }
    forces_on_host(places, crystal.side, forces, energies);
    kick();
  }
  // A step rounds a coordinate to within 2^-24 of the side. The twelve nearest atoms' pull changes
  // by less than 200 each per unit of distance, that of the others by less; what rounds besides is
  // less than 16 steps of the 100 pairs' pull of at most 4.
  const double off = (steps + 1) * 0x1p-24 * crystal.side;
  const double pull = 2 * off * 12 * 200 + 100 * 16 * 4 * 0x1p-24;
  const double tolerances[4] = {2 * off, 2 * off + steps * kTimeStep * pull, pull, pull};
  const std::size_t slot_count = found.size() / 10;
  std::size_t wrong = 0;
  for (std::size_t atom = 0; atom < places.size(); ++atom) {
    for (int i = 0; i < 10; ++i) {
      const double expected = i < 3   ? places[atom][i]
                              : i < 6 ? speeds[atom][i - 3]
                              : i < 9 ? forces[atom][i - 6]
                                      : energies[atom];
      const double value = found[i * slot_count + crystal.slots[atom]];
      wrong += !(std::fabs(value - expected) <= tolerances[i / 3]);
    }
  }
  return wrong;
}
