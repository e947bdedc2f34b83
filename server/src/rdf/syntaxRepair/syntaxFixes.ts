import type { OffsetEdit } from '../../base/textEdit.ts';
import type { TurtleSyntaxError } from '../turtle/syntaxError.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { type ErrorRegion, errorRegionOf, isBrace, shiftRange } from './errorRegion.ts';
import { type NamespaceSources, prefixCandidates } from './prefixCandidates.ts';
import { quoteCandidates, strayLineCandidates, subjectCandidates } from './quoteCandidates.ts';
import { separatorCandidates } from './separatorCandidates.ts';
import {
  type FixOutcome,
  isUndeclaredPrefixError,
  type SyntaxFixCandidate,
  SyntaxFixJudge,
} from './syntaxFixJudge.ts';
import { tokenCandidates } from './tokenCandidates.ts';

/*
 * Most syntax errors are a single typo: something small is missing, superfluous or misspelt, at the error or shortly
 * before it. So small edits there are tried, the most natural first, and each is checked by the parser before it is
 * offered. The result has to be correct: this error is gone, there is no new one, and every other statement is where it
 * was with the triples that it had. Errors that no single edit fixes are left to people and models.
 */

/** A change of the text that removes an error. */
export interface SyntaxFix {
  readonly title: string;
  /** In offsets of the document. */
  readonly edit: OffsetEdit;
  /** How many errors it removes. */
  readonly fixes: number;
  /** True when hardly anything else can be meant. */
  readonly isCertain: boolean;
}

export interface SyntaxFixOptions extends NamespaceSources {
  readonly max: number;
}

/** Verified fixes of one of a document's errors, the most natural first. Empty when no single edit fixes it. */
export function syntaxFixes(
  document: TurtleDocument,
  error: TurtleSyntaxError,
  { max, ...sources }: SyntaxFixOptions,
): readonly SyntaxFix[] {
  const region = errorRegionOf(document, error);
  if (region === undefined) return [];
  const judge = new SyntaxFixJudge(region);
  const accepted = accept(candidatesFor(region, sources), judge);
  const [best, second] = accepted;
  if (best === undefined) return [];
  const isAlone =
    second === undefined ||
    second.outcome.errors > best.outcome.errors ||
    second.cost > best.cost + clearMargin;
  const isCertain = isAlone && best.cost < guessed;
  return accepted
    .slice(0, max)
    .filter(({ outcome }) => outcome.errors === best.outcome.errors)
    .map(({ candidate, outcome }, i) => ({
      fix: {
        title: candidate.title,
        edit: inDocument(candidate, region),
        fixes: judge.errors - outcome.errors,
        isCertain: i === 0 && isCertain,
      },
      declares: candidate.declared !== undefined || outcome.declares,
    }))
    .filter(
      ({ fix, declares }) => isProven(region, judge, fix, declares) || staysInErrorRegion(document, fix),
    )
    .map(({ fix }) => fix);
}

interface Accepted {
  readonly candidate: SyntaxFixCandidate;
  readonly outcome: FixOutcome;
  readonly cost: number;
}

/** Judges the candidates in order of their costs, until the next ones are clearly less natural than what was found. */
function accept(candidates: readonly SyntaxFixCandidate[], judge: SyntaxFixJudge): readonly Accepted[] {
  const byTriples = new Map<string, Accepted>();
  let enough = Number.POSITIVE_INFINITY;
  for (const candidate of candidates.slice(0, mostJudged)) {
    if (candidate.cost > enough) break;
    const { edit, declared } = candidate;
    const outcome = declared ? judge.judge(nowhere, declared) : judge.judge(edit);
    if (outcome === undefined) continue;
    const cost = candidate.cost + Math.min(1.5, 0.25 * outcome.lost);
    const key = `${outcome.errors} ${outcome.triples}`;
    const known = byTriples.get(key);
    if (known === undefined || known.cost > cost) byTriples.set(key, { candidate, outcome, cost });
    if (outcome.errors === 0) enough = Math.min(enough, cost + clearMargin);
  }
  return [...byTriples.values()].sort((a, b) => a.outcome.errors - b.outcome.errors || a.cost - b.cost);
}

function candidatesFor(region: ErrorRegion, sources: NamespaceSources): readonly SyntaxFixCandidate[] {
  const all = [
    ...tokenCandidates(region),
    ...prefixCandidates(region, sources),
    ...subjectCandidates(region),
    ...strayLineCandidates(region),
    // A name that is unreadable only because of its prefix has no other fault.
    ...(isUndeclaredPrefixError(region.error)
      ? []
      : [...quoteCandidates(region), ...separatorCandidates(region)]),
  ].sort((a, b) => a.cost - b.cost);
  const seen = new Set<string>();
  return all.filter(({ edit: { range, newText }, declared }) => {
    const key = `${range.start} ${range.end} ${newText} ${declared?.prefix}`;
    return !seen.has(key) && seen.add(key);
  });
}

function inDocument({ edit, declared }: SyntaxFixCandidate, { offset }: ErrorRegion): OffsetEdit {
  return declared ? edit : { range: shiftRange(edit.range, offset), newText: edit.newText };
}

/**
 * True when parsing the region proves as much as parsing the document would. That holds when nothing else is broken:
 * correct statements depend only on their own text and a few characters after it. Declaring a prefix for names that
 * were unreadable cannot affect other names.
 */
function isProven(
  region: ErrorRegion,
  judge: SyntaxFixJudge,
  { edit }: SyntaxFix,
  declares: boolean,
): boolean {
  const { document, start, offset } = region;
  if (document.format?.name === 'TriG') return false;
  if (declares) return document.text.length > large;
  return document.errors.length === judge.errors && edit.range.start > offset + start;
}

/**
 * Reparses the whole document with a fix, and checks that no error outside the region, and no brace of TriG, appears or
 * disappears.
 */
function staysInErrorRegion(document: TurtleDocument, { edit, fixes }: SyntaxFix): boolean {
  const after = document.edited(edit);
  return after.errors.length <= document.errors.length - fixes && braces(after) === braces(document);
}

function braces(document: TurtleDocument): number {
  if (document.format?.name !== 'TriG') return 0;
  return document.statements.filter((_, ordinal) => isBrace(document, ordinal)).length;
}

const nowhere: OffsetEdit = { range: { start: 0, end: 0 }, newText: '' };

/** Smaller differences in cost do not show what was meant. */
const clearMargin = 0.6;

/** From this cost on, a fix is a guess. */
const guessed = 2.6;

const mostJudged = 240;

/** In UTF-16 units: parsing longer texts as a whole takes long. */
const large = 200_000;
