// The rows of a table field as they are edited. Every filled cell keeps the quotes it rests on; a quote that is selected goes to the
// cell that the cursor was in. Where the analyst states what they typed, those cells rest on nothing and are marked.
import { t } from "./words.js";

export class EditTable {
  constructor(holder, columns, finding, stated) {
    this.holder = holder;
    this.columns = columns;
    this.cells = new Map(); // input to its quotes, and the text that they say
    this.own = false;
    this.last = null;
    const box = document.createElement("div");
    box.className = "value-table";
    this.table = document.createElement("table");
    this.table.className = "table is-dense";
    const head = this.table.createTHead().insertRow();
    for (const { title } of columns) head.append(Object.assign(document.createElement("th"), { textContent: title, scope: "col" }));
    head.append(document.createElement("td"));
    this.body = this.table.createTBody();
    box.append(this.table);
    this.holder.replaceChildren(box, this.button("+", t("addRow"), () => this.addRow({}).querySelector("input").focus(), "button is-small"));
    const held = finding?.rows ?? [];
    for (let at = 0; at < Math.max(held.length, stated.length, 1); at++) this.addRow(held[at]?.cells ?? {}, finding?.citations ?? [], stated[at]?.cells ?? {});
  }

  addRow(cells, citations = [], stated = {}) {
    const row = this.body.insertRow();
    for (const { id, title } of this.columns) {
      const input = document.createElement("input");
      const said = cells[id]?.value.text ?? "";
      input.value = stated[id]?.text ?? said;
      input.dataset.column = id;
      input.setAttribute("aria-label", title);
      input.addEventListener("focus", () => (this.last = input));
      input.addEventListener("input", () => this.mark(input));
      this.cells.set(input, { quotes: (cells[id]?.citations ?? []).map((index) => citations[index]), said });
      row.insertCell().append(input);
    }
    row.insertCell().append(this.button("−", t("removeRow"), () => row.remove(), "icon-button"));
    return row;
  }

  button(text, label, run, look) {
    const made = Object.assign(document.createElement("button"), { type: "button", textContent: look.startsWith("icon") ? text : label, className: look });
    made.setAttribute("aria-label", label);
    made.addEventListener("click", run);
    return made;
  }

  cite(citation) {
    const input = this.last ?? this.body.querySelector("input");
    this.cells.set(input, { quotes: [citation], said: citation.quote });
    input.value = citation.quote;
    this.mark(input);
    input.focus();
  }

  // Whether what is typed without a quote is the analyst's own statement.
  markStated(own) {
    this.own = own;
    for (const input of this.body.querySelectorAll("input")) this.mark(input);
  }

  mark(input) {
    input.classList.toggle("is-stated", this.own && this.isTyped(input));
  }

  isTyped(input) {
    const { quotes, said } = this.cells.get(input);
    return input.value.trim() !== "" && (!quotes.length || input.value.trim() !== said.trim());
  }

  // Rows as the API takes them; throws the words for a cell that rests on nothing and is not stated.
  rows(place, own) {
    return [...this.body.rows].map((row) => ({
      cells: Object.fromEntries([...row.querySelectorAll("input")].map((input) => {
        const value = input.value.trim();
        const { quotes } = this.cells.get(input);
        if (value && own && this.isTyped(input)) return [input.dataset.column, { stated: value }];
        if (value && !quotes.length) throw new Error(t("cellNeedsQuote", { value }));
        return [input.dataset.column, value ? { value, citations: quotes.map(place) } : null];
      })),
    })).filter((row) => Object.values(row.cells).some(Boolean));
  }
}
