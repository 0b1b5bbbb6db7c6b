// Looks at pages of `heddle report` as somebody who uses a keyboard or a screen reader would: axe-core's rules in light
// and dark, every control reached by the Tab key alone, nothing cut off at 1,100 pixels, no message on the console, and
// how long drawing takes. A check for whoever changes the pages; no build and no test needs it.
//
//   npm install --prefix DIR axe-core puppeteer-core
//   NODE_PATH=DIR/node_modules node scripts/accessibility.mjs PAGE.html...
import { createRequire } from "node:module";
import { resolve } from "node:path";

const require = createRequire(resolve(process.env.NODE_PATH ?? ".", "x"));
const puppeteer = require("puppeteer-core");
const axe = require.resolve("axe-core/axe.min.js");

const WIDTH = 1100;
const REPEATS = 5;

/** From navigation to the last chart drawn, in milliseconds. */
async function drawingTime(browser, address) {
  const page = await browser.newPage();
  await page.setViewport({ width: WIDTH, height: 900 });
  await page.goto(address, { waitUntil: "load" });
  const time = await page.evaluate(
    () =>
      new Promise((done) => {
        const look = () =>
          document.documentElement.dataset.milliseconds === undefined
            ? requestAnimationFrame(look)
            : requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())));
        look();
      }),
  );
  await page.close();
  return time;
}

async function axeViolations(page) {
  await page.evaluate(() => document.querySelectorAll("details").forEach((one) => (one.open = true)));
  await page.evaluate(require("node:fs").readFileSync(axe, "utf8"));
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  return violations.map((one) => `${one.id}: ${one.help} (${one.nodes.length}: ${one.nodes[0].html.slice(0, 140)})`);
}

/** Controls that the Tab key does not reach, by what a screen reader calls them. */
async function unreached(page) {
  const focusable = "a[href], button:not([disabled]):not([hidden]), select, input, summary, [tabindex='0']";
  const wanted = await page.evaluate((query) => {
    const seen = [...document.querySelectorAll(query)].filter((one) => one.checkVisibility());
    seen.forEach((one, i) => (one.dataset.tabStop = i));
    return seen.length;
  }, focusable);
  const reached = new Set();
  await page.evaluate(() => {
    document.activeElement?.blur();
    scrollTo(0, 0);
  });
  for (let i = 0; i < wanted + 5; ++i) {
    await page.keyboard.press("Tab");
    const stop = await page.evaluate(() => document.activeElement?.dataset.tabStop ?? null);
    if (stop !== null) reached.add(stop);
  }
  return wanted - reached.size;
}

async function faultsOf(browser, address) {
  const faults = [];
  for (const scheme of ["light", "dark"]) {
    const page = await browser.newPage();
    page.on("console", (message) => faults.push(`console: ${message.text()}`));
    page.on("pageerror", (error) => faults.push(`error: ${error.message}`));
    await page.setViewport({ width: WIDTH, height: 900 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
    await page.setBypassCSP(true);
    await page.goto(address, { waitUntil: "load" });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) faults.push(`${scheme}: ${wide} pixels too wide`);
    if (scheme === "light") {
      const left = await unreached(page);
      if (left > 0) faults.push(`${left} controls are not reached by the Tab key`);
    }
    for (const violation of await axeViolations(page)) faults.push(`${scheme}: ${violation}`);
    await page.close();
  }
  return faults;
}

const browser = await puppeteer.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"],
});
let count = 0;
for (const file of process.argv.slice(2)) {
  const address = file.includes("://") ? file : `file://${resolve(file)}`;
  const times = [];
  for (let i = 0; i < REPEATS; ++i) times.push(await drawingTime(browser, address));
  times.sort((left, right) => left - right);
  const faults = await faultsOf(browser, address);
  count += faults.length;
  console.log(`${file}: drawn in ${Math.round(times[(REPEATS - 1) / 2])} ms (median of ${REPEATS}); ${faults.length} faults`);
  for (const fault of faults) console.log(`  ${fault}`);
}
await browser.close();
process.exitCode = count === 0 ? 0 : 1;
