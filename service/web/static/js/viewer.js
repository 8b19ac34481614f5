// One page of a source: a picture with boxes, or text, or a grid. Text on it can be chosen to be cited.
import { part } from "./api.js";
import { GridPick, PicturePick, TextPick } from "./picking.js";
import { announce, t, toast } from "./words.js";

const DPI = [110, 150, 200, 300];
const STEPS = [0.25, 0.33, 0.5, 0.67, 0.8, 0.9, 1, 1.1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4];

export class Viewer {
  constructor(root, { onCite = null, onPage = () => {} } = {}) {
    this.root = root;
    this.onCite = onCite;
    this.onPage = onPage;
    this.stage = root.querySelector("[data-stage]");
    this.fit = "fitwidth";
    this.zoom = 1;
    this.turned = 0;
    this.place = null;
    this.pick = null;
    this.selecting = false;
    root.addEventListener("click", (event) => {
      const button = event.target.closest("[data-view], [data-go]");
      if (!button) return;
      if (button.dataset.go) this.go(Number(button.dataset.go));
      else this.act(button.dataset.view);
    });
    root.querySelector("[data-number]").addEventListener("change", (event) => this.go(Number(event.target.value)));
    this.stage.addEventListener("wheel", (event) => {
      if (!event.ctrlKey) return;
      event.preventDefault();
      this.step(event.deltaY < 0 ? 1 : -1);
    }, { passive: false });
    new ResizeObserver(() => this.fit && this.layOut(false)).observe(this.stage);
    if (!onCite) root.querySelector('[data-view="select"]').hidden = true;
  }

  // place: {case, sha256, page, mark, also}
  async show(place, { keep = false } = {}) {
    this.loading?.abort();
    const loading = (this.loading = new AbortController());
    const other = !this.place || this.place.sha256 !== place.sha256;
    this.place = place;
    if (!keep) this.turned = 0;
    if (other) this.asText = false;
    const query = new URLSearchParams();
    if (place.mark) query.set("mark", place.mark);
    if (place.also) query.set("also", place.also);
    if (this.asText) query.set("show", "text");
    this.stage.classList.add("is-loading");
    let got;
    try {
      got = await part(`/cases/${place.case}/files/${place.sha256}/pages/${place.page}/view?${query}`, loading.signal);
    } catch (error) {
      if (error.name === "AbortError") return;
      got = { ok: false, html: "" };
      toast(t("offline"), { failed: true });
    }
    if (loading.signal.aborted) return;
    this.stage.classList.remove("is-loading");
    this.stopPicking();
    this.stage.innerHTML = got.html;
    this.sheet = this.stage.querySelector("[data-sheet]");
    if (!got.ok || !this.sheet) return;
    this.describe(other);
    await this.layOut(true);
    this.onPage(place.page, place.mark);
    if (this.selecting) this.startPicking();
    else if (this.onCite && this.sheet.dataset.kind === "text") this.startPicking();
    this.root.dispatchEvent(new CustomEvent("lastro:shown", { bubbles: true }));
  }

  describe(other) {
    const { name, number, pages, kind, paged } = this.sheet.dataset;
    const title = this.root.querySelector("[data-name]");
    title.textContent = name;
    title.title = name;
    title.href = `/cases/${this.place.case}/files/${this.place.sha256}?page=${number}${this.place.mark ? `&mark=${this.place.mark}` : ""}`;
    const input = this.root.querySelector("[data-number]");
    input.value = number;
    this.root.querySelector("[data-of]").textContent = `/ ${pages}`;
    this.root.querySelector('[data-view="previous"]').disabled = number === "1";
    this.root.querySelector('[data-view="next"]').disabled = number === pages;
    this.root.querySelector("[data-zoom-tools]").hidden = kind !== "picture";
    const text = this.root.querySelector('[data-view="text"]');
    text.hidden = paged !== "yes";
    text.setAttribute("aria-pressed", String(Boolean(this.asText)));
    this.stage.setAttribute("aria-label", `${name}, ${t("pageOf", { page: number, all: pages })}`);
    const thumbs = this.root.querySelector("[data-thumbs]");
    if (other) thumbs.replaceChildren();
    if (!thumbs.hidden) this.fillThumbs();
  }

  get isPicture() {
    return this.sheet?.dataset.kind === "picture";
  }

  // Size and turn of the paper; with `centre` the marked place comes into the middle.
  async layOut(centre) {
    if (!this.sheet) return;
    if (!this.isPicture) {
      if (centre) this.centre();
      return;
    }
    const data = this.sheet.dataset;
    const paper = this.sheet.querySelector("[data-paper]");
    const box = this.sheet.querySelector("[data-turned]");
    const [width, height] = [Number(data.width), Number(data.height)];
    const unit = (data.unit === "pt" ? 1 : 842 / Math.max(width, height)) * (96 / 72);
    const turn = (Number(data.turn) + this.turned) % 360;
    const lies = turn % 180 !== 0;
    const [shownWidth, shownHeight] = lies ? [height * unit, width * unit] : [width * unit, height * unit];
    const style = getComputedStyle(this.stage);
    const room = [this.stage.clientWidth - 2 * parseFloat(style.paddingLeft), this.stage.clientHeight - 2 * parseFloat(style.paddingTop)];
    if (this.fit === "fitwidth") this.zoom = Math.min(4, Math.max(0.2, room[0] / shownWidth));
    if (this.fit === "fitpage") this.zoom = Math.min(4, Math.max(0.1, Math.min(room[0] / shownWidth, room[1] / shownHeight)));
    const [w, h] = [width * unit * this.zoom, height * unit * this.zoom];
    paper.style.width = `${w}px`;
    paper.style.height = `${h}px`;
    box.style.width = `${lies ? h : w}px`;
    box.style.height = `${lies ? w : h}px`;
    const shift = { 0: "", 90: `translate(${h}px, 0)`, 180: `translate(${w}px, ${h}px)`, 270: `translate(0, ${w}px)` }[turn];
    paper.style.transform = turn ? `${shift} rotate(${turn}deg)` : "none";
    this.root.querySelector("[data-zoom]").textContent = `${Math.round(this.zoom * 100)} %`;
    this.sharpen((w * devicePixelRatio) / width * 72 * (data.unit === "pt" ? 1 : width / (842 * (width / Math.max(width, height)))));
    if (centre) this.centre();
  }

  // A picture of more dots takes the place of a coarse one. `data-sharp` says whether one is on its way.
  sharpen(wanted) {
    const sheet = this.sheet;
    const image = sheet.querySelector("[data-image]");
    const dpi = DPI.find((step) => step >= wanted * 0.85) ?? 300;
    const best = Number(sheet.dataset.dpi ?? 110);
    if (dpi <= best) return void (sheet.dataset.sharp ??= "yes");
    sheet.dataset.dpi = dpi;
    sheet.dataset.sharp = "no";
    const better = new Image();
    better.onload = () => {
      if (Number(sheet.dataset.dpi) !== dpi) return;
      image.src = better.src;
      sheet.dataset.sharp = "yes";
    };
    better.src = image.src.replace(/dpi=\d+/, `dpi=${dpi}`);
  }

  centre() {
    const mark = this.sheet.querySelector(".mark.is-main, [data-main]");
    const scroller = this.sheet.querySelector(".grid-box") ?? this.stage;
    if (!mark) return scroller.scrollTo(0, 0);
    const [here, there] = [scroller.getBoundingClientRect(), mark.getBoundingClientRect()];
    scroller.scrollBy({ left: there.left + there.width / 2 - here.left - here.width / 2, top: there.top + there.height / 2 - here.top - here.height / 2.4 });
  }

  go(number) {
    if (!this.sheet || !Number.isInteger(number)) return;
    const page = Math.min(Math.max(1, number), Number(this.sheet.dataset.pages));
    if (page === this.place.page) return void (this.root.querySelector("[data-number]").value = page);
    const home = this.home?.page === page && this.home.sha256 === this.place.sha256 ? this.home : null;
    this.home ??= this.place;
    this.show(home ?? { case: this.place.case, sha256: this.place.sha256, page }, { keep: true });
    announce(t("pageOf", { page, all: this.sheet.dataset.pages }));
  }

  open(place) {
    this.home = place;
    return this.show(place);
  }

  step(by) {
    const steps = by > 0 ? STEPS : [...STEPS].reverse();
    this.zoom = steps.find((step) => (by > 0 ? step > this.zoom + 0.005 : step < this.zoom - 0.005)) ?? this.zoom;
    this.fit = null;
    const [x, y] = [(this.stage.scrollLeft + this.stage.clientWidth / 2) / this.stage.scrollWidth, (this.stage.scrollTop + this.stage.clientHeight / 2) / this.stage.scrollHeight];
    this.layOut(false);
    this.stage.scrollTo(x * this.stage.scrollWidth - this.stage.clientWidth / 2, y * this.stage.scrollHeight - this.stage.clientHeight / 2);
  }

  act(name) {
    switch (name) {
      case "previous": return this.go(this.place?.page - 1);
      case "next": return this.go(this.place?.page + 1);
      case "larger": return this.step(1);
      case "smaller": return this.step(-1);
      case "actual": this.fit = null; this.zoom = 1; return this.layOut(true);
      case "fitwidth": case "fitpage": this.fit = name; return this.layOut(true);
      case "rotate": this.turned = (this.turned + 90) % 360; return this.layOut(true);
      case "text": this.asText = !this.asText; return this.place && this.show(this.place, { keep: true });
      case "select": return this.toggleSelect();
      case "thumbs": return this.toggleThumbs();
      case "cite": return this.cite();
      case "unselect": return this.unselect();
    }
  }

  // Whether the key was ours.
  key(key) {
    const name = { "[": "previous", "]": "next", "+": "larger", "-": "smaller", 0: "fitpage", w: "fitwidth", o: "rotate", t: "text", s: "select", p: "thumbs" }[key];
    if (name === "select" && !this.onCite) return false;
    if (key === "Enter" && this.pick?.span) return this.cite(), true;
    if (key === "Escape" && (this.selecting || this.pick?.span)) return this.unselect(true), true;
    if (!name || !this.sheet) return false;
    this.act(name);
    return true;
  }

  toggleThumbs() {
    const thumbs = this.root.querySelector("[data-thumbs]");
    thumbs.hidden = !thumbs.hidden;
    this.root.querySelector('[data-view="thumbs"]').setAttribute("aria-pressed", String(!thumbs.hidden));
    if (!thumbs.hidden) this.fillThumbs();
  }

  async fillThumbs() {
    const thumbs = this.root.querySelector("[data-thumbs]");
    if (!thumbs.children.length && this.place) thumbs.innerHTML = (await part(`/cases/${this.place.case}/files/${this.place.sha256}/thumbnails`)).html;
    for (const one of thumbs.querySelectorAll("[data-go]")) {
      const here = Number(one.dataset.go) === this.place.page;
      here ? one.setAttribute("aria-current", "true") : one.removeAttribute("aria-current");
      if (here) one.scrollIntoView({ block: "nearest" });
    }
  }

  toggleSelect() {
    if (!this.onCite || !this.sheet) return;
    this.selecting = !this.selecting;
    this.selecting ? this.startPicking() : this.stopPicking();
    this.mirrorSelecting();
  }

  mirrorSelecting() {
    this.root.querySelector('[data-view="select"]').setAttribute("aria-pressed", String(this.selecting));
    this.stage.classList.toggle("is-selecting", this.selecting);
  }

  async startPicking() {
    this.stopPicking();
    const kind = this.sheet.dataset.kind;
    const Kind = { picture: PicturePick, grid: GridPick, text: TextPick }[kind];
    this.pick = new Kind(this.sheet, this.place, (text) => this.picked(text));
    if (!(await this.pick.ready)) {
      toast(t("noWords"));
      this.selecting = false;
      this.stopPicking();
      return this.mirrorSelecting();
    }
    if (this.selecting && kind === "picture") announce(t("wordMode"));
  }

  stopPicking() {
    this.pick?.end();
    this.pick = null;
    this.picked("");
  }

  picked(text) {
    const bar = this.root.querySelector("[data-cite-bar]");
    bar.hidden = !text;
    bar.querySelector("[data-selected]").textContent = text;
  }

  unselect(leave = false) {
    if (this.pick?.span) this.pick.clear();
    else if (leave) this.toggleSelect();
    this.picked("");
  }

  cite() {
    const span = this.pick?.span;
    if (!span) return;
    const { sha256, page } = this.place;
    this.onCite({ sha256, page, start: span[0], end: span[1] });
    if (this.selecting) this.toggleSelect();
    else this.pick.clear();
    this.picked("");
  }
}
