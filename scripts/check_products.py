"""Checks what the products of the package bring along.

Stand-ins for Apple's modules must reach nobody who did not list their product: canImport(UIKit) would
become true in code of others, in some builds and not in others. Reads the output of `swift package
dump-package` on standard input; exits 1 when a product that is not a stand-in needs one.
"""

import json
import sys

APPLE_NAMES = {"AVFoundation", "CoreGraphics", "CoreMedia", "CoreVideo", "UIKit"}

package = json.load(sys.stdin)
needs = {
    target["name"]: {
        name
        for dependency in target["dependencies"]
        for kind in ("byName", "target", "product")
        if kind in dependency
        for name in dependency[kind][:1]
    }
    for target in package["targets"]
}


def closure(names):
    seen, rest = set(), list(names)
    while rest:
        name = rest.pop()
        if name not in seen:
            seen.add(name)
            rest += needs.get(name, ())
    return seen


found = [
    f"Package.swift: the product {product['name']} needs the stand-in {name}"
    for product in package["products"]
    if product["name"] not in APPLE_NAMES
    for name in sorted(closure(product["targets"]) & APPLE_NAMES)
]
print("\n".join(found), end="\n" if found else "")
sys.exit(1 if found else 0)
