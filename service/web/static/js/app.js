// What every page needs; the larger parts are loaded where their page is.
import { call, Problem, proof } from "./api.js";
import "./dialogs.js";
import { showError } from "./dialogs.js";
import { t, toast } from "./words.js";

document.body.addEventListener("htmx:configRequest", (event) => (event.detail.headers["X-CSRF-Token"] = proof()));
document.body.addEventListener("htmx:responseError", (event) => {
  if (event.detail.xhr.status === 401) return;
  const target = event.detail.target;
  if (target && event.detail.xhr.responseText.startsWith("<")) target.innerHTML = event.detail.xhr.responseText;
  else toast(t("failed"), { failed: true });
});
document.body.addEventListener("htmx:sendError", () => toast(t("offline"), { failed: true }));

const signIn = document.querySelector("[data-sign-in]");
signIn?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const button = signIn.querySelector("button");
  button.disabled = true;
  try {
    const answer = await call("POST", "/api/v1/session", { login: signIn.login.value, password: signIn.password.value });
    location.assign(answer.must_change ? "/password" : signIn.dataset.target);
  } catch (problem) {
    showError(signIn, problem instanceof Problem && problem.status === 401 ? problem.detail || problem.message : problem);
    signIn.password.select();
    button.disabled = false;
  }
});

const change = document.querySelector("[data-new-password]");
change?.addEventListener("submit", async (event) => {
  event.preventDefault();
  if (change.new.value !== change.again.value) return showError(change, t("notTheSame"));
  try {
    await call("PUT", "/api/v1/session/password", { old: change.old.value, new: change.new.value });
    location.assign("/cases");
  } catch (problem) {
    showError(change, problem);
  }
});

document.querySelector("[data-filter-table]")?.addEventListener("input", (event) => {
  const wanted = event.target.value.trim().toLocaleLowerCase();
  for (const row of document.querySelectorAll("[data-row]")) row.hidden = !row.textContent.toLocaleLowerCase().includes(wanted);
});

document.addEventListener("lastro:answer", (event) => {
  const box = event.target.querySelector("[data-secret]");
  if (!box) return;
  box.hidden = false;
  box.querySelector(".secret").textContent = event.detail.secret;
});

document.addEventListener("keydown", (event) => {
  if (event.key !== "/" || event.target.closest("input, textarea, select, dialog[open]")) return;
  const search = document.querySelector("#q");
  if (search) (event.preventDefault(), search.focus());
});

if (document.querySelector("[data-case-search], [data-upload]")) import("./case.js");
if (document.querySelector("[data-review]")) import("./review.js");
if (document.querySelector("[data-file-view]")) import("./file.js");
