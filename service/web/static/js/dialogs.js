// Dialogs, forms that call the API, and buttons that do.
import { call, Problem } from "./api.js";
import { t, toast } from "./words.js";

export function open(id) {
  const dialog = document.getElementById(id);
  if (dialog && !dialog.open) dialog.showModal();
  return dialog;
}

export function showError(form, problem) {
  const box = form.querySelector("[data-error]");
  const text = problem instanceof Problem ? problem.whole : String(problem);
  if (!box) return toast(text, { failed: true });
  box.textContent = text;
  box.hidden = false;
}

export function confirmed(text) {
  const dialog = open("confirm");
  dialog.querySelector("[data-text]").textContent = text;
  dialog.querySelector("[data-yes]").focus();
  return new Promise((settle) => dialog.addEventListener("close", () => settle(dialog.returnValue === "yes"), { once: true }));
}

// One dialog for many things: the button says what it is about, and where the form goes.
function ask(button) {
  const dialog = open(button.dataset.open);
  if (!button.dataset.to) return;
  const form = dialog.querySelector("form");
  form.reset();
  form.dataset.api = button.dataset.to;
  form.querySelector("[data-error]").hidden = true;
  form.querySelector("[data-secret]")?.setAttribute("hidden", "");
  for (const shown of form.querySelectorAll(".secret")) shown.textContent = "";
  dialog.querySelector("[data-about]").textContent = button.dataset.name;
}

// 16 letters and digits that are not taken for one another: 79 bits, said over the telephone in four groups.
function madeUp() {
  const signs = "abcdefghjkmnpqrstuvwxyz23456789";
  const drawn = [];
  while (drawn.length < 16) for (const byte of crypto.getRandomValues(new Uint8Array(32))) if (byte < 248 && drawn.length < 16) drawn.push(signs[byte % 31]);
  return drawn.join("").replace(/(.{4})(?=.)/g, "$1-");
}

const READ = {
  number: (value) => Number(value),
  fresh: () => madeUp(),
};

function values(form) {
  const body = {};
  for (const [name, value] of new FormData(form)) {
    const { kind } = form.querySelector(`[name="${name}"]`)?.dataset ?? {};
    if (kind === "list") body[name] = [...(body[name] ?? []), ...value.split(/[\s,;]+/).filter(Boolean)];
    else body[name] = value === "" ? null : (READ[kind]?.(value) ?? value);
  }
  for (const name of Object.keys(body)) if (Array.isArray(body[name]) && !body[name].length) body[name] = null;
  return body;
}

function goOn(then, answer) {
  if (then === undefined) return;
  if (then === "") return location.reload();
  location.assign(then.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(answer?.[name] ?? "")));
}

async function send(form) {
  const [method, path] = form.dataset.api.split(" ");
  const button = form.querySelector("button:not([type=button])");
  button.disabled = true;
  form.querySelector("[data-error]")?.setAttribute("hidden", "");
  try {
    const body = values(form);
    const answer = await call(method, path, body);
    const detail = { secret: body.password, ...answer };
    if (form.dataset.show) return form.dispatchEvent(new CustomEvent("lastro:answer", { detail, bubbles: true }));
    if (form.dataset.eventAfter) {
      form.reset();
      form.closest("dialog")?.close();
      document.body.dispatchEvent(new CustomEvent(form.dataset.eventAfter));
      toast(t(form.dataset.said ?? "saved"));
    }
    goOn(form.dataset.then, answer);
  } catch (problem) {
    showError(form, problem);
  } finally {
    button.disabled = false;
  }
}

async function press(button) {
  if (button.dataset.confirm && !(await confirmed(t(button.dataset.confirm)))) return;
  const [method, path] = button.dataset.call.split(" ");
  button.disabled = true;
  try {
    const answer = await call(method, path, button.dataset.body ? JSON.parse(button.dataset.body) : undefined);
    if (button.dataset.eventAfter) document.body.dispatchEvent(new CustomEvent(button.dataset.eventAfter));
    const { receipt } = button.dataset;
    const action = receipt && { label: t("receipt"), run: () => goOn(receipt, answer) };
    toast(t(button.dataset.said ?? "saved"), action ? { action, stay: 15000 } : {});
    goOn(button.dataset.then, answer);
  } catch (problem) {
    toast(problem instanceof Problem ? problem.whole : t("failed"), { failed: true });
  } finally {
    button.disabled = false;
  }
}

// A secret is shown once: it goes with its dialog, and the page shows what came of it.
document.addEventListener("close", (event) => {
  const shown = event.target.querySelector?.("[data-secret]:not([hidden]) .secret");
  if (shown) (shown.textContent = ""), location.reload();
}, true);

// A choice that is kept as soon as it is made; one that is refused goes back.
async function change(field) {
  const [method, path] = field.dataset.change.split(" ");
  const before = [...field.options].find((option) => option.defaultSelected);
  field.disabled = true;
  try {
    await call(method, path, { [field.name]: field.value });
    for (const option of field.options) option.defaultSelected = option.selected;
    toast(t("saved"));
  } catch (problem) {
    if (before) field.value = before.value;
    toast(problem instanceof Problem ? problem.whole : t("failed"), { failed: true });
  } finally {
    field.disabled = false;
    field.focus();
  }
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-change]")) change(event.target);
});

document.addEventListener("submit", (event) => {
  if (event.target.matches("[data-api]")) (event.preventDefault(), send(event.target));
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-open], [data-close], [data-call], [data-sign-out]");
  for (const drop of document.querySelectorAll("[data-drop][open]")) if (!drop.contains(event.target)) drop.open = false;
  if (!button) return;
  if (button.dataset.open) ask(button);
  else if (button.dataset.call) press(button);
  else if ("close" in button.dataset) button.closest("dialog").close();
  else call("DELETE", "/api/v1/session").finally(() => location.assign("/login"));
});

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") for (const drop of document.querySelectorAll("[data-drop][open]")) (drop.open = false), drop.firstElementChild.focus();
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) event.target.closest("form")?.requestSubmit();
});
