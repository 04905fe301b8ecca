"""Opens a report of six runs in headless Chromium and uses it: with the mouse, with the keyboard,
narrow, wide, and on paper. Argument: the file. Exits with 1 after a line for each failure."""

import base64
import os
import pathlib
import re
import sys
import zlib

from selenium import webdriver
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys

failures = []


def check(is_good, what):
    if not is_good:
        failures.append(what)
        print("FAILED:", what)


def open_browser():
    options = webdriver.ChromeOptions()
    options.add_argument("--headless=new")
    options.add_argument("--disable-gpu")
    options.add_argument("--disable-dev-shm-usage")
    options.add_argument("--no-first-run")
    if os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    service = webdriver.chrome.service.Service("/usr/bin/chromedriver")
    return webdriver.Chrome(options=options, service=service)


def set_width(browser, width):
    """The width of the page itself, which a window cannot always be made small enough for."""
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {
        "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})


def check_network(browser, page):
    """Nothing but the page itself was asked for."""
    asked = [re.search(r'"url":"([^"]*)"', entry["message"]).group(1)
             for entry in browser.get_log("performance")
             if '"Network.requestWillBeSent"' in entry["message"]]
    others = [url for url in asked if url != page and not url.startswith("data:")]
    check(page in asked, "the page was not asked for")
    check(not others, f"asked for: {others}")


def check_structure(browser):
    check(browser.title.startswith("Report on small"), f"title: {browser.title}")
    check(browser.find_element(By.TAG_NAME, "html").get_attribute("lang") == "en", "lang")
    for landmark in ("header", "nav", "main", "footer"):
        check(len(browser.find_elements(By.TAG_NAME, landmark)) == 1, f"one {landmark}")
    ids = browser.execute_script("return [...document.querySelectorAll('[id]')].map(e => e.id)")
    check(len(ids) == len(set(ids)), "ids are not unique")
    broken = browser.execute_script("""
        return [...document.querySelectorAll('a[href^="#"], use')]
            .map(e => e.getAttribute('href') || e.getAttribute('xlink:href'))
            .filter(h => !document.getElementById(h.slice(1)))""")
    check(not broken, f"references to nothing: {broken[:3]}")


def check_plots(browser):
    """Latency and speed-up of all, and of each run what its kind has."""
    titles = browser.execute_script("""
        return [...document.querySelectorAll('.plot svg')].map(svg => {
            const box = svg.getBoundingClientRect();
            return [document.getElementById(svg.getAttribute('aria-labelledby')).textContent,
                    box.width, box.height, svg.querySelectorAll('path').length];
        })""")
    names = [title for title, *_ in titles]
    for name, expected in (("Latency against size", 1), ("Speed-up over the baseline", 1),
                           ("Ranks that took part in a round", 4),
                           ("Staleness of gradients when taken", 6), ("Time of each rank", 6),
                           ("Traffic that left each rank", 6)):
        check(names.count(name) == expected, f"{names.count(name)} plots: {name}")
    for title, width, height, paths in titles:
        check(width > 300 and height > 150 and paths > 5, f"{title}: {width} x {height}, {paths}")


def column(table, index):
    return [row.find_elements(By.TAG_NAME, "td")[index]
            for row in table.find_elements(By.CSS_SELECTOR, "tbody tr")]


def check_sorting(browser):
    table = browser.find_element(By.CSS_SELECTOR, "#glance table")
    headings = table.find_elements(By.TAG_NAME, "th")
    latency = [heading.text.startswith("latency, mean") for heading in headings].index(True)
    button = headings[latency].find_element(By.TAG_NAME, "button")

    def values():
        return [float(cell.get_attribute("data-sort")) for cell in column(table, latency)]

    before = values()
    check(len(before) == 6 and before != sorted(before), f"rows before: {before}")
    button.click()
    check(values() == sorted(before), f"ascending: {values()}")
    check(headings[latency].get_attribute("aria-sort") == "ascending", "aria-sort ascending")
    button.send_keys(Keys.ENTER)
    check(values() == sorted(before, reverse=True), f"descending by keyboard: {values()}")
    check(headings[latency].get_attribute("aria-sort") == "descending", "aria-sort descending")
    headings[0].find_element(By.TAG_NAME, "button").click()
    names = [cell.text for cell in column(table, 0)]
    check(names == sorted(names), f"text ascending: {names}")
    check(headings[latency].get_attribute("aria-sort") == "none", "aria-sort none")
    # No speed-up of the baseline over itself: these rows are last.
    speedup = [heading.text.startswith("speed-up, latency") for heading in headings].index(True)
    headings[speedup].find_element(By.TAG_NAME, "button").click()
    cells = [cell.text for cell in column(table, speedup)]
    check(all(cells[:4]) and not any(cells[4:]), f"empty cells last: {cells}")


class View:
    """What a timeline shows: begin and width of its view box."""

    def __init__(self, browser):
        self.browser = browser
        self.root = browser.find_element(By.CSS_SELECTOR, ".timeline")
        self.lanes = self.root.find_element(By.CSS_SELECTOR, ".lanes")
        self.bars = self.root.find_element(By.CSS_SELECTOR, ".bars")

    def now(self):
        x, _, width, _ = map(float, self.bars.get_dom_attribute("viewBox").split())
        return round(x), round(width)

    def text(self):
        return self.root.find_element(By.TAG_NAME, "output").text

    def press(self, action):
        self.root.find_element(By.CSS_SELECTOR, f"[data-do={action}]").click()

    def wheel(self, ticks):
        ActionChains(self.browser).scroll_from_origin(
            webdriver.common.actions.wheel_input.ScrollOrigin.from_element(self.bars), 0,
            ticks).perform()


def check_timeline(browser):
    check(len(browser.find_elements(By.CSS_SELECTOR, ".timeline")) == 6, "six timelines")
    view = View(browser)
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", view.root)
    check(view.now() == (0, 1000000), f"at first: {view.now()}")
    check(len(view.bars.find_elements(By.CSS_SELECTOR, "path.wait[d^=M]")) == 8, "a lane a rank")
    whole = view.text()
    view.press("in")
    check(view.now() == (250000, 500000), f"zoom in: {view.now()}")
    check(view.text() != whole and " to " in view.text(), f"what is shown: {view.text()}")
    ticks = [tick.text for tick in view.root.find_elements(By.CSS_SELECTOR, ".axis span")]
    check(len(ticks) >= 2 and all(re.fullmatch(r"[\d.]+ (s|ms|\u00b5s)", t) for t in ticks),
          f"axis: {ticks}")
    view.press("right")
    check(view.now() == (375000, 500000), f"later: {view.now()}")
    view.press("all")
    view.lanes.send_keys("+", "+", Keys.ARROW_LEFT)
    check(view.now() == (312500, 250000), f"keyboard: {view.now()}")
    view.lanes.send_keys("-", Keys.HOME)
    check(view.now() == (0, 1000000), f"keyboard, whole run: {view.now()}")
    view.wheel(-100)  # the lanes have the focus
    check(view.now()[1] == 800000, f"wheel: {view.now()}")
    view.lanes.send_keys(Keys.HOME)
    browser.execute_script("document.activeElement.blur()")
    view.wheel(100)
    check(view.now() == (0, 1000000), f"the wheel scrolls the page without focus: {view.now()}")
    browser.execute_script("arguments[0].scrollIntoView({block: 'center'})", view.root)
    view.press("in")
    ActionChains(browser).drag_and_drop_by_offset(view.bars, 50, 0).perform()
    check(view.now()[0] < 250000 and view.now()[1] == 500000, f"dragging: {view.now()}")
    view.press("all")


def check_widths(browser):
    for width in (400, 1600):
        set_width(browser, width)
        sizes = browser.execute_script(
            "return [document.documentElement.scrollWidth, innerWidth]")
        check(sizes[1] == width and sizes[0] <= width, f"page is {sizes[0]} wide at {width}")
        cut = browser.execute_script("""
            return [...document.querySelectorAll('h1, h2, p, figure, .controls, .lanes, .scroll')]
                .filter(e => e.getBoundingClientRect().right > innerWidth + 1).length""")
        check(cut == 0, f"{cut} things reach out of the page at {width}")
        size = browser.execute_script("""
            return Math.min(...[...document.querySelectorAll('.plot svg')].map(svg =>
                14 * svg.getBoundingClientRect().width / svg.viewBox.baseVal.width))""")
        check(size >= 8, f"text of plots is {size} px at {width}")
    columns = browser.execute_script("""
        return new Set([...document.querySelectorAll('#run-1 figure')]
            .map(e => e.getBoundingClientRect().left)).size""")
    check(columns >= 2, "plots side by side on a wide page")


def check_keyboard(browser):
    """Tab reaches everything there is to use, in order, and what has the focus is seen."""
    browser.refresh()
    expected = browser.execute_script("""
        window.usable = [...document.querySelectorAll('a[href], button, [tabindex="0"]')];
        return usable.length""")
    reached = []
    for _ in range(expected):
        ActionChains(browser).send_keys(Keys.TAB).perform()
        index, outline = browser.execute_script("""
            return [usable.indexOf(document.activeElement),
                    getComputedStyle(document.activeElement).outlineStyle]""")
        reached.append(index)
        check(outline != "none", f"the focus on number {index} is not seen")
    check(reached == list(range(expected)), f"Tab reaches of {expected}: {reached}")
    first = browser.execute_script("return usable[0].textContent")
    check(first == "Skip to content", f"first of all: {first}")


def pdf_texts(pdf):
    """The file, and its packed streams."""
    packed = [match.group(1) for match in re.finditer(rb"stream\r?\n(.*?)endstream", pdf, re.S)]
    texts = [pdf]
    for data in packed:
        try:
            texts.append(zlib.decompress(data))
        except zlib.error:
            pass
    return texts


def check_paper(browser):
    browser.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
    shown = browser.execute_script("""
        return [...document.querySelectorAll('nav, .controls button')]
            .filter(e => getComputedStyle(e).display !== 'none').length""")
    check(shown == 0, f"{shown} controls on paper")
    text = browser.find_element(By.TAG_NAME, "main").text
    for word in ("latency_mean", "Run 6: small", "Timeline"):
        check(word in text, f"not on paper: {word}")
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": ""})
    printed = browser.execute_cdp_cmd("Page.printToPDF", {
        "printBackground": True, "paperWidth": 8.27, "paperHeight": 11.69})
    pdf = base64.b64decode(printed["data"])
    pathlib.Path("report.pdf").write_bytes(pdf)
    texts = pdf_texts(pdf)
    pages = sum(len(re.findall(rb"/Type\s*/Page\b", text)) for text in texts)
    check(pdf.startswith(b"%PDF-") and 4 <= pages <= 40, f"{pages} pages on paper")
    check(any(b"/ToUnicode" in text for text in texts), "no text on paper")


def main():
    page = pathlib.Path(sys.argv[1]).resolve().as_uri()
    browser = open_browser()
    try:
        set_width(browser, 1200)
        browser.get(page)
        check_network(browser, page)
        check_structure(browser)
        check_plots(browser)
        check_sorting(browser)
        check_timeline(browser)
        check_widths(browser)
        check_keyboard(browser)
        check_paper(browser)
        messages = [entry["message"] for entry in browser.get_log("browser")]
        check(not messages, f"console: {messages[:5]}")
    finally:
        browser.quit()
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
