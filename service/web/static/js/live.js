// Events of a case as they happen. The browser reconnects by itself and names the last event it heard.
import { t, toast } from "./words.js";

export function listen(caseId, kinds, onEvent) {
  const source = new EventSource(`/api/v1/cases/${caseId}/events`);
  let lost = false;
  source.onopen = () => {
    if (lost) (toast(t("online")), onEvent("reload", {}));
    lost = false;
  };
  source.onerror = () => {
    if (!lost && source.readyState !== EventSource.OPEN) lost = true;
    if (source.readyState === EventSource.CLOSED) setTimeout(() => listen(caseId, kinds, onEvent), 5000);
  };
  for (const kind of [...kinds, "reload"]) {
    source.addEventListener(kind, (event) => {
      let body = {};
      try {
        body = JSON.parse(event.data || "{}");
      } catch {
        return;
      }
      onEvent(kind, body);
    });
  }
  window.addEventListener("pagehide", () => source.close());
  return source;
}

// At once, then at most every `pause` milliseconds, and always once more after the last call.
export function throttled(run, pause) {
  let timer = null;
  let again = false;
  const fire = async () => {
    again = false;
    timer = setTimeout(() => ((timer = null), again && fire()), pause);
    await run();
  };
  return () => (timer ? (again = true) : fire());
}
