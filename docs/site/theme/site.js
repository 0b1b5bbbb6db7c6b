// The colours of the site, which a reader may choose.
const SCHEMES = ["system", "light", "dark"];

const button = document.getElementById("scheme");

function show(scheme) {
  button.textContent = `Colours: ${scheme}`;
  if (scheme === "system") delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
}

let chosen = document.documentElement.dataset.scheme ?? "system";
show(chosen);
button.addEventListener("click", () => {
  chosen = SCHEMES[(SCHEMES.indexOf(chosen) + 1) % SCHEMES.length];
  show(chosen);
  try {
    if (chosen === "system") localStorage.removeItem("scheme");
    else localStorage.setItem("scheme", chosen);
  } catch (error) {
    // A browser may refuse storage; the choice then holds for this page.
  }
});
