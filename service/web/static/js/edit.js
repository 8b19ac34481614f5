// Editing a value: its text, and the quotes it follows from, or a statement of one's own.
import { showError } from "./dialogs.js";
import { t } from "./words.js";

export class EditForm {
  constructor(article, { onSave, onSelect }) {
    this.article = article;
    this.form = article.querySelector("[data-edit]");
    this.finding = JSON.parse(article.querySelector("[data-finding-json]").content.textContent || "null");
    this.onSave = onSave;
    this.onSelect = onSelect;
    this.isOpen = false;
    this.cited = [];
    this.form.addEventListener("submit", (event) => (event.preventDefault(), event.stopPropagation(), this.save()));
    this.form.addEventListener("change", (event) => event.target.name === "rests" && this.mirrorRests());
    this.form.addEventListener("keydown", (event) => event.key === "Escape" && (event.stopPropagation(), this.close()));
    this.form.addEventListener("click", (event) => {
      if (event.target.closest("[data-more]")) this.addValue("").focus();
      if (event.target.closest("[data-less]")) event.target.closest(".edit-value").remove();
    });
  }

  get isList() {
    return this.article.dataset.list === "yes";
  }

  get rests() {
    return this.form.elements.rests.value;
  }

  open() {
    if (this.isOpen) return;
    this.isOpen = true;
    this.form.hidden = false;
    const values = this.finding?.values ?? [];
    const first = this.isList ? values : values.slice(0, this.finding?.status === "conflict" ? 0 : 1);
    this.fill(first.map((one) => one.value.text), (this.finding?.citations ?? []).map((citation, index) => [citation, first.some((one) => one.citations.includes(index))]));
    this.form.scrollIntoView({ block: "nearest" });
    this.form.querySelector("[data-value]").focus();
    this.form.querySelector("[data-value]").select();
  }

  // One of two rival values, with its own quotes.
  take(index) {
    this.open();
    const chosen = this.finding.values[index];
    this.fill([chosen.value.text], this.finding.citations.map((citation, number) => [citation, chosen.citations.includes(number)]));
    this.form.querySelector("button.is-primary").focus();
  }

  fill(texts, cited) {
    this.form.querySelector("[data-edit-values]").replaceChildren();
    for (const text of texts.length ? texts : [""]) this.addValue(text);
    this.cited = [];
    this.form.querySelector("[data-picked]").replaceChildren();
    for (const [citation, chosen] of cited.slice(0, 12)) this.add(citation, chosen);
    if (this.isTable) (this.form.elements.rests.value = "statement");
    this.mirrorRests();
  }

  get isTable() {
    return this.article.dataset.type === "table";
  }

  addValue(text) {
    const box = document.createElement("div");
    box.className = "edit-value";
    const long = this.isTable || this.article.dataset.type === "long_text" || text.length > 90;
    const input = document.createElement(long ? "textarea" : "input");
    input.dataset.value = "";
    input.value = text;
    input.required = true;
    input.setAttribute("aria-label", this.article.querySelector(".finding-title").textContent);
    box.append(input);
    if (this.isList) box.append(button("−", "data-less", t("removeValue")), button("+", "data-more", t("addValue")));
    this.form.querySelector("[data-edit-values]").append(box);
    return input;
  }

  add(citation, chosen = true) {
    this.cited.push(citation);
    const item = document.createElement("li");
    const label = document.createElement("label");
    const tick = document.createElement("input");
    tick.type = "checkbox";
    tick.checked = chosen;
    tick.dataset.cited = this.cited.length - 1;
    const text = document.createElement("span");
    const quote = document.createElement("q");
    quote.textContent = citation.quote;
    const where = document.createElement("span");
    where.className = "quiet";
    where.textContent = ` ${citation.file}${citation.paged ? `, ${citation.page}` : ""}`;
    text.append(quote, where);
    label.append(tick, text);
    item.append(label);
    this.form.querySelector("[data-picked]").append(item);
    const value = this.form.querySelector("[data-value]");
    if (chosen && value && !value.value) value.value = citation.quote;
  }

  mirrorRests() {
    const own = this.rests === "statement";
    this.form.querySelector("[data-edit-quotes]").hidden = own;
    this.form.querySelector("[data-edit-basis]").hidden = !own;
  }

  close() {
    this.isOpen = false;
    this.form.hidden = true;
  }

  fail(problem) {
    showError(this.form, problem);
  }

  save() {
    this.form.querySelector("[data-error]").hidden = true;
    const texts = [...this.form.querySelectorAll("[data-value]")].map((input) => input.value.trim()).filter(Boolean);
    const note = this.form.querySelector("#edit-note").value.trim() || null;
    if (this.rests === "statement") return this.onSave({ note, statement: { values: texts, basis: this.form.querySelector("#basis").value.trim() || null } });
    const citations = [...this.form.querySelectorAll("[data-cited]")].filter((tick) => tick.checked).map((tick) => this.cited[Number(tick.dataset.cited)]);
    return this.onSave({ note, values: texts, citations });
  }
}

function button(text, mark, label) {
  const made = document.createElement("button");
  made.type = "button";
  made.className = "icon-button";
  made.textContent = text;
  made.setAttribute(mark, "");
  made.setAttribute("aria-label", label);
  return made;
}
