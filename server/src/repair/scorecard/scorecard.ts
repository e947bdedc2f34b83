import { type TermId, terms } from '../../rdf/terms.ts';
import { changeSize } from '../drafts/change.ts';
import { distinct, type Evidence, evidenceKinds } from '../drafts/evidence.ts';
import { type Claim, type Fix, supportRank } from '../drafts/fix.ts';
import { type Weights, weights } from './weights.ts';

/** How likely a fix is what was meant, in log-odds against "none of those that were found". */
export function scoreOf(claims: readonly Claim[], by: Weights = weights): number {
  const parts = partsOf(claims);
  const scores = parts.map((part) => scoreOfClaim(part, by));
  return Math.min(...scores) + by.furtherPart * Math.max(0, parts.length - 1);
}

/** The claims that have to be right each for itself. All that is to be filled in is one. */
function partsOf(claims: readonly Claim[]): readonly Claim[] {
  const open = claims.filter(({ support }) => support === 'placeholder');
  if (open.length < 2) return claims;
  const evidence = distinct(open.flatMap((claim) => claim.evidence));
  return [...claims.filter((claim) => !open.includes(claim)), { support: 'placeholder', evidence }];
}

const mostForPlaceholder = 1;

function scoreOfClaim({ support, evidence }: Claim, by: Weights): number {
  let reasons = 0;
  for (const reason of evidence) reasons += by.evidence[reason.kind] * measureOf(reason);
  // The user decides what stands in place of a placeholder, so nothing speaks against it.
  if (support === 'placeholder') reasons = Math.min(mostForPlaceholder, Math.max(0, reasons));
  return by.support[support] + reasons;
}

/** What is multiplied with the weight of a reason. */
export function measureOf({ kind, for: count, of }: Evidence): number {
  if (count === undefined || of === undefined) return 1;
  switch (evidenceKinds[kind].measure) {
    case 'presence':
      return 1;
    case 'share':
      // Half a node on either side, so that one of one is no certainty.
      return Math.log((count + 0.5) / (Math.max(0, of - count) + 0.5));
    case 'likeness':
      return of === 0 ? 0 : count / of;
  }
}

/** What a fix claims, with what the change itself speaks against it. */
export function claimsOf(fix: Fix): readonly Claim[] {
  const { claims, support } = fix;
  const weakest = Math.max(-1, ...claims.map((claim) => supportRank(claim.support)));
  const all = weakest < supportRank(support) ? [...claims, { support, evidence: [] }] : claims;
  const against = evidenceAgainst(fix);
  if (against.length === 0) return all;
  return all.map((claim) => ({ ...claim, evidence: [...claim.evidence, ...against] }));
}

/** What can be seen from the change alone, whoever proposes it. */
function evidenceAgainst({ change, minted, evidence, placeholders }: Fix): readonly Evidence[] {
  // The user decides what stands in place of a placeholder.
  if (placeholders.length > 0) return [];
  const said = new Set(evidence.map(({ kind }) => kind));
  const found: Evidence[] = [];
  if (minted.length > 0 && !said.has('minted')) found.push({ kind: 'minted', words: '' });
  if (changeSize(change) > 1 && !said.has('lostText')) {
    const lost = lostCharacters(change.removed.map(objectOf), change.added.map(objectOf));
    if (lost !== undefined) found.push({ kind: 'lostText', words: '', ...lost });
  }
  return found;
}

function objectOf({ object }: { readonly object: TermId }): TermId {
  return object;
}

/** How many letters and digits of the one removed value are not in the one that replaces it. */
function lostCharacters(
  removed: readonly TermId[],
  added: readonly TermId[],
): { readonly for: number; readonly of: number } | undefined {
  const [from, to] = [removed[0], added[0]];
  if (removed.length !== 1 || added.length !== 1 || from === undefined || to === undefined) return undefined;
  // The name of a node is no text that anybody wrote for its own sake.
  if (!terms.isLiteral(from) || terms.isBlank(to) || terms.kind(to) === 'triple') return undefined;
  const before = charactersOf(terms.value(from));
  const after = new Map<string, number>();
  for (const character of charactersOf(terms.value(to)))
    after.set(character, (after.get(character) ?? 0) + 1);
  let lost = 0;
  for (const character of before) {
    const left = after.get(character) ?? 0;
    if (left === 0) lost++;
    else after.set(character, left - 1);
  }
  return lost === 0 ? undefined : { for: lost, of: before.length };
}

/** Longer texts are compared by their start. */
const maxCompared = 200;

function charactersOf(text: string): readonly string[] {
  return (
    text
      .slice(0, maxCompared)
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu) ?? []
  );
}
