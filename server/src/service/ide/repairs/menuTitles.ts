/** How many characters of a menu entry can be read at a glance. */
export const mostOfTitle = 60;

/**
 * The titles of one menu, each in at most 60 characters, no two of which look alike. A longer title first loses its further
 * sentences and the node that others name as well, then the parts of long names that do not distinguish them from other
 * names in the menu, then its end, unless it differs from others only there. Equal titles are numbered.
 */
export function menuTitles(titles: readonly string[]): readonly string[] {
  const fitting = titles.some((title) => title.length > mostOfTitle) ? withShortNames(titles) : titles;
  const cut = fitting.map((title) => fromStart(title, mostOfTitle));
  const differences = differencesFrom(fitting);
  const seen = new Set<string>();
  return fitting.map((title, i) => {
    const isAlone = cut.every((other, j) => i === j || other !== cut[i]);
    const shown = isAlone ? cut[i]! : around(title, differences(title), mostOfTitle, 2);
    let distinct = shown;
    for (let nth = 2; seen.has(distinct); nth++) distinct = `${fromStart(shown, mostOfTitle - 6)} (${nth})`;
    seen.add(distinct);
    return distinct;
  });
}

/** The possible lengths of names. The longest at which a title fits is taken. */
const lengthsOfNames = [44, 36, 30, 26, 22];
const leastOfNames = 18;

/** Beyond this, comparing each name with all others would take noticeable time. */
const mostCompared = 200;

function withShortNames(titles: readonly string[]): readonly string[] {
  const names = new Set(titles.flatMap(wordsOf).filter((word) => word.length > leastOfNames));
  const differences = differencesFrom([...names].slice(0, mostCompared));
  const withNames = (title: string, most: number) =>
    title.replace(word, (name) => (name.length > most ? around(name, differences(name), most, 0) : name));
  return titles.map((title) => {
    if (title.length <= mostOfTitle) return title;
    const short = mainClause(title, titles);
    if (short.length <= mostOfTitle) return short;
    const fitting = lengthsOfNames.find((most) => withNames(short, most).length <= mostOfTitle);
    return withNames(short, fitting ?? leastOfNames);
  });
}

/** The first sentence of a change, without its node where others name it too. */
function mainClause(title: string, titles: readonly string[]): string {
  const [first = title] = title.split(/,? and (?=(?:add|remove|change) )/);
  const isOnly = titles.every((other) => other === title || !other.startsWith(first));
  const clause = isOnly ? first : title;
  const [, start, node] = /^((?:Add|Change the type) .*) (?:of|for) (\S+)$/.exec(clause) ?? [];
  const isKnown =
    node !== undefined && titles.some((other) => other !== title && wordsOf(other).includes(node));
  const short = isKnown ? start! : clause;
  return clause === title ? short : `${short} and more`;
}

const word = /[^\s,;]+/g;

function wordsOf(title: string): readonly string[] {
  return title.match(word) ?? [];
}

/** As many whole parts from the start as there is room for. */
function fromStart(text: string, most: number): string {
  if (text.length <= most) return text;
  let shown = '';
  for (const part of partsOf(text)) {
    if (shown.length + part.length >= most) break;
    shown += part;
  }
  return `${(shown || text.slice(0, most - 1)).replace(/[\s(,…]+$/u, '')}…`;
}

/** Room for more is rare. */
const mostAround = 8;

/**
 * What is left of a long text: some parts of its start, those at the places, and as much around these as there is room for.
 */
function around(text: string, places: readonly number[], most: number, start: number): string {
  if (text.length <= most) return text;
  const parts = partsOf(text);
  const kept = new Set<number>();
  const keep = (at: number) => {
    if (at < 0 || at >= parts.length || kept.has(at)) return;
    kept.add(at);
    if (printed(parts, kept).length > most) kept.delete(at);
  };
  for (let at = 0; at < start; at++) keep(at);
  for (const at of places) keep(at);
  for (let step = 0; step < parts.length && step < mostAround; step++) {
    for (const at of places) keep(at + step);
    for (const at of places) keep(at - step);
    keep(parts.length - 1 - step);
    keep(step);
  }
  return kept.size > 0 ? printed(parts, kept) : fromStart(text, most);
}

/** Finds the parts with which a text begins to differ from others, starting with those that are most similar. */
function differencesFrom(others: readonly string[]): (text: string) => readonly number[] {
  const known = new Map<string, readonly number[]>();
  const partsOfOthers = others.map(partsOf);
  return (text) => {
    const before = known.get(text);
    if (before) return before;
    const parts = partsOf(text);
    const starts = new Set<number>();
    for (const other of partsOfOthers) {
      let at = 0;
      while (at < parts.length && parts[at] === other[at]) at++;
      if (at > 0 && at < parts.length) starts.add(at);
    }
    const places = [...starts].sort((a, b) => b - a);
    known.set(text, places);
    return places;
  };
}

/** Words with what is before them: "ex", ":Room", "_1", " of". */
function partsOf(text: string): readonly string[] {
  return text.match(/[^\p{L}\p{N}]*[\p{L}\p{N}]+|[^\p{L}\p{N}]+/gu) ?? [];
}

function printed(parts: readonly string[], kept: ReadonlySet<number>): string {
  let shown = '';
  for (const [at, part] of parts.entries()) {
    if (kept.has(at)) shown += part;
    else if (!shown.endsWith('…')) shown += '…';
  }
  return shown;
}
