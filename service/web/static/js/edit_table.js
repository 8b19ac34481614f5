// The rows of a table field as they are edited. Every filled cell keeps the quotes it rests on; a quote that is selected goes to the
// cell that the cursor was in.
import { t } from "./words.js";

export class EditTable {
  constructor(holder, columns, finding) {
    this.holder = holder;
    this.columns = columns;
    this.cells = new Map(); // input to its quotes
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
    for (const row of finding?.rows?.length ? finding.rows : [{ cells: {} }]) this.addRow(row.cells, finding?.citations ?? []);
  }

  addRow(cells, citations = []) {
    const row = this.body.insertRow();
    for (const { id, title } of this.columns) {
      const input = document.createElement("input");
      input.value = cells[id]?.value.text ?? "";
      input.dataset.column = id;
      input.setAttribute("aria-label", title);
      input.addEventListener("focus", () => (this.last = input));
      this.cells.set(input, (cells[id]?.citations ?? []).map((index) => citations[index]));
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
    this.cells.set(input, [citation]);
    input.value = citation.quote;
    input.focus();
  }

  // Rows as the API takes them; throws the words for a cell that rests on nothing.
  rows(place) {
    return [...this.body.rows].map((row) => ({
      cells: Object.fromEntries([...row.querySelectorAll("input")].map((input) => {
        const value = input.value.trim();
        const quotes = this.cells.get(input);
        if (value && !quotes.length) throw new Error(t("cellNeedsQuote", { value }));
        return [input.dataset.column, value ? { value, citations: quotes.map(place) } : null];
      })),
    })).filter((row) => Object.values(row.cells).some(Boolean));
  }

  text() {
    return [...this.body.rows].map((row) => [...row.querySelectorAll("input")].map((input) => input.value.trim()).filter(Boolean).join(", ")).filter(Boolean);
  }
}
