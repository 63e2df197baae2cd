"""The networks that Benchmarks/zoo builds, by name: functions that make a `keras.Model`, or a `Network` where a model of
Keras does not say it all."""

import importlib

FAMILIES = ("classification", "detection", "images", "attention", "sound")


def network(name):
    """What makes the network of that name."""
    if name.startswith("drawn_"):
        return lambda: importlib.import_module("Networks.drawn").drawn(int(name.removeprefix("drawn_")))
    return all_networks()[name]


def all_networks():
    return {name: make for family in FAMILIES
            for name, make in importlib.import_module(f"Networks.{family}").NETWORKS.items()}
