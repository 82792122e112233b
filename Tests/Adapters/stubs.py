#!/usr/bin/env python3
"""Compares the stubs with the packages that they stand for: stubs.py STUBS BUILD

STUBS is a folder with the compiled stubs, BUILD the one in which SwiftPM has fetched and built the packages. What a
stub declares has to be there in the package, by the same name and declaration, and with the same conformances; the
names of parameters within a function are left out. Each difference is a line.
"""
import glob
import json
import os
import subprocess
import sys
import tempfile

STUBS, BUILD = sys.argv[1:3]
# Modules of a package that another one exports: the stub declares all in one.
EXPORTED = {"Metrics": ["CoreMetrics"], "Tracing": ["Instrumentation", "ServiceContextModule"]}
# Declarations that may differ, as the package has them.
ALLOWED = {
    # Its members by key path are left out: the adapters name attributes by text.
    ("Tracing", "SpanAttributes", "struct SpanAttributes"): "@dynamicMemberLookup struct SpanAttributes",
}


def symbol_graphs(module, folder, *flags):
    """The declarations of a module by their paths, and its conformances."""
    with tempfile.TemporaryDirectory() as output:
        subprocess.run(
            ["swift", "symbolgraph-extract", "-module-name", module, "-target", TARGET, "-I", folder, *flags,
             "-output-dir", output], check=True)
        # Extensions of other modules' types are in files of their own.
        graphs = [read(path) for path in glob.glob(f"{output}/*.symbols.json")]
    symbols = [symbol for graph in graphs for symbol in graph["symbols"]]
    names = {symbol["identifier"]["precise"]: ".".join(symbol["pathComponents"]) for symbol in symbols}
    declarations = {}
    for symbol in symbols:
        declarations.setdefault(names[symbol["identifier"]["precise"]], set()).add(declaration(symbol))
    return declarations, {
        (names[relation["source"]], names.get(relation["target"]) or relation["targetFallback"].split(".", 1)[1])
        for graph in graphs for relation in graph["relationships"]
        if relation["kind"] == "conformsTo" and relation["source"] in names}


def read(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def declaration(symbol):
    text = "".join(part["spelling"] for part in symbol["declarationFragments"] if part["kind"] != "internalParam")
    # Whether a variable is stored, and how nothing is spelled, are the same to a caller.
    return text.removesuffix(" { get set }").replace("-> ()", "-> Void")


TARGET = json.loads(subprocess.run(
    ["swiftc", "-print-target-info"], stdout=subprocess.PIPE, check=True).stdout)["target"]["unversionedTriple"]
# Modules of C that the packages stand on; SwiftPM makes a map for one that has none.
maps = [flag for path in (glob.glob(f"{BUILD}/checkouts/*/Sources/*/include/module.modulemap")
                          + glob.glob(f"{BUILD}/release/*.build/module.modulemap"))
        for flag in ("-Xcc", f"-fmodule-map-file={path}")]
differences, compared, allowed = [], 0, dict(ALLOWED)
for path in sorted(glob.glob(f"{STUBS}/*.swiftmodule")):
    module = os.path.basename(path).removesuffix(".swiftmodule")
    stub, stub_conformances = symbol_graphs(module, STUBS, "-skip-synthesized-members")
    real, conformances = {}, set()
    for name in [module, *EXPORTED.get(module, [])]:
        found, found_conformances = symbol_graphs(name, f"{BUILD}/release/Modules", *maps)
        for key, declarations in found.items():
            real.setdefault(key, set()).update(declarations)
        conformances |= found_conformances
    for name, declarations in sorted(stub.items()):
        there = real.get(name, set())
        for one in sorted(declarations):
            compared += 1
            if one not in there and allowed.pop((module, name, one), None) not in there:
                differences.append(f"{module}.{name}: the stub has {one!r}, the package {sorted(there) or 'none'}")
    for name, target in sorted(stub_conformances - conformances):
        differences.append(f"{module}.{name}: the stub conforms to {target}, the package does not")
    compared += len(stub_conformances)
differences += [f"{'.'.join(key[:2])}: no longer differs, and is still allowed to" for key in allowed]
for difference in differences:
    print("failed:", difference)
if not compared:
    sys.exit(f"there are no stubs in {STUBS}")
print(f"{compared} declarations and conformances of stubs, {len(differences)} are not the packages'")
sys.exit(1 if differences else 0)
