"""Sums up a test run from the events that Swift Testing wrote, for scripts/test.sh.

Prints the tests that were skipped on standard error and, on standard output, one line with how many
passed, failed and were skipped. Where the shared cases are there, every test must run: one that is
skipped without a reason of its own (the comment of its condition) then fails the run, as does a run
without a test. Exits 1 in these cases.
"""

import json
import os
import pathlib
import sys

events = [json.loads(line) for line in open(sys.argv[1], encoding="utf-8") if line.strip()]
names, ended, failed, skipped = {}, set(), set(), {}
for event in events:
    payload = event["payload"]
    if event["kind"] == "test":
        if payload["kind"] == "function":
            names[payload["id"]] = payload.get("displayName", payload["name"])
        continue
    test = payload.get("testID")
    if payload["kind"] == "testEnded":
        ended.add(test)
    elif payload["kind"] == "testSkipped":
        skipped[test] = " ".join(message["text"] for message in payload.get("messages", []))
    elif payload["kind"] == "issueRecorded" and not payload.get("issue", {}).get("isKnown"):
        failed.add(test)

ran = [test for test in names if test in ended and test not in skipped]
left_out = {test: text for test, text in skipped.items() if test in names}
bare = [test for test, text in left_out.items() if ": " not in text.split(" skipped", 1)[-1]]
for test, text in sorted(left_out.items()):
    print(f"skipped: {test.split('.', 1)[0]}: {names[test]}", file=sys.stderr)

folder = os.environ.get("VIEWFINDER_SHARED")
roots = [folder] if folder is not None else [
    parent / "shared" for parent in pathlib.Path(__file__).resolve().parents[1:]]
has_cases = any((pathlib.Path(root) / "cases").is_dir() for root in roots)
status = 0
if left_out and not has_cases:
    print(f"{len(left_out)} tests were skipped; most need the shared cases, which are not here.",
          file=sys.stderr)
if bare and has_cases:
    print(f"error: the shared cases are here, but {len(bare)} tests were skipped without a reason.",
          file=sys.stderr)
    status = 1
if not ran:
    print("error: no test ran.", file=sys.stderr)
    status = 1
bad = sum(test in failed for test in ran)
print(f"{len(ran) - bad} passed, {bad} failed, {len(left_out)} skipped")
sys.exit(status)
