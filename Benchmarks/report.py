"""Turns results into text, a Markdown table and a chart."""

import html
import json

START = "<!-- results: written by `make bench ARGS=--write` -->"
END = "<!-- end of results -->"


def number(value):
    """Three significant digits, without an exponent."""
    if value >= 100:
        return f"{value:.0f}"
    if value >= 10:
        return f"{value:.1f}"
    if value >= 1:
        return f"{value:.2f}"
    return f"{value:.3f}"


def verdicts(row):
    """What the row's aims say, each with whether it is met."""
    found = []
    for what, aim in row.get("aims", {}).items():
        if what == "peak_mib":
            value = row["sides"][0]["peak_mib"]
            found.append((f"peak {number(value)} MiB, aim ≤ {aim}", value <= aim))
        elif what == "over_limit_ms":
            value = row["over_limit_ms"]
            text = f"{number(value)} ms over the bare invoke, aim ≤ {number(aim)} ms"
            found.append((text, value <= aim))
        elif what == "median_ms":
            value = row["sides"][0]["median_ms"]
            found.append((f"{number(value)} ms, aim ≤ {number(aim)} ms", value <= aim))
        else:
            found.append((f"ratio {row['ratio']:.2f}, aim ≤ {aim}", row["ratio"] <= aim))
    return found


def growth_text(row):
    """A line for each size, and how the last step grows."""
    lines = [f"{row['title']}, by {row['unit']}"]
    for size, time, peak in zip(row["sizes"], row["median_ms"], row["peak_mib"]):
        lines.append(f"  {size:>6}  median {number(time):>7} ms  peak {peak:5.0f} MiB")
    lines.append(
        f"  {'met' if row['met'] else 'MISSED'}: time grows as n^{row['median_ms_exponent']:.2f}, "
        f"memory as n^{row['peak_mib_exponent']:.2f}, aim: linear or less"
    )
    return "\n".join(lines)


def growth_table(rows):
    lines = [
        "",
        "How time and memory grow, as powers of n in the last step (1 is linear):",
        "",
        "| what | n | median ms | peak MiB | time | memory | |",
        "| --- | --- | --- | --- | ---: | ---: | --- |",
    ]
    for row in rows:
        sizes = ", ".join(map(str, row["sizes"]))
        times = ", ".join(map(number, row["median_ms"]))
        peaks = ", ".join(f"{peak:.0f}" for peak in row["peak_mib"])
        lines.append(
            f"| {row['title']} | {row['unit']}: {sizes} | {times} | {peaks} "
            f"| {row['median_ms_exponent']:.2f} | {row['peak_mib_exponent']:.2f} "
            f"| {'met' if row['met'] else '**missed**'} |"
        )
    return lines


def allocation_text(row):
    verdict = "met" if row["own"] == 0 else "MISSED"
    return (
        f"Allocations in {row['frames']} frames, {row['title']}: {row['own']} of our own, aim 0, "
        f"{row['others'] / row['frames']:.1f} a frame of LiteRT's\n  {verdict}"
    )


def allocation_table(rows):
    lines = [
        "",
        "How often memory is asked for once the first frames are over (the array that a frame is "
        "answered with is its caller's). With detections when the detector is free it is the least of "
        "three counts: what is kept of the frames meanwhile grows when one takes longer than any before.",
        "",
        "| what | frames | ours, aim 0 | LiteRT's, a frame | |",
        "| --- | ---: | ---: | ---: | --- |",
    ]
    for row in rows:
        lines.append(
            f"| {row['title'][0].upper()}{row['title'][1:]} | {row['frames']} | {row['own']} "
            f"| {row['others'] / row['frames']:.1f} | {'met' if row['own'] == 0 else '**missed**'} |"
        )
    return lines


def row_text(row):
    lines = [row["title"]]
    for side in row["sides"]:
        lines.append(
            f"  {side['name']:<26} median {number(side['median_ms']):>7} ms"
            f"  p90 {number(side['p90_ms']):>7}  cpu {number(side['cpu_ms']):>7}"
            f"  peak {side['peak_mib']:5.0f} MiB"
        )
        if side["stages_ms"]:
            stages = (f"{name} {number(time)}" for name, time in side["stages_ms"].items())
            lines.append("    " + ", ".join(stages))
    if "ratio" in row:
        lines.append(f"  ratio {row['ratio']:.2f} of {row['rival']}")
    for text, met in verdicts(row):
        lines.append(f"  {'met' if met else 'MISSED'}: {text}")
    return "\n".join(lines)


def markdown(results):
    machine = results["machine"]
    lines = [
        f"Measured on {results['date']} at commit `{results['commit']}`: {machine['processor']}, "
        f"{machine['cores']} cores, {machine['memory_gib']} GiB, {machine['system']}, load before "
        f"the run {machine['load_before']}.",
        "",
        "| what | who | median ms | p90 ms | CPU ms | peak MiB | ratio |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    for row in results["rows"]:
        for place, side in enumerate(row["sides"]):
            ratio = f"**{row['ratio']:.2f}**" if place == 0 and "ratio" in row else ""
            lines.append(
                f"| {row['title'] if place == 0 else ''} | {side['name']} "
                f"| {number(side['median_ms'])} | {number(side['p90_ms'])} "
                f"| {number(side['cpu_ms'])} | {side['peak_mib']:.0f} | {ratio} |"
            )
    aims = [(row["title"], verdict) for row in results["rows"] for verdict in verdicts(row)]
    if aims:
        lines += ["", "| aim | result |", "| --- | --- |"]
        for title, (text, met) in aims:
            lines.append(f"| {title}: {text} | {'met' if met else '**missed**'} |")
    if results.get("growth"):
        lines += growth_table(results["growth"])
    if results.get("allocations"):
        lines += allocation_table(results["allocations"])
    staged = [(row, row["sides"][0]["stages_ms"]) for row in results["rows"]]
    staged = [(row, stages) for row, stages in staged if stages]
    if staged:
        lines += ["", "Where Viewfinder's time goes, medians in ms:", ""]
        for row, stages in staged:
            parts = ", ".join(f"{name} {number(time)}" for name, time in stages.items())
            lines.append(f"- {row['title']}: {parts}")
    return "\n".join(lines)


def chart(results):
    """A bar for each compared row: our time as a share of the fastest rival's."""
    rows = [row for row in results["rows"] if "ratio" in row]
    width, left, bar, top = 860, 430, 22, 56
    scale = (width - left - 70) / max(1.0, *(row["ratio"] for row in rows))
    height = top + len(rows) * bar + 16
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        'font-family="sans-serif" font-size="12" fill="#222">',
        f'<rect width="{width}" height="{height}" fill="#fff"/>',
        '<text x="12" y="24" font-size="16">Time compared with the fastest rival '
        "(shorter is faster; the line is the rival)</text>",
    ]
    for place, row in enumerate(rows):
        y = top + place * bar
        length = row["ratio"] * scale
        colour = "#2a7de1" if row["ratio"] <= 1 else "#d1495b"
        parts += [
            f'<text x="{left - 8}" y="{y + 14}" text-anchor="end">{html.escape(row["title"])}</text>',
            f'<rect x="{left}" y="{y + 3}" width="{length:.1f}" height="{bar - 7}" fill="{colour}"/>',
            f'<text x="{left + length + 6:.1f}" y="{y + 14}">{row["ratio"]:.2f}</text>',
        ]
    line = left + scale
    parts.append(
        f'<line x1="{line:.1f}" y1="{top - 8}" x2="{line:.1f}" y2="{height - 12}" stroke="#222"/>'
    )
    return "\n".join(parts + ["</svg>", ""])


def write(results, folder):
    """Puts the results into Performance.md, with the figures and a chart beside it."""
    page = folder / "Performance.md"
    text = page.read_text(encoding="utf-8")
    before, rest = text.split(START)
    _, after = rest.split(END)
    page.write_text(f"{before}{START}\n\n{markdown(results)}\n\n{END}{after}", encoding="utf-8")
    raw = json.dumps(results, indent=2, ensure_ascii=False) + "\n"
    (folder / "performance.json").write_text(raw, encoding="utf-8")
    (folder / "performance.svg").write_text(chart(results), encoding="utf-8")
