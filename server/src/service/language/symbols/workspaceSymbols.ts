import { type TermId, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { Place } from '../../../shacl/results/locate.ts';
import { describedSubjects } from './documentSymbols.ts';
import { type SymbolKind, symbolKind } from './symbolKind.ts';

/** A described term of a workspace. */
export interface WorkspaceSymbolInfo extends Place {
  /** As the document writes it, with its label if it has one. */
  readonly name: string;
  readonly kind: SymbolKind;
}

/**
 * The described IRIs whose name or label matches a query, the best matches first, at most two hundred: those that start
 * with it, then those with a word that does, then those that contain it, then those that have its characters in order.
 * Each word of the query has to match.
 */
export function workspaceSymbols(
  documents: Iterable<TurtleDocument>,
  query: string,
  locale: string,
): readonly WorkspaceSymbolInfo[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found: { readonly symbol: WorkspaceSymbolInfo; readonly rank: number }[] = [];
  for (const document of documents) {
    for (const { searched, ...symbol } of indexOf(document, locale)) {
      const rank = words.length === 0 ? 0 : rankOf(words, searched);
      if (rank !== undefined) found.push({ symbol: { document, ...symbol }, rank });
      if (words.length === 0 && found.length === mostSymbols) break;
    }
  }
  found.sort((a, b) => a.rank - b.rank || a.symbol.name.length - b.symbol.name.length);
  return found.slice(0, mostSymbols).map(({ symbol }) => symbol);
}

const mostSymbols = 200;

interface Entry extends Omit<WorkspaceSymbolInfo, 'document'> {
  /** The local name and the label in lower case. */
  readonly searched: readonly string[];
}

interface Index {
  readonly locale: string;
  readonly entries: readonly Entry[];
}

const indexes = new WeakMap<TurtleDocument, Index>();

function indexOf(document: TurtleDocument, locale: string): readonly Entry[] {
  let index = indexes.get(document);
  if (index?.locale !== locale) {
    index = { locale, entries: entriesOf(document, locale) };
    indexes.set(document, index);
  }
  return index.entries;
}

function entriesOf(document: TurtleDocument, locale: string): readonly Entry[] {
  const { rope } = document;
  const entries: Entry[] = [];
  const seen = new Set<TermId>();
  for (const { own, start, said } of describedSubjects(document)) {
    const { id, subject } = own;
    if (!terms.isIri(id) || seen.has(id)) continue;
    seen.add(id);
    const selection = { start: start + subject.start, end: start + subject.end };
    const written = rope.slice(selection.start, selection.end);
    const label = said.labels.best(locale)?.replace(/\s+/g, ' ').slice(0, longestLabel);
    const local = written.slice(written.indexOf(':') + 1);
    entries.push({
      name: label === undefined ? written : `${written} ${label}`,
      kind: symbolKind(said.types),
      range: selection,
      searched: [local, written, ...(label === undefined ? [] : [label])].map((each) => each.toLowerCase()),
    });
  }
  return entries;
}

const longestLabel = 100;

/** How badly the words match, by the one that matches worst; undefined when one does not match. */
function rankOf(words: readonly string[], texts: readonly string[]): number | undefined {
  let worst = 0;
  for (const word of words) {
    let best: number | undefined;
    for (const text of texts) {
      const rank = matchRank(word, text);
      if (rank !== undefined && (best === undefined || rank < best)) best = rank;
    }
    if (best === undefined) return undefined;
    worst = Math.max(worst, best);
  }
  return worst;
}

function matchRank(word: string, text: string): number | undefined {
  const at = text.indexOf(word);
  if (at === 0) return text.length === word.length ? 0 : 1;
  if (at > 0) return /[^\p{L}\p{N}]/u.test(text[at - 1]!) ? 2 : 3;
  let next = 0;
  for (let i = 0; i < text.length && next < word.length; i++) if (text[i] === word[next]) next++;
  return next === word.length ? 4 : undefined;
}
