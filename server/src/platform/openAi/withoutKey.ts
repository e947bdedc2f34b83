/** Placeholders such as “ollama”, which stand for no key, are words of answers as well. */
const minSecretLength = 12;

/** What an endpoint sent without the key, which it might repeat. JSON stays JSON, perhaps spelled another way. */
export function withoutKey(body: string, key: string | undefined): string {
  if (key === undefined || key.length < minSecretLength) return body;
  const spellings = new Set([key, JSON.stringify(key).slice(1, -1), encodeURIComponent(key)]);
  return [...spellings].reduce((text, spelling) => text.replaceAll(spelling, '<API key>'), plain(body));
}

/** The same JSON without escapes that need not be; what is no JSON as it is. */
function plain(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body));
  } catch {
    // Text then, or a page.
    return body;
  }
}
