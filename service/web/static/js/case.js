// One case: dropping files, and pages as they are read.
import { Problem, proof } from "./api.js";
import { listen, throttled } from "./live.js";
import { t, toast, announce } from "./words.js";

const root = document.querySelector("[data-case]");
const tell = (name) => document.body.dispatchEvent(new CustomEvent(name));
const files = throttled(() => tell("lastro:files"), 700);
const runs = throttled(() => tell("lastro:runs"), 1200);
listen(root.dataset.case, Number(root.dataset.event), ["file", "pages", "run", "finding", "review", "removal"], (kind) => {
  if (["file", "pages", "removal", "reload"].includes(kind)) files();
  if (["run", "finding", "review", "reload"].includes(kind)) runs();
});
document.querySelector("[data-case-search]")?.addEventListener("submit", (event) => event.preventDefault());

const form = document.querySelector("[data-upload]");
if (form) {
  const input = form.querySelector("input[type=file]");
  const take = () => (send([...input.files]), (input.value = ""));
  input.addEventListener("change", take);
  take(); // what was chosen while this script was on its way
  const stop = (event) => event.preventDefault();
  let inside = 0;
  root.addEventListener("dragenter", (event) => (stop(event), inside++, form.classList.add("is-over")));
  root.addEventListener("dragleave", () => --inside || form.classList.remove("is-over"));
  root.addEventListener("dragover", stop);
  root.addEventListener("drop", (event) => {
    stop(event);
    inside = 0;
    form.classList.remove("is-over");
    send([...event.dataTransfer.files]);
  });
}

function line(name) {
  const box = document.createElement("div");
  box.className = "upload";
  const text = document.createElement("span");
  text.textContent = name;
  const bar = document.createElement("progress");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", `${t("uploading")}: ${name}`);
  const said = document.createElement("span");
  said.className = "quiet";
  said.textContent = t("uploading");
  box.append(text, bar, said);
  form.querySelector("[data-uploads]").append(box);
  return { box, bar, said };
}

function send(list) {
  if (!list.length) return;
  const { box, bar, said } = line(list.length === 1 ? list[0].name : `${list[0].name} +${list.length - 1}`);
  const body = new FormData();
  for (const file of list) body.append("files", file, file.name);
  const request = new XMLHttpRequest();
  request.open("POST", form.dataset.upload);
  request.setRequestHeader("X-CSRF-Token", proof());
  request.responseType = "json";
  request.upload.onprogress = (event) => event.lengthComputable && (bar.value = event.loaded / event.total);
  request.onerror = () => fail(box, said, t("offline"));
  request.onload = () => {
    if (request.status >= 400) return fail(box, said, new Problem(request.status, request.response ?? {}).whole);
    for (const refused of request.response.refused ?? []) toast(`${refused.name}: ${refused.reason}`, { failed: true });
    bar.value = 1;
    said.textContent = t("uploaded");
    announce(t("uploaded"));
    files();
    setTimeout(() => box.remove(), 2500);
  };
  request.send(body);
}

function fail(box, said, text) {
  box.querySelector("progress").hidden = true;
  said.textContent = `${t("uploadFailed")}. ${text}`;
  toast(said.textContent, { failed: true });
}
