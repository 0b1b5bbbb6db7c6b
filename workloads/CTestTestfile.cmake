# CMake generated Testfile for 
# Source directory: /tmp/suite/workloads
# Build directory: /tmp/suite/build/workloads
# 
# This file includes the relevant testing commands required for 
# testing this directory and lists subdirectories to be tested as well.
