// One case: dropping files, and pages as they are read.
import { Problem, proof } from "./api.js";
import { listen, throttled } from "./live.js";
import { t, announce } from "./words.js";

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
    const refused = request.response.refused ?? [];
    const taken = list.length - refused.length;
    for (const file of refused) {
      const left = line(file.name);
      fail(left.box, left.said, file.reason);
    }
    bar.value = 1;
    said.textContent = refused.length ? t("uploadedOf", { taken, all: list.length }) : t("uploaded");
    announce(said.textContent);
    files();
    setTimeout(() => box.remove(), 2500);
  };
  request.send(body);
}

// Stays until it is dismissed: who looked away must still learn which file is not there.
function fail(box, said, text) {
  box.querySelector("progress").remove();
  box.classList.add("is-failed");
  box.setAttribute("role", "alert");
  const close = document.createElement("button");
  close.type = "button";
  close.className = "button is-small";
  close.textContent = t("dismiss");
  close.setAttribute("aria-label", `${t("dismiss")}: ${box.firstChild.textContent}`);
  close.addEventListener("click", () => box.remove());
  box.append(close);
  said.textContent = `${t("uploadFailed")}. ${text}`;
}
