import { unifiedDiff } from '../../base/diff.ts';
import { terms } from '../../rdf/terms.ts';
import { changeBetween } from '../../rdf/turtle/changeBetween.ts';
import { validationResultJson } from '../report/validationJson.ts';
import type { RunResult } from '../report/validationRun.ts';
import type { ChangedText } from './proposedChange.ts';
import type { VerifiedChange } from './verifyChange.ts';

/** A result in short form: its terms are N-Triples, lines and characters count from 1. */
export interface ShortResult {
  readonly key: string;
  readonly message: string;
  readonly focusNode: string;
  readonly path: string | null;
  readonly value: string | null;
  readonly component: string;
  readonly severity: string;
  readonly file: string | null;
  readonly line: number | null;
  readonly character: number | null;
}

export function shortResult(result: RunResult, nameOf: (uri: string) => string): ShortResult {
  const { key, messages, focusNode, path, value, component, severity, location } =
    validationResultJson(result);
  return {
    key,
    message: shortened(messages[0] ?? ''),
    focusNode: shortened(focusNode),
    path: path && shortened(path),
    value: value && shortened(value),
    component: localName(component),
    severity: localName(severity),
    file: location ? nameOf(location.uri) : null,
    line: location ? location.start.line + 1 : null,
    character: location ? location.start.character + 1 : null,
  };
}

/** `http://www.w3.org/ns/shacl#MinCountConstraintComponent` as `MinCountConstraintComponent`. */
function localName(iri: string): string {
  return iri.replace(/^<.*[#/]([^#/]+)>$/, '$1');
}

/** A text from a file, cut to a few lines. */
export function shortened(text: string, most = maxText): string {
  return text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`;
}

const maxText = 400;

/** A part of a list, and the length of the list. */
export interface Page<Item> {
  readonly total: number;
  readonly items: readonly Item[];
  /** Where the next page starts; null after the last page. */
  readonly next: number | null;
}

/** At least one item where there are more; a page ends early when it becomes long. */
export function pageOf<Item, Shown>(
  all: readonly Item[],
  show: (item: Item) => Shown,
  { start = 0, limit, length = maxPage }: PageOptions,
): Page<Shown> {
  const items: Shown[] = [];
  let left = length;
  for (const item of all.slice(start, start + limit)) {
    const shown = show(item);
    left -= JSON.stringify(shown).length;
    if (left < 0 && items.length > 0) break;
    items.push(shown);
  }
  const end = start + items.length;
  return { total: all.length, items, next: end < all.length ? end : null };
}

interface PageOptions {
  /** Where the page starts; 0 if not given. */
  readonly start?: number | undefined;
  /** How many items it has at most. */
  readonly limit: number;
  /** How many characters of JSON it has at most, unless a single item is longer. */
  readonly length?: number | undefined;
}

/** About 4,000 tokens of a language model. */
const maxPage = 16_000;

/** The effect of a change, for programs. */
export interface ChangeAnswer {
  readonly verdict: VerifiedChange['verdict'];
  readonly reasons: readonly string[];
  /** Identifies what was verified, to apply exactly that; null for a change that may not be applied. */
  readonly key: string | null;
  readonly introduced: Page<ShortResult>;
  readonly fixed: Page<ShortResult>;
  readonly unchanged: number;
  /** Nodes that are still described, but no longer judged by any shape: their problems are not fixed. */
  readonly noLongerJudged: Page<string>;
  readonly files: readonly string[];
  /** What changes in the files, as a unified diff; null where it is too long to be included. */
  readonly diff: string | null;
}

export function changeAnswer(
  change: VerifiedChange,
  { nameOf, pathOf, ...page }: AnswerOptions,
): ChangeAnswer {
  const result = (each: RunResult) => shortResult(each, nameOf);
  const diff = [...change.texts].map(([uri, text]) => diffOf(pathOf(uri), text)).join('');
  return {
    verdict: change.verdict,
    reasons: change.reasons.slice(0, page.limit).map((reason) => shortened(reason)),
    key: mayBeApplied(change) ? change.key : null,
    introduced: pageOf(change.introduced, result, page),
    fixed: pageOf(change.fixed, result, page),
    unchanged: change.unchanged,
    noLongerJudged: pageOf(change.noLongerJudged, (node) => shortened(terms.value(node)), page),
    files: [...change.texts.keys()].map(nameOf),
    diff: diff.length <= maxDiff ? diff : null,
  };
}

/** Whether agents may have a change written: files are deleted by people. */
export function mayBeApplied({ verdict, texts }: VerifiedChange): boolean {
  return verdict === 'holds' && [...texts.values()].every(({ after }) => after !== undefined);
}

export interface AnswerOptions extends PageOptions {
  readonly nameOf: (uri: string) => string;
  /** A file as diffs name it. */
  readonly pathOf: (uri: string) => string;
}

const maxDiff = 8000;

/** The lines that edits touch; where none are known, those between the first and the last that differ. */
function diffOf(path: string, { before = '', after = '', edits }: ChangedText): string {
  if (edits) return unifiedDiff(path, before, edits);
  const { start, end, length } = changeBetween(before, after);
  return unifiedDiff(path, before, [{ range: { start, end }, newText: after.slice(start, start + length) }]);
}
