// Draws the page. A kind of page is what its data say: `kinds` has what draws each.

const kinds = {
  runs: {
    head: runsHead,
    sections: [
      comparisonSection,
      limitsSection,
      stallSection,
      linesSection,
      rooflineSection,
      occupancySection,
      memorySection,
      energySection,
      samplesSection,
      blocksSection,
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
    sections: [scoreboardSection, claimsSection, studyFiguresSection],
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
