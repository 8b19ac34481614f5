// Which shortcut a key press means: by the letter, and on a keyboard set to another script by where the key lies.
const PLACES = { Slash: ["/", "?"], BracketLeft: ["[", "["], BracketRight: ["]", "]"], Minus: ["-", "-"], Equal: ["+", "+"] };

export function shortcut(event) {
  if (event.defaultPrevented || event.isComposing || event.metaKey) return null;
  if ((event.ctrlKey || event.altKey) && !event.getModifierState("AltGraph")) return null;
  const inside = event.target.closest?.("input, textarea, select, [contenteditable], dialog[open]");
  if (inside || document.querySelector("dialog[open]")) return null;
  if (event.key.length > 1) return event.key;
  if (event.code === "Slash" && (event.key === "." || event.key === ",")) return event.shiftKey ? "?" : "/";
  if (/^[\x21-\x7e]$/.test(event.key)) return event.key === "=" ? "+" : event.key.toLowerCase();
  if (event.code.startsWith("Key")) return event.code.slice(3).toLowerCase();
  return PLACES[event.code]?.[event.shiftKey ? 1 : 0] ?? null;
}
