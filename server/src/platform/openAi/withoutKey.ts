/** Shorter values are placeholders such as “ollama”. They are not secret, and answers may contain them as words. */
const minSecretLength = 12;

/**
 * The text of an endpoint without the key, which the endpoint might repeat. JSON stays JSON, perhaps with other
 * escapes.
 */
export function withoutKey(body: string, key: string | undefined): string {
  if (key === undefined || key.length < minSecretLength) return body;
  const spellings = new Set([key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]);
  return [...spellings].reduce((text, spelling) => text.replaceAll(spelling, '<API key>'), plain(body));
}

/** The same JSON without unnecessary escapes; any other text unchanged. */
function plain(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    // Plain text or an HTML page.
    return body;
  }
}
