"""packaging/, .devcontainer and the workflow: they install by scripts/setup.sh, Spack's recipe names the same packages, and the
files that they call are there. No image is built."""
import importlib.util
import json
import pathlib
import re
import subprocess
import sys
import types
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[3]
RECIPE = ROOT / "packaging/spack/spack_repo/heddle/packages/heddle/package.py"


def setup_packages():
    """Those of setup.sh that build and run heddle: the first list of the script."""
    text = (ROOT / "scripts/setup.sh").read_text()
    return set(re.search(r'^packages="\n(.*?)"', text, re.MULTILINE | re.DOTALL)[1].split())


class Calls:
    """Directives of a recipe that only need to be remembered."""

    def __init__(self):
        self.all = []

    def named(self, name):
        return lambda *arguments, **options: self.all.append((name, arguments, options))


def recipe(calls):
    """The recipe, with a stub in place of Spack."""
    spack, build_systems = types.ModuleType("spack.package"), types.ModuleType("spack_repo.builtin.build_systems.cmake")
    for name in ("license", "version", "generator", "requires", "depends_on", "variant", "conflicts"):
        setattr(spack, name, calls.named(name))
    build_systems.CMakePackage = type("CMakePackage", (), {"define": lambda self, name, value: (name, value)})
    stubs = {"spack": types.ModuleType("spack"), "spack.package": spack}
    for depth in ("spack_repo", "spack_repo.builtin", "spack_repo.builtin.build_systems"):
        stubs[depth] = types.ModuleType(depth)
    stubs[build_systems.__name__] = build_systems
    saved = {name: sys.modules.get(name) for name in stubs}
    sys.modules.update(stubs)
    try:
        specification = importlib.util.spec_from_file_location("recipe", RECIPE)
        module = importlib.util.module_from_spec(specification)
        specification.loader.exec_module(module)
        return module
    finally:
        for name, module_before in saved.items():
            if module_before is None:
                del sys.modules[name]
            else:
                sys.modules[name] = module_before


class Packaging(unittest.TestCase):
    def test_spack_stands_for_each_package_of_setup(self):
        self.assertEqual(set(recipe(Calls()).NEEDS), setup_packages())

    def test_the_recipe_asks_for_what_it_lists(self):
        calls = Calls()
        module = recipe(calls)
        asked = {arguments[0] for name, arguments, _ in calls.all if name == "depends_on"}
        self.assertEqual(asked - {"c", "cxx"}, {need[0] for need in module.NEEDS.values() if need})

    def test_the_recipe_has_the_version_of_the_project(self):
        calls = Calls()
        recipe(calls)
        version = re.search(r"project\(heddle VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]
        self.assertIn(version, [arguments[0] for name, arguments, _ in calls.all if name == "version"])
        self.assertIn(f"heddle@{version}", RECIPE.read_text())
        self.assertIn(f"\n## {version} - ", (ROOT / "CHANGELOG.md").read_text())

    def test_images_call_the_script_of_the_package(self):
        for name in ("packaging/Dockerfile", "packaging/apptainer.def"):
            self.assertIn("/source/packaging/deb.sh /packages", (ROOT / name).read_text(), name)
        self.assertIn("\nscripts/setup.sh\n", (ROOT / "packaging/deb.sh").read_text())

    def test_the_script_of_the_package_names_its_use(self):
        self.assertEqual(subprocess.run(["sh", "-n", ROOT / "packaging/deb.sh"], check=False).returncode, 0)
        said = subprocess.run([ROOT / "packaging/deb.sh"], text=True, capture_output=True, check=False)
        self.assertNotEqual(said.returncode, 0)
        self.assertIn("usage: packaging/deb.sh FOLDER", said.stderr)

    def test_the_development_container_installs_by_setup(self):
        container = json.loads((ROOT / ".devcontainer/devcontainer.json").read_text())
        self.assertIn("scripts/setup.sh", container["onCreateCommand"])

    def test_the_workflow_runs_the_commands_of_the_first_page(self):
        commands = re.findall(r"^make \w+", (ROOT / "README.md").read_text(), re.MULTILINE)
        self.assertEqual(len(commands), 2)
        workflow = (ROOT / ".github/workflows/ci.yml").read_text()
        for command in commands:
            self.assertIn(f"- run: {command}\n", workflow)


if __name__ == "__main__":
    unittest.main()
