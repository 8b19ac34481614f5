// Events of a case as they happen. The browser reconnects by itself and names the last event it heard.
import { t, toast } from "./words.js";

// From event `after` on, so that nothing is missed between the page being written and this call.
export function listen(caseId, after, kinds, onEvent) {
  const source = new EventSource(`/api/v1/cases/${caseId}/events?after=${after}`);
  let lost = false;
  source.onopen = () => {
    if (lost) toast(t("online"));
    lost = false;
  };
  source.onerror = () => {
    if (!lost && source.readyState === EventSource.CONNECTING) lost = true;
    if (source.readyState === EventSource.CLOSED) toast(t("offline"), { failed: true });
  };
  source.addEventListener("end", () => (source.close(), toast(t("signedOut"), { failed: true })));
  for (const kind of [...kinds, "reload"]) {
    source.addEventListener(kind, (event) => onEvent(kind, JSON.parse(event.data || "{}")));
  }
  window.addEventListener("pagehide", () => source.close());
}

// After a moment, then at most every `pause` milliseconds, and always once more after the last call. The moment is another one in
// every browser: all who look at one case hear of an event at once, and are not to ask for the same all at once.
export function throttled(run, pause) {
  let timer = null;
  let again = false;
  const fire = async () => {
    again = false;
    timer = setTimeout(() => ((timer = null), again && fire()), pause);
    await run();
  };
  return () => (timer ? (again = true) : (timer = setTimeout(fire, Math.random() * pause)));
}
