// The review of a run: fields, finding, page. Keyboard first.
import { call, part, Problem } from "./api.js";
import { open, showError } from "./dialogs.js";
import { EditForm } from "./edit.js";
import { shortcut } from "./keys.js";
import { listen, throttled } from "./live.js";
import { Panes } from "./panes.js";
import { Viewer } from "./viewer.js";
import { announce, t, toast, words } from "./words.js";

const root = document.querySelector("[data-review]");
const { case: caseId, run: runId } = root.dataset;
const may = root.dataset.may === "yes";
const base = `/cases/${caseId}/runs/${runId}`;
const api = `/api/v1${base}`;
const pane = document.getElementById("finding");
const list = () => root.querySelector("[data-field-list]");
const rows = () => [...list().querySelectorAll(".field-row")];
const visible = () => rows().filter((row) => !row.parentElement.hidden);
const finding = () => pane.querySelector("[data-finding]");
const field = () => finding()?.dataset.finding ?? null;

new Panes(root.querySelector("[data-panes]"));

// The page
const holder = root.querySelector("[data-viewers]");
const blank = holder.firstElementChild.outerHTML;
const newViewer = (element) => new Viewer(element, { onCite: may ? cite : null });
let viewers = [newViewer(holder.firstElementChild)];
let active = 0;
holder.addEventListener("focusin", (event) => (active = Math.max(0, viewers.findIndex((one) => one.root.contains(event.target)))));

function placeOf(source) {
  const { sha256, page, mark, also } = source.dataset;
  return { case: caseId, sha256, page: Number(page), mark, also };
}

function showSource(number, viewer = viewers[0]) {
  const source = pane.querySelector(`[data-source="${number}"]`);
  if (!source || source.dataset.reference) return;
  for (const one of pane.querySelectorAll("[data-source]")) one.setAttribute("aria-pressed", String(one === source));
  return viewer.open(placeOf(source));
}

function single() {
  while (viewers.length > 1) viewers.pop().root.remove();
  root.querySelector("[data-panes]").classList.remove("is-comparing");
  active = 0;
}

async function compare() {
  if (viewers.length > 1) return single();
  const numbers = [...pane.querySelectorAll(".rival")].map((rival) => rival.querySelector("[data-cite-number]")?.dataset.citeNumber);
  const chosen = numbers.length > 1 ? numbers : [...pane.querySelectorAll("[data-source]")].slice(0, 2).map((one) => one.dataset.source);
  if (chosen.length < 2) return;
  root.querySelector("[data-panes]").classList.add("is-comparing");
  holder.insertAdjacentHTML("beforeend", blank);
  viewers.push(newViewer(holder.lastElementChild));
  await Promise.all([showSource(chosen[0], viewers[0]), viewers[1].open(placeOf(pane.querySelector(`[data-source="${chosen[1]}"]`)))]);
}

// The finding
let edit = null;
let asked = 0; // counts the fields that were asked for: an answer that comes late must not replace a newer one

function arrived({ number = null } = {}) {
  edit = finding()?.querySelector("[data-edit]") ? new EditForm(finding(), { onSave: (body) => decide("edit", body), onSelect: startSelecting }) : null;
  const first = number ?? pane.querySelector("[data-cite-number]")?.dataset.citeNumber ?? pane.querySelector("[data-source]")?.dataset.source;
  if (first) showSource(first);
}

async function openField(id, { push = true, focus = false, number = null } = {}) {
  if (!id) return;
  single();
  const turn = ++asked;
  const got = await part(`${base}/fields/${encodeURIComponent(id)}`);
  if (turn !== asked) return;
  pane.innerHTML = got.html;
  pane.scrollTop = 0;
  for (const row of rows()) row.dataset.field === id ? row.setAttribute("aria-current", "true") : row.removeAttribute("aria-current");
  const row = document.getElementById(`row-${id}`);
  keepInView(row);
  if (push) history.pushState({ field: id }, "", `${base}?field=${encodeURIComponent(id)}`);
  if (row) document.title = document.title.replace(/^[^·]*/, `${row.querySelector(".field-title").textContent} `);
  if (focus) pane.focus({ preventScroll: true });
  arrived({ number });
  announce(`${row?.querySelector(".field-title")?.textContent ?? ""}: ${pane.querySelector(".pill")?.textContent ?? ""}`);
}

async function reloadFinding() {
  const id = field();
  if (!id) return;
  const turn = asked;
  const shown = pane.scrollTop;
  const got = await part(`${base}/fields/${encodeURIComponent(id)}`);
  if (turn !== asked || field() !== id) return;
  pane.innerHTML = got.html;
  pane.scrollTop = shown;
  edit = finding()?.querySelector("[data-edit]") ? new EditForm(finding(), { onSave: (body) => decide("edit", body), onSelect: startSelecting }) : null;
}

// The list
let filter = "all";
let wanted = "";

function applyFilter() {
  for (const row of rows()) {
    const item = row.parentElement;
    const fits = item.dataset.tags.split(" ").includes(filter) && row.textContent.toLocaleLowerCase().includes(wanted);
    item.hidden = !fits;
  }
  for (const group of list().querySelectorAll("[data-group]")) group.hidden = !group.querySelector("li:not([hidden])");
  list().querySelector("[data-none]").hidden = visible().length > 0;
  for (const button of root.querySelectorAll("[data-filter]")) button.setAttribute("aria-pressed", String(button.dataset.filter === filter));
}

function setFilter(name) {
  filter = name;
  applyFilter();
  announce(`${root.querySelector(`[data-filter="${name}"]`)?.textContent ?? ""}`);
}

async function refreshList() {
  const got = await part(`${base}/list`);
  if (!got.ok) return;
  const fresh = new DOMParser().parseFromString(got.html, "text/html");
  const shown = list().scrollTop;
  const focused = document.activeElement?.id;
  list().replaceChildren(...fresh.querySelector("[data-field-list]").children);
  document.getElementById(`row-${field()}`)?.setAttribute("aria-current", "true");
  root.querySelector(".filters").replaceChildren(...fresh.querySelector(".filters").children);
  document.getElementById("run-bar").replaceChildren(...fresh.getElementById("run-bar").childNodes);
  list().scrollTop = shown;
  if (focused && !document.activeElement?.id) document.getElementById(focused)?.focus({ preventScroll: true });
  applyFilter();
  for (const box of document.querySelectorAll("#finish [data-count]")) box.textContent = root.querySelector(`[data-filter="${box.dataset.count}"] .filter-count`).textContent;
}

function move(by) {
  const shown = visible();
  const here = shown.findIndex((row) => row.dataset.field === field());
  const next = here < 0 ? shown[by > 0 ? 0 : shown.length - 1] : shown[here + by];
  if (next) return openField(next.dataset.field);
}

function nextThatNeedsMe() {
  const all = rows();
  const here = all.findIndex((row) => row.dataset.field === field());
  const order = [...all.slice(here + 1), ...all.slice(0, Math.max(0, here))];
  const next = order.find((row) => row.parentElement.dataset.tags.split(" ").includes("mine"));
  if (!next) return toast(t("noneLeft"));
  if (next.parentElement.hidden) (wanted = "", (root.querySelector("[data-field-search]").value = ""), setFilter("all"));
  return openField(next.dataset.field);
}

// Decisions
const SAID = { approve: "approved", reject: "rejected", ask_again: "asked", comment: "commented", undo: "undone", edit: "saved" };
const GO_ON = new Set(["approve", "reject"]);

async function decide(action, body = {}, { on = null, dialog = null } = {}) {
  const id = field();
  const version = on ?? Number(finding().dataset.version);
  const following = GO_ON.has(action) ? visible()[visible().findIndex((row) => row.dataset.field === id) + 1]?.dataset.field : null;
  try {
    await call("POST", `${api}/findings/${encodeURIComponent(id)}/${action}`, { on: version, ...body });
  } catch (problem) {
    if (problem instanceof Problem && problem.code === "stale_finding") {
      dialog?.close();
      return settle(problem, action, body);
    }
    if (dialog) return showError(dialog, problem);
    if (action === "edit") return edit?.fail(problem);
    return toast(problem.whole ?? t("failed"), { failed: true });
  }
  dialog?.close();
  const undo = GO_ON.has(action) ? { label: words.undoLabel ?? "", run: () => openField(id).then(() => decide("undo")) } : null;
  toast(t(SAID[action]), { action: undo });
  await refreshList();
  await (following ? openField(following) : reloadFinding());
}

// Somebody decided on the version that we were looking at.
async function settle(problem, action, body) {
  const { by_name: name, by, action: theirs, at, standing } = problem.body;
  const got = await part(`${base}/fields/${encodeURIComponent(field())}`);
  const fresh = new DOMParser().parseFromString(got.html, "text/html");
  const dialog = document.getElementById("stale");
  const time = at ? new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit" }) : "";
  dialog.querySelector("[data-who]").textContent = `${name ?? by ?? words.machine ?? ""} ${words.action?.[theirs] ?? theirs} · ${time}`;
  const texts = [...fresh.querySelectorAll(".value")].map((one) => one.firstChild.textContent.trim());
  dialog.querySelector("[data-theirs]").textContent = texts.join("; ") || fresh.querySelector(".pill")?.textContent.trim() || "–";
  const said = body.values?.map((one) => one.value).join("; ") ?? body.statement?.values?.join("; ") ?? body.reason ?? body.hint ?? "";
  dialog.querySelector("[data-yours]").textContent = [words.act?.[action] ?? action, said].filter(Boolean).join(": ");
  dialog.returnValue = "";
  dialog.showModal();
  dialog.addEventListener("close", () => (dialog.returnValue === "mine" ? decide(action, body, { on: standing }) : reloadFinding().then(refreshList)), { once: true });
}

function startSelecting() {
  const viewer = viewers[active] ?? viewers[0];
  if (!viewer.selecting) viewer.toggleSelect();
}

async function cite(place) {
  try {
    const citation = await call("POST", `/api/v1/cases/${caseId}/evidence`, place);
    if (!edit) return;
    edit.open();
    edit.add(citation);
    toast(t("cited"));
  } catch (problem) {
    toast(problem.whole ?? t("failed"), { failed: true });
  }
}

function ask(id) {
  const dialog = open(id);
  dialog.querySelector("textarea").value = "";
  dialog.querySelector("[data-error]").hidden = true;
  dialog.querySelector("textarea").focus();
}

function copyLink() {
  const pressed = pane.querySelector('[data-source][aria-pressed="true"]')?.dataset.source;
  const address = `${location.origin}${base}?field=${encodeURIComponent(field())}${pressed ? `&cite=${pressed}` : ""}`;
  navigator.clipboard?.writeText(address).then(() => toast(t("copied")), () => toast(address));
}

const ACTS = {
  approve: () => decide("approve"),
  edit: () => edit?.open(),
  reject: () => ask("reject"),
  ask: () => ask("ask"),
  comment: () => ask("comment"),
  undo: () => decide("undo"),
  next: nextThatNeedsMe,
  previous: () => move(-1),
  following: () => move(1),
  compare,
  copy: copyLink,
  select: startSelecting,
  finish: () => open("finish"),
  "close-edit": () => edit?.close(),
  "all-sources": () => {
    for (const one of pane.querySelectorAll("[data-folded]")) one.hidden = false;
    pane.querySelector('[data-act="all-sources"]').remove();
  },
};

function act(name) {
  const button = pane.querySelector(`[data-act="${name}"]`);
  if (["approve", "edit", "reject", "ask", "comment", "undo"].includes(name) && (!button || button.disabled)) return;
  ACTS[name]();
}

root.addEventListener("click", (event) => {
  const row = event.target.closest(".field-row");
  if (row && !event.ctrlKey && !event.metaKey && !event.shiftKey && event.button === 0) return event.preventDefault(), openField(row.dataset.field);
  const button = event.target.closest("[data-act], [data-cite-number], [data-source], [data-filter], [data-take]");
  if (!button) return;
  if (button.dataset.act) ACTS[button.dataset.act]?.();
  else if (button.dataset.filter) setFilter(button.dataset.filter);
  else if (button.dataset.take) edit?.take(Number(button.dataset.take));
  else if (button.closest(".picked")) return;
  else if (viewers.length > 1 && button.closest(".rival")) showSource(button.dataset.citeNumber, viewers[[...pane.querySelectorAll(".rival")].indexOf(button.closest(".rival"))] ?? viewers[0]);
  else (single(), showSource(button.dataset.citeNumber ?? button.dataset.source));
});

root.addEventListener("input", (event) => {
  if (!event.target.matches("[data-field-search]")) return;
  wanted = event.target.value.trim().toLocaleLowerCase();
  applyFilter();
});

root.querySelector("[data-field-search]").addEventListener("keydown", (event) => {
  if (event.key === "Enter" && visible()[0]) (event.preventDefault(), event.target.blur(), openField(visible()[0].dataset.field));
  if (event.key === "Escape") ((event.target.value = ""), (wanted = ""), applyFilter(), event.target.blur());
});

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (form.dataset.decide) {
    event.preventDefault();
    decide(form.dataset.decide, Object.fromEntries(new FormData(form)), { dialog: form.closest("dialog") });
  } else if ("finish" in form.dataset) {
    event.preventDefault();
    call("POST", `${api}/finish`).then(() => (form.closest("dialog").close(), refreshList()), (problem) => showError(form, problem));
  }
});

const KEYS = { j: "following", k: "previous", ArrowDown: "following", ArrowUp: "previous", n: "next", a: "approve", e: "edit", r: "reject", g: "ask", m: "comment", u: "undo", c: "compare" };

document.addEventListener("keydown", (event) => {
  const key = shortcut(event);
  if (!key) return;
  const inPage = event.target.closest?.("[data-viewer], .divider");
  if (inPage && key.startsWith("Arrow")) return;
  let ours = true;
  if (/^[1-9]$/.test(key)) (single(), showSource(key));
  else if (key === "/") root.querySelector("[data-field-search]").focus();
  else if (key === "?") open("shortcuts");
  else if (key === "f") {
    const names = [...root.querySelectorAll("[data-filter]")].map((one) => one.dataset.filter);
    setFilter(names[(names.indexOf(filter) + 1) % names.length]);
  } else if (viewers[active]?.key(key)) ours = true;
  else if (key === "Escape" && edit?.isOpen) edit.close();
  else if (KEYS[key]) act(KEYS[key]);
  else ours = false;
  if (ours) event.preventDefault();
});

window.addEventListener("popstate", () => {
  const id = new URL(location.href).searchParams.get("field");
  if (id && id !== field()) openField(id, { push: false });
});

// What others and the machine do meanwhile
const refresh = throttled(refreshList, 700);
listen(caseId, Number(root.dataset.event), ["run", "finding", "review"], (kind, body) => {
  if (body.run && body.run !== runId) return;
  refresh();
  if (kind === "run" && body.to && !edit?.isOpen) reloadFinding();
  if (kind === "finding" && body.standing !== false) announce(t("fieldAnswered", { field: document.querySelector(`#row-${CSS.escape(body.field ?? "")} .field-title`)?.textContent ?? "" }));
  if (kind === "reload" || (body.field && body.field === field() && !edit?.isOpen && Number(body.version ?? 0) !== Number(finding()?.dataset.version))) reloadFinding();
  if (!field() && kind === "finding") location.reload();
});

function keepInView(row) {
  if (!row) return;
  const [here, there] = [list().getBoundingClientRect(), row.getBoundingClientRect()];
  if (there.top < here.top + 32) list().scrollBy(0, there.top - here.top - 40);
  else if (there.bottom > here.bottom) list().scrollBy(0, there.bottom - here.bottom + 40);
}

applyFilter();
keepInView(root.querySelector('.field-row[aria-current="true"]'));
arrived({ number: Number(root.dataset.cite) > 1 ? root.dataset.cite : null });
root.dataset.ready = "yes"; // keys and buttons are listened to from here on
