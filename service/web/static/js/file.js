// A file by itself, as a search hit or a link opens it.
import { shortcut } from "./keys.js";
import { Viewer } from "./viewer.js";

const root = document.querySelector("[data-file-view]");
const viewer = new Viewer(root.querySelector("[data-viewer]"), {
  onPage: (number, mark) => {
    const address = new URL(location.href);
    address.searchParams.set("page", number);
    mark ? address.searchParams.set("mark", mark) : address.searchParams.delete("mark");
    history.replaceState(null, "", address);
  },
});
viewer.show({ case: root.dataset.case, sha256: root.dataset.sha256, page: Number(root.dataset.number), mark: root.dataset.mark });
document.addEventListener("keydown", (event) => {
  const key = shortcut(event);
  if (key && viewer.key(key)) event.preventDefault();
});
