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
  dialog.querySelector("[data-about]").textContent = button.dataset.name;
}

function values(form) {
  const body = {};
  for (const [name, value] of new FormData(form)) {
    const field = form.elements[name];
    body[name] = value === "" ? null : field?.dataset?.kind === "number" ? Number(value) : value;
  }
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
    const answer = await call(method, path, values(form));
    if (form.dataset.show) return form.dispatchEvent(new CustomEvent("lastro:answer", { detail: answer, bubbles: true }));
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
    toast(t(button.dataset.said ?? "saved"));
    goOn(button.dataset.then, answer);
  } catch (problem) {
    toast(problem instanceof Problem ? problem.whole : t("failed"), { failed: true });
  } finally {
    button.disabled = false;
  }
}

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
