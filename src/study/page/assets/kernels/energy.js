// Energy by component, in the groups that samples have too.

const ENERGY_GROUPS = [
  {
    label: "cores",
    color: "useful",
    names: [
      "fetch_decode",
      "register_file",
      "integer_units",
      "float_units",
      "double_units",
      "special_units",
      "matrix_units",
      "other_units",
    ],
  },
  { label: "memories of SMs", color: "fetch", names: ["shared_memory", "l1d", "constant_cache", "texture_cache"] },
  { label: "L2", color: "barrier", names: ["l2"] },
  { label: "interconnect", color: "order", names: ["interconnect"] },
  {
    label: "DRAM and its controllers",
    color: "memory",
    names: ["dram.activate", "dram.read", "dram.write", "dram.background", "memory_controllers"],
  },
  { label: "clock of SMs with warps", color: "compute", names: ["clock.sm"] },
  {
    label: "static and board",
    color: "drain",
    names: ["static.sm", "static.l2", "static.interconnect", "static.memory_controllers", "static.other", "board"],
  },
];

function energySection(data) {
  const component = (kernel, name) => valueOf(kernel, `energy.${name}`);
  const parts = ENERGY_GROUPS.map((group) => ({
    label: group.label,
    color: group.color,
    of: (kernel) => group.names.reduce((sum, name) => sum + component(kernel, name), 0),
  }));
  const names = ENERGY_GROUPS.flatMap((group) => group.names).filter((name) =>
    data.runs.some((run) => run.kernels.some((kernel) => component(kernel, name) > 0)),
  );
  return section(
    "energy",
    "Energy",
    figure({
      name: "energy",
      title: "Energy by component and kernel",
      entries: parts,
      note: "Of a kernel's energy; the table has the components and their joules.",
      picture: stackPicture(
        data,
        "Energy: the table below has the numbers",
        parts,
        (kernel) => component(kernel, "total"),
        (value, all) => `${joules(value)}, ${percent(value / all)}`,
      ),
      ...kernelTable(data, [
        { label: "total", of: (kernel) => component(kernel, "total"), format: joules, change: "ratio" },
        { label: "average power (W)", of: (kernel) => component(kernel, "average_power"), change: "ratio" },
        ...names.map((name) => ({
          label: name,
          of: (kernel) => component(kernel, name),
          format: joules,
          change: "ratio",
        })),
      ]),
    }),
  );
}
