// The page's words in the reader's language, as the server put them into its head.
const meta = (name) => document.querySelector(`meta[name="lastro:${name}"]`)?.content ?? "";
export const words = JSON.parse(meta("words") || "{}");

export function t(key, values = {}) {
  return String(words[key] ?? key).replace(/%\((\w+)\)s/g, (_, name) => values[name] ?? "");
}

export function announce(text) {
  const live = document.getElementById("live");
  if (!live) return;
  live.textContent = "";
  requestAnimationFrame(() => (live.textContent = text));
}

export function toast(text, { failed = false, action = null, stay = 4000 } = {}) {
  const box = document.createElement("div");
  box.className = failed ? "toast is-failed" : "toast";
  const said = document.createElement("span");
  said.textContent = text;
  box.append(said);
  if (action) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = action.label;
    button.addEventListener("click", () => (box.remove(), action.run()));
    box.append(button);
  }
  const toasts = document.getElementById("toasts");
  while (toasts.children.length > 2) toasts.firstChild.remove();
  toasts.append(box);
  setTimeout(() => box.remove(), failed ? stay * 2 : stay);
}
