"""The examples run; the cells of the notebook run one after the other, as Jupyter runs them."""
import contextlib
import io
import json
import os
import pathlib
import runpy
import unittest

EXAMPLES = pathlib.Path(os.environ["HEDDLE_SOURCE"]) / "examples" / "python"


class ExamplesTest(unittest.TestCase):
    def output(self, name):
        with contextlib.redirect_stdout(io.StringIO()) as said:
            runpy.run_path(str(EXAMPLES / name), run_name="__main__")
        return said.getvalue().splitlines()

    def test_schedulers(self):
        self.assertEqual([line.split()[0] for line in self.output("schedulers.py")], ["lrr", "gto"])

    def test_laggard(self):
        lines = [line.split() for line in self.output("laggard.py")]
        self.assertEqual([name for name, _ in lines], ["gto", "lrr", "Laggard"])
        self.assertTrue(all(int(cycles) > 0 for _, cycles in lines))

    def test_hot_lines(self):
        self.assertRegex(self.output("hot_lines.py")[0], r"^ *\d+ requests of line 0 of the table$")

    def test_the_notebook(self):
        notebooks = list(EXAMPLES.glob("*.ipynb"))
        self.assertEqual([path.name for path in notebooks], ["machines.ipynb"])
        notebook = json.loads(notebooks[0].read_text())
        self.assertEqual((notebook["nbformat"], notebook["metadata"]["kernelspec"]["language"]), (4, "python"))
        names = {}
        with contextlib.redirect_stdout(io.StringIO()):
            for cell in notebook["cells"]:
                self.assertTrue(cell["id"] and isinstance(cell["source"], list))
                if cell["cell_type"] == "code":
                    self.assertEqual((cell["outputs"], cell["execution_count"]), ([], None))  # kept free of results
                    exec(compile("".join(cell["source"]), f"{notebooks[0]}:{cell['id']}", "exec"), names)
        self.assertEqual(names["frame"].shape[0], 4)

    def test_every_example_is_run(self):
        tested = pathlib.Path(__file__).read_text()
        for path in EXAMPLES.iterdir():
            if path.suffix in (".py", ".ipynb"):
                self.assertIn(path.name, tested)


if __name__ == "__main__":
    unittest.main()
