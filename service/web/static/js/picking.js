// Choosing text on a page: words of a picture, a cell of a grid, or a stretch of text. Positions count characters as the server does.
import { call } from "./api.js";

const SVG = "http://www.w3.org/2000/svg";
const length = (text) => Array.from(text).length;

export class PicturePick {
  constructor(sheet, place, onPick) {
    this.sheet = sheet;
    this.onPick = onPick;
    this.anchor = this.here = null;
    this.drags = false;
    this.gone = new AbortController();
    this.ready = this.begin(`/api/v1/cases/${place.case}/files/${place.sha256}/pages/${place.page}`);
  }

  async begin(path) {
    const [words, page] = await Promise.all([call("GET", `${path}/words`), call("GET", path)]);
    if (this.gone.signal.aborted || !words.length) return this.gone.signal.aborted;
    this.words = words;
    this.text = Array.from(page.text);
    this.svg = document.createElementNS(SVG, "svg");
    this.svg.setAttribute("viewBox", `0 0 ${this.sheet.dataset.width} ${this.sheet.dataset.height}`);
    this.svg.setAttribute("preserveAspectRatio", "none");
    this.svg.setAttribute("class", "words");
    this.svg.setAttribute("tabindex", "0");
    this.svg.setAttribute("role", "application");
    this.svg.setAttribute("aria-label", this.sheet.dataset.name);
    this.rects = words.map(([x0, top, x1, bottom]) => {
      const rect = document.createElementNS(SVG, "rect");
      for (const [name, value] of Object.entries({ x: x0, y: top, width: x1 - x0, height: bottom - top })) rect.setAttribute(name, value);
      this.svg.append(rect);
      return rect;
    });
    this.sheet.querySelector("[data-paper]").append(this.svg);
    const on = (name, run) => this.svg.addEventListener(name, run, { signal: this.gone.signal });
    on("pointerdown", (event) => this.down(event));
    on("pointermove", (event) => this.drags && this.to(this.at(event), true));
    on("pointerup", () => (this.drags = false));
    on("keydown", (event) => this.keydown(event));
    this.svg.focus({ preventScroll: true });
    return true;
  }

  down(event) {
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    this.svg.focus({ preventScroll: true });
    this.drags = true;
    this.to(this.at(event), event.shiftKey);
  }

  at(event) {
    const point = new DOMPoint(event.clientX, event.clientY).matrixTransform(this.svg.getScreenCTM().inverse());
    let best = 0;
    let least = Infinity;
    this.words.forEach(([x0, top, x1, bottom], index) => {
      const dx = Math.max(x0 - point.x, 0, point.x - x1);
      const dy = Math.max(top - point.y, 0, point.y - bottom);
      const far = dx + 3 * dy;
      if (far < least) [least, best] = [far, index];
    });
    return best;
  }

  keydown(event) {
    const here = this.here ?? -1;
    const steps = { ArrowRight: () => here + 1, ArrowLeft: () => here - 1, ArrowDown: () => this.line(1), ArrowUp: () => this.line(-1), Home: () => 0, End: () => this.words.length - 1 };
    if (!steps[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    this.to(Math.min(Math.max(0, steps[event.key]()), this.words.length - 1), event.shiftKey);
    this.rects[this.here].scrollIntoView({ block: "nearest", inline: "nearest" });
  }

  // The word below or above, nearest in the direction across.
  line(way) {
    const [x0, top, x1, bottom] = this.words[this.here ?? 0];
    const [x, y, height] = [(x0 + x1) / 2, (top + bottom) / 2, bottom - top];
    let best = this.here ?? 0;
    let least = Infinity;
    this.words.forEach(([a, b, c, d], index) => {
      const dy = ((b + d) / 2 - y) * way;
      if (dy < height * 0.6) return;
      const far = dy * 3 + Math.abs((a + c) / 2 - x);
      if (far < least) [least, best] = [far, index];
    });
    return best;
  }

  to(index, extend) {
    this.rects[this.here ?? 0].classList.remove("is-here");
    this.here = index;
    if (!extend || this.anchor === null) this.anchor = index;
    const [first, last] = [Math.min(this.anchor, index), Math.max(this.anchor, index)];
    this.rects.forEach((rect, number) => rect.classList.toggle("is-picked", number >= first && number <= last));
    this.rects[index].classList.add("is-here");
    this.span = [this.words[first][4], this.words[last][5]];
    this.onPick(this.text.slice(...this.span).join(""));
  }

  clear() {
    this.anchor = this.span = null;
    this.rects?.forEach((rect) => rect.classList.remove("is-picked"));
  }

  end() {
    this.gone.abort();
    this.svg?.remove();
  }
}

export class GridPick {
  constructor(sheet, _place, onPick) {
    this.gone = new AbortController();
    this.cells = [...sheet.querySelectorAll("td[data-start]")];
    this.ready = Promise.resolve(this.cells.length > 0);
    for (const cell of this.cells) cell.tabIndex = 0;
    const take = (cell) => {
      this.span = [Number(cell.dataset.start), Number(cell.dataset.end)];
      onPick(cell.textContent);
    };
    sheet.addEventListener("click", (event) => event.target.closest("td[data-start]") && take(event.target.closest("td[data-start]")), { signal: this.gone.signal });
    sheet.addEventListener("focusin", (event) => event.target.matches("td[data-start]") && take(event.target), { signal: this.gone.signal });
  }

  clear() {
    this.span = null;
  }

  end() {
    this.gone.abort();
    for (const cell of this.cells) cell.removeAttribute("tabindex");
  }
}

export class TextPick {
  constructor(sheet, _place, onPick) {
    this.gone = new AbortController();
    this.ready = Promise.resolve(true);
    document.addEventListener("selectionchange", () => {
      const chosen = document.getSelection();
      if (!chosen.rangeCount || chosen.isCollapsed || !sheet.contains(chosen.anchorNode) || !sheet.contains(chosen.focusNode)) return;
      const range = chosen.getRangeAt(0);
      const [start, end] = [spot(range.startContainer, range.startOffset, false), spot(range.endContainer, range.endOffset, true)];
      if (start === null || end === null || end <= start) return;
      this.span = [start, end];
      onPick(String(chosen));
    }, { signal: this.gone.signal });
  }

  clear() {
    this.span = null;
    document.getSelection().removeAllRanges();
  }

  end() {
    this.gone.abort();
  }
}

function spot(node, offset, isEnd) {
  if (node.nodeType !== Node.TEXT_NODE) {
    const inner = node.childNodes[isEnd ? offset - 1 : offset] ?? node;
    const pieces = inner.nodeType === Node.ELEMENT_NODE ? [inner, ...inner.querySelectorAll("[data-start]")].filter((one) => one.dataset?.start) : [];
    const piece = isEnd ? pieces.at(-1) : pieces[0];
    return piece ? Number(piece.dataset.start) + (isEnd ? length(piece.textContent) : 0) : null;
  }
  const piece = node.parentElement.closest("[data-start]");
  return piece ? Number(piece.dataset.start) + length(node.data.slice(0, offset)) : null;
}
