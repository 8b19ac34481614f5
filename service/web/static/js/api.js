// Calls of the JSON API. A refusal is thrown as a Problem in words: what happened, what is kept, what to do.
import { t, words } from "./words.js";

let csrf = document.querySelector('meta[name="lastro:csrf"]')?.content ?? "";

export class Problem extends Error {
  constructor(status, body) {
    const [title, kept, todo] = words.advice?.[body.code] ?? [body.title ?? t("failed"), body.kept ?? "", body.do ?? ""];
    super(title);
    Object.assign(this, { status, body, code: body.code ?? "", kept, todo, detail: body.detail ?? "" });
  }

  get whole() {
    return [`${this.message}.`, this.detail && `${this.detail}.`.replace(/[.!?]\.$/, "."), this.todo].filter(Boolean).join(" ");
  }
}

export const proof = () => csrf;

export async function call(method, path, body) {
  const headers = { Accept: "application/json", "X-CSRF-Token": csrf };
  if (body !== undefined) headers["Content-Type"] = "application/json";
  let answer;
  try {
    answer = await fetch(path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body), credentials: "same-origin" });
  } catch {
    throw new Problem(0, { code: "offline", title: t("offline") });
  }
  const text = await answer.text();
  const json = text && answer.headers.get("content-type")?.includes("json") ? JSON.parse(text) : null;
  if (!answer.ok) throw new Problem(answer.status, json ?? {});
  if (json?.csrf) csrf = json.csrf;
  return json;
}

export async function part(path, signal) {
  const answer = await fetch(path, { headers: { "HX-Request": "true" }, credentials: "same-origin", signal });
  if (answer.status === 401) {
    location.assign(`/login?next=${encodeURIComponent(location.pathname + location.search)}`);
    throw new Problem(401, { code: "not_signed_in" });
  }
  return { ok: answer.ok, html: await answer.text() };
}
