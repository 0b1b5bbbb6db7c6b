// Draws the page. A kind of page is what its data say: `kinds` has what draws each.

/** Of what kernels did: there is nothing to draw of runs without any that was timed. */
const KERNEL_SECTIONS = [
  limitsSection,
  lightSection,
  whatifSection,
  stallSection,
  linesSection,
  rooflineSection,
  occupancySection,
  memorySection,
  energySection,
  samplesSection,
  blocksSection,
];

function hasKernels(data) {
  return data.runs.some((run) => run.kernels.length > 0);
}

/** Why there are no charts. */
function nothingSection(data) {
  if (hasKernels(data)) return null;
  const launches = data.runs.reduce((sum, run) => sum + run.launches, 0);
  const why =
    launches === 0
      ? "no kernel was launched"
      : `no kernel was timed: ${counted(launches, "launch was", "launches were")} only computed (--timing none, --kernels, --skip)`;
  return section("nothing", "Nothing to show", html("p", {}, `There is nothing to show of kernels, since ${why}.`));
}

const kinds = {
  runs: {
    head: runsHead,
    sections: [
      comparisonSection,
      nothingSection,
      ...KERNEL_SECTIONS.map((part) => (data) => (hasKernels(data) ? part(data) : null)),
    ],
    foot: runsFoot,
  },
  sweep: {
    head: sweepHead,
    sections: [meansSection, sweepSection, sweptRunSection],
    foot: sweepFoot,
  },
  reproduction: {
    head: reproductionHead,
    sections: [chipsSection, scoreboardSection, claimsSection, studyFiguresSection],
    foot: reproductionFoot,
  },
  live: {
    head: liveHead,
    sections: [liveProgress, waitsSection, slowestSection, samplesSection],
    foot: liveFoot,
    then: follow,
  },
};

function drawContent(kind, data) {
  const sections = kind.sections.map((part) => part(data)).filter((part) => part !== null);
  document
    .getElementById("content")
    .replaceChildren(kind.head(data), navigation(sections), ...sections, kind.foot(data));
}

function draw() {
  const began = performance.now();
  const data = JSON.parse(document.getElementById("data").textContent);
  const kind = kinds[data.kind];
  drawContent(kind, data);
  kind.then?.(kind, data);
  document.documentElement.dataset.figures = document.querySelectorAll(".wide > svg").length;
  document.documentElement.dataset.milliseconds = Math.round(performance.now() - began);
}

draw();
