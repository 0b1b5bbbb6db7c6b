"""What pip calls to build the package (PEP 517 and 660). Needs CMake, ninja and the Debian packages of scripts/setup.sh;
fetches nothing.

The wheel has the modules and the extension, and in heddle/installation what `cmake --install` makes for running CUDA
programs. A build of this tree for the same Python is used if there is one: --config-settings build=FOLDER or HEDDLE_BUILD
names it, else it is build/; otherwise build-python/ is made, which takes as long as any build.
"""
import base64
import hashlib
import io
import os
import pathlib
import re
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
SUFFIX = sysconfig.get_config_var("EXT_SUFFIX")
TARGETS = ("heddle", "heddle_sdk", "heddle_library", "heddle_python")
INSTALLED = ("bin/heddle", "lib/heddle", "share/heddle")
DATE = (1980, 1, 1, 0, 0, 0)  # of every file in the wheel, so that equal builds make equal wheels
LEVEL = 1  # of compression: a wheel is made here and unpacked here


def version():
    return re.search(r"project\(heddle VERSION ([0-9.]+)", (ROOT / "CMakeLists.txt").read_text())[1]


def metadata():
    return (f"Metadata-Version: 2.1\nName: heddle\nVersion: {version()}\nSummary: a cycle-level GPU simulator\n"
            "License: Apache-2.0\nRequires-Python: >=3.11\nRequires-Dist: numpy\n"
            "Provides-Extra: frames\nRequires-Dist: pandas; extra == 'frames'\n")


def tag():
    interpreter = f"cp{sys.version_info.major}{sys.version_info.minor}"
    return f"{interpreter}-{interpreter}-{sysconfig.get_platform().replace('-', '_').replace('.', '_')}"


def extension(build):
    return build / "python" / "heddle" / f"_heddle{SUFFIX}"


def build_folder(settings):
    """A build of this tree, up to date, whose extension is for this Python."""
    named = (settings or {}).get("build") or os.environ.get("HEDDLE_BUILD")
    build = pathlib.Path(named).resolve() if named else ROOT / "build"
    if named and not (build / "build.ninja").is_file():
        sys.exit(f"heddle: {build} is no build folder: make it with cmake -G Ninja -S {ROOT} -B {build}")
    if not named and not extension(build).is_file():
        build = ROOT / "build-python"
        subprocess.run(["cmake", "-G", "Ninja", "-S", ROOT, "-B", build, "-DBUILD_TESTING=OFF", "-DHEDDLE_PYTHON_LTO=ON",
                        f"-DPython_EXECUTABLE={sys.executable}"], check=True)
    subprocess.run(["cmake", "--build", build, "--target", *TARGETS], check=True)
    if not extension(build).is_file():
        sys.exit(f"heddle: {build} has no extension for this Python ({SUFFIX}): it needs pybind11-dev and python3-dev "
                 "(scripts/setup.sh), and -DPython_EXECUTABLE of this Python")
    return build


class Wheel:
    def __init__(self, path):
        self._zip = zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=LEVEL)
        self._record = []

    def add(self, name, data, mode=0o644):
        entry = zipfile.ZipInfo(name, DATE)
        entry.external_attr = (0o100000 | mode) << 16
        entry.compress_type = zipfile.ZIP_DEFLATED
        self._zip.writestr(entry, data, compresslevel=LEVEL)
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        self._record.append(f"{name},sha256={digest},{len(data)}")

    def add_file(self, name, path):
        self.add(name, path.read_bytes(), 0o755 if os.access(path, os.X_OK) else 0o644)

    def close(self):
        """Adds the list of its files, which comes last."""
        info = f"heddle-{version()}.dist-info"
        self.add(f"{info}/METADATA", metadata().encode())
        self.add(f"{info}/WHEEL", f"Wheel-Version: 1.0\nGenerator: heddle\nRoot-Is-Purelib: false\nTag: {tag()}\n".encode())
        self.add(f"{info}/LICENSE", (ROOT / "LICENSE").read_bytes())
        self.add(f"{info}/entry_points.txt", b"[console_scripts]\nheddle = heddle.__main__:main\n")
        record = "\n".join([*self._record, f"{info}/RECORD,,", ""])
        self._zip.writestr(zipfile.ZipInfo(f"{info}/RECORD", DATE), record)
        self._zip.close()


def new_wheel(folder):
    name = f"heddle-{version()}-{tag()}.whl"
    return name, Wheel(pathlib.Path(folder) / name)


def add_installation(wheel, build):
    """What running programs needs. A wheel has no links: a file that is one is a copy, and a folder is left out."""
    with tempfile.TemporaryDirectory(prefix="heddle-wheel-") as folder:
        subprocess.run(["cmake", "--install", build, "--prefix", folder], check=True, stdout=subprocess.DEVNULL)
        for part in INSTALLED:
            top = pathlib.Path(folder) / part
            for path in sorted([top] if top.is_file() else top.rglob("*")):  # does not go into linked folders
                if path.is_file():
                    wheel.add_file(f"heddle/installation/{path.relative_to(folder).as_posix()}", path)


def get_requires_for_build_wheel(config_settings=None):
    return []


get_requires_for_build_sdist = get_requires_for_build_editable = get_requires_for_build_wheel


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    build = build_folder(config_settings)
    name, wheel = new_wheel(wheel_directory)
    for path in sorted((ROOT / "python" / "heddle").iterdir()):
        if path.suffix in (".py", ".pyi", ".typed") or path.name == "py.typed":
            wheel.add_file(f"heddle/{path.name}", path)
    wheel.add_file(f"heddle/_heddle{SUFFIX}", extension(build))
    host = build / "python" / "heddle" / "host" / "python_policies.so"
    if host.is_file():  # needs Python's shared library
        wheel.add_file("heddle/host/python_policies.so", host)
    add_installation(wheel, build)
    wheel.close()
    return name


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The package of the build folder itself."""
    build = build_folder(config_settings)
    name, wheel = new_wheel(wheel_directory)
    wheel.add("heddle.pth", f"{build / 'python'}\n".encode())
    wheel.close()
    return name


def build_sdist(sdist_directory, config_settings=None):
    """The files of the revision."""
    base = f"heddle-{version()}"
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], check=True, stdout=subprocess.PIPE, text=True).stdout
    with tarfile.open(pathlib.Path(sdist_directory) / f"{base}.tar.gz", "w:gz", format=tarfile.PAX_FORMAT) as archive:
        for name in filter(None, listed.split("\0")):
            if (ROOT / name).exists():
                archive.add(ROOT / name, f"{base}/{name}", recursive=False)
        info = tarfile.TarInfo(f"{base}/PKG-INFO")
        info.size = len(metadata())
        archive.addfile(info, io.BytesIO(metadata().encode()))
    return f"{base}.tar.gz"
