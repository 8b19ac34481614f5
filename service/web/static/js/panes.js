// Widths of the panes, by dragging or by arrow keys; remembered in this browser.
const KEY = "lastro.panes";

export class Panes {
  constructor(root) {
    this.root = root;
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    for (const divider of root.querySelectorAll("[data-divider]")) {
      if (kept[divider.dataset.divider]) this.set(divider, kept[divider.dataset.divider]);
      divider.addEventListener("pointerdown", (event) => this.drag(divider, event));
      divider.addEventListener("keydown", (event) => {
        const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
        if (by) (event.preventDefault(), event.stopPropagation(), this.set(divider, Number(divider.getAttribute("aria-valuenow")) + by));
      });
    }
  }

  drag(divider, event) {
    divider.setPointerCapture(event.pointerId);
    const left = divider.previousElementSibling.getBoundingClientRect().left;
    const move = (moved) => this.set(divider, (100 * (moved.clientX - left)) / this.root.clientWidth);
    divider.addEventListener("pointermove", move);
    divider.addEventListener("pointerup", () => divider.removeEventListener("pointermove", move), { once: true });
  }

  set(divider, share) {
    const [least, most] = [Number(divider.getAttribute("aria-valuemin")), Number(divider.getAttribute("aria-valuemax"))];
    const width = Math.round(Math.min(most, Math.max(least, share)) * 10) / 10;
    divider.setAttribute("aria-valuenow", Math.round(width));
    this.root.style.setProperty(`--${divider.dataset.divider}`, `${width}%`);
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "{}");
    localStorage.setItem(KEY, JSON.stringify({ ...kept, [divider.dataset.divider]: width }));
  }
}
