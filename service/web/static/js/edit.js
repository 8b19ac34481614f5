// Editing a value: its text, and the quotes it follows from, or a statement of one's own.
import { showError } from "./dialogs.js";
import { EditTable } from "./edit_table.js";
import { t } from "./words.js";

const placeOf = ({ sha256, page, span }) => ({ sha256, page, start: span.start, end: span.end });

export class EditForm {
  constructor(article, { onSave }) {
    this.article = article;
    this.form = article.querySelector("[data-edit]");
    this.finding = JSON.parse(article.querySelector("[data-finding-json]").content.textContent || "null");
    this.statement = JSON.parse(article.querySelector("[data-statement-json]").content.textContent || "null");
    this.onSave = onSave;
    this.isOpen = false;
    this.cited = [];
    this.table = null;
    this.form.addEventListener("submit", (event) => (event.preventDefault(), event.stopPropagation(), this.save()));
    this.form.addEventListener("change", (event) => event.target.name === "rests" && this.mirrorRests());
    this.form.addEventListener("keydown", (event) => event.key === "Escape" && (event.stopPropagation(), this.close()));
    this.form.addEventListener("click", (event) => {
      if (event.target.closest("[data-more]")) this.addValue("").focus();
      if (event.target.closest("[data-less]") && this.form.querySelectorAll(".edit-value").length > 1) event.target.closest(".edit-value").remove();
    });
  }

  get isList() {
    return this.article.dataset.list === "yes";
  }

  get isTable() {
    return this.article.dataset.type === "table";
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
    const partial = (this.finding?.partial ?? []).map((held) => [held.citation, false]);
    const cited = (this.finding?.citations ?? []).map((citation, index) => [citation, first.some((one) => one.citations.includes(index))]);
    this.fill(first.map((one) => one.value.text), [...cited, ...partial]);
    const input = this.form.querySelector("input:not([type]), textarea");
    input.focus();
    input.select?.();
  }

  // One of two rival values, with its own quotes.
  take(index) {
    this.open();
    const chosen = this.finding.values[index];
    this.fill([chosen.value.text], this.finding.citations.map((citation, number) => [citation, chosen.citations.includes(number)]));
    this.form.querySelector("button.is-primary").focus();
  }

  fill(texts, cited) {
    const holder = this.form.querySelector("[data-edit-values]");
    holder.replaceChildren();
    this.cited = [];
    this.form.querySelector("[data-picked]").replaceChildren();
    if (this.isTable) {
      const columns = this.article.dataset.columns.split("\n").filter(Boolean).map((line) => line.split("\t")).map(([id, title]) => ({ id, title }));
      this.table = new EditTable(holder, columns, this.finding, this.statement?.rows ?? []);
      if (this.statement) {
        this.form.elements.rests.value = "statement";
        this.form.querySelector("#basis").value = this.statement.basis ?? "";
      }
    } else {
      for (const text of texts.length ? texts : [""]) this.addValue(text);
      for (const [citation, chosen] of cited.slice(0, 12)) this.add(citation, chosen);
    }
    this.mirrorRests();
  }

  addValue(text) {
    const box = document.createElement("div");
    box.className = "edit-value";
    const long = this.article.dataset.type === "long_text" || text.length > 60;
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
    if (this.table) return this.table.cite(citation);
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
    this.form.querySelector("[data-edit-quotes]").hidden = own && !this.table;
    this.form.querySelector("[data-edit-own]")?.toggleAttribute("hidden", !own);
    this.table?.markStated(own);
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
    const note = this.form.querySelector("#edit-note").value.trim() || null;
    const own = this.rests === "statement";
    const basis = own ? this.form.querySelector("#basis").value.trim() || null : null;
    if (this.table) {
      try {
        return this.onSave({ note, basis, rows: this.table.rows(placeOf, own) });
      } catch (error) {
        return this.fail(error.message);
      }
    }
    const texts = [...this.form.querySelectorAll("[data-value]")].map((input) => input.value.trim()).filter(Boolean);
    if (own) return this.onSave({ note, statement: { values: texts, basis } });
    const citations = [...this.form.querySelectorAll("[data-cited]")].filter((tick) => tick.checked).map((tick) => placeOf(this.cited[Number(tick.dataset.cited)]));
    return this.onSave({ note, values: texts.map((value) => ({ value, citations })) });
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
