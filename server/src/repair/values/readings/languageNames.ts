/** The code of a language (ISO 639-1) by its name in English, or in the language itself; undefined for other texts. */
export function languageCode(name: string): string | undefined {
  codes ??= codesByName();
  return codes.get(name.trim().toLowerCase());
}

let codes: ReadonlyMap<string, string> | undefined;

function codesByName(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  const english = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  const letters = [...'abcdefghijklmnopqrstuvwxyz'];
  for (const code of letters.flatMap((first) => letters.map((second) => first + second))) {
    const name = english.of(code);
    if (name === undefined) continue;
    for (const each of [name, ownName(code)]) {
      const key = each?.toLowerCase();
      if (key !== undefined && !found.has(key)) found.set(key, code);
    }
  }
  return found;
}

function ownName(code: string): string | undefined {
  return new Intl.DisplayNames([code], { type: 'language', fallback: 'none' }).of(code);
}
