"""Times models with this runtime, LiteRT and OpenVINO in turns; see Benchmarks/compare."""
