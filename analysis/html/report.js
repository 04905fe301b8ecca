"use strict";

/* Tables: a click on a heading sorts by its column, another one the other way round. */
function compareCells(left, right) {
    const numbers = [left, right].map((cell) => cell.dataset.sort);
    if (numbers[0] === undefined)
        return left.textContent.localeCompare(right.textContent, "en", { numeric: true });
    /* Empty: no value; behind all others. */
    if (numbers[0] === "" || numbers[1] === "")
        return (numbers[0] === "") - (numbers[1] === "");
    return Number(numbers[0]) - Number(numbers[1]);
}

function sortTable(table, heading) {
    const column = heading.cellIndex;
    const isUp = heading.getAttribute("aria-sort") !== "ascending";
    const rows = Array.from(table.tBodies[0].rows);
    rows.sort((a, b) => (isUp ? 1 : -1) * compareCells(a.cells[column], b.cells[column]));
    table.tBodies[0].append(...rows);
    for (const other of heading.parentElement.cells)
        other.setAttribute("aria-sort", "none");
    heading.setAttribute("aria-sort", isUp ? "ascending" : "descending");
}

for (const table of document.querySelectorAll("table.sortable")) {
    for (const heading of table.tHead.rows[0].cells)
        heading.querySelector("button").addEventListener("click", () => sortTable(table, heading));
}

/* Timelines: the part of the time that is shown is the view box of the bars.
   A time, with the digits that steps of this size need, in a unit that suits the size. */
function timeText(seconds, step, size) {
    const [unit, name] = size >= 1 ? [1, "s"] : size >= 1e-3 ? [1e-3, "ms"]
        : size >= 1e-6 ? [1e-6, "\u00b5s"] : [1e-9, "ns"];
    const digits = Math.max(0, Math.ceil(-Math.log10(step / unit) - 1e-9));
    return (seconds / unit).toFixed(digits) + " " + name;
}

/* A distance of marks for about n of them: 1, 2 or 5 times a power of ten. */
function niceStep(span, n) {
    const least = span / n;
    const power = 10 ** Math.floor(Math.log10(least));
    return power * [1, 2, 5, 10].find((factor) => factor * power >= least * (1 - 1e-9));
}

class Timeline {
    constructor(root) {
        this.bars = root.querySelector(".bars");
        this.lanes = root.querySelector(".lanes");
        this.axis = root.querySelector(".axis");
        this.output = root.querySelector("output");
        this.begin = Number(root.dataset.begin);
        this.end = Number(root.dataset.end);
        this.whole = this.bars.viewBox.baseVal.width;
        this.x = 0;
        this.width = this.whole;
        const actions = {
            in: () => this.zoom(0.5, 0.5), out: () => this.zoom(2, 0.5),
            left: () => this.move(-0.25), right: () => this.move(0.25),
            all: () => this.show(0, this.whole),
        };
        for (const button of root.querySelectorAll("[data-do]"))
            button.addEventListener("click", actions[button.dataset.do]);
        const keys = {
            "+": "in", "=": "in", "-": "out", ArrowLeft: "left", ArrowRight: "right", Home: "all", "0": "all",
        };
        this.lanes.addEventListener("keydown", (event) => {
            if (!(event.key in keys) || event.ctrlKey || event.altKey || event.metaKey)
                return;
            event.preventDefault();
            actions[keys[event.key]]();
        });
        this.lanes.addEventListener("wheel", (event) => this.wheel(event), { passive: false });
        this.bars.addEventListener("pointerdown", (event) => this.drag(event));
        new ResizeObserver(() => this.show(this.x, this.width)).observe(this.bars);
    }

    show(x, width) {
        this.width = Math.min(this.whole, Math.max(this.whole * 1e-5, width));
        this.x = Math.min(this.whole - this.width, Math.max(0, x));
        const box = this.bars.viewBox.baseVal;
        this.bars.setAttribute("viewBox", `${this.x} 0 ${this.width} ${box.height}`);
        this.drawAxis();
    }

    /* Change the span by a factor; the point at this share of the width stays where it is. */
    zoom(factor, share) {
        const width = Math.min(this.whole, Math.max(this.whole * 1e-5, this.width * factor));
        this.show(this.x + (this.width - width) * share, width);
    }

    move(share) {
        this.show(this.x + this.width * share, this.width);
    }

    shareAt(event) {
        const box = this.bars.getBoundingClientRect();
        return Math.min(1, Math.max(0, (event.clientX - box.left) / box.width));
    }

    wheel(event) {
        if (!event.ctrlKey && !this.lanes.contains(document.activeElement))
            return;
        event.preventDefault();
        this.zoom(event.deltaY < 0 ? 0.8 : 1.25, this.shareAt(event));
    }

    drag(event) {
        const from = this.x;
        const start = event.clientX;
        const scale = this.width / this.bars.getBoundingClientRect().width;
        const follow = (moved) => this.show(from - (moved.clientX - start) * scale, this.width);
        this.bars.setPointerCapture(event.pointerId);
        this.bars.addEventListener("pointermove", follow);
        this.bars.addEventListener("lostpointercapture",
            () => this.bars.removeEventListener("pointermove", follow), { once: true });
    }

    drawAxis() {
        const scale = (this.end - this.begin) / this.whole;
        const first = this.begin + this.x * scale;
        const span = this.width * scale;
        const step = niceStep(span, Math.max(2, this.bars.clientWidth / 90));
        const marks = [];
        for (let i = Math.ceil(first / step - 1e-9); i * step <= first + span; i++) {
            const mark = document.createElement("span");
            mark.style.left = `${100 * (i * step - first) / span}%`;
            mark.textContent = timeText(i * step, step, 10 * step);
            marks.push(mark);
        }
        this.axis.replaceChildren(...marks);
        const text = (time) => timeText(time, span / 1000, span);
        this.output.textContent = `${text(first)} to ${text(first + span)}`;
    }
}

for (const root of document.querySelectorAll(".timeline"))
    new Timeline(root);
