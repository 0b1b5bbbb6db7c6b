# Two commands: `make demo` builds heddle and shows its main job, `make test` passes the tests. Both
# install what is missing (scripts/setup.sh says what). The rest is CMake: `cmake --install build`.
BUILD ?= build
JOBS ?= $(shell nproc)

.PHONY: all demo test test-whole sanitize docs reports tidy format setup clean

all: $(BUILD)/build.ninja
	ninja -C $(BUILD) -j$(JOBS)

demo: $(BUILD)/build.ninja
	ninja -C $(BUILD) -j$(JOBS) heddle heddle_sdk
	scripts/demo.sh $(BUILD)

test: all
	ctest --test-dir $(BUILD) --output-on-failure -j$(JOBS) -LE whole

# The combinations of which `make test` takes some.
test-whole: all
	ctest --test-dir $(BUILD) --output-on-failure -j$(JOBS) -L whole

# Probes, checks and policies in pairs under the address and undefined-behaviour sanitizers, in a build of its own.
sanitize:
	scripts/setup.sh
	cmake -G Ninja -S . -B $(BUILD)/sanitized -DHEDDLE_SANITIZE=ON $(CMAKE_FLAGS)
	ninja -C $(BUILD)/sanitized -j$(JOBS) test_combinations test_machine test_core
	ctest --test-dir $(BUILD)/sanitized --output-on-failure -j$(JOBS) -R '^(combinations|machine|core)$$'

docs: all
	$(BUILD)/heddle reproduce --reports reports/reproduction
	scripts/docs.py update --build $(BUILD)

# The measured pages that take minutes; scripts/report.py --help has the others.
reports: $(BUILD)/build.ninja
	scripts/report.py --build $(BUILD) fidelity validation registers compiler-analyses device-mathematics l1-replay energy

tidy: $(BUILD)/build.ninja
	scripts/tidy.sh $(BUILD) all

format:
	scripts/format.sh fix

setup:
	scripts/setup.sh

$(BUILD)/build.ninja: CMakeLists.txt scripts/setup.sh
	scripts/setup.sh
	cmake -G Ninja -S . -B $(BUILD) $(CMAKE_FLAGS)
	@touch $@

clean:
	rm -rf $(BUILD)
