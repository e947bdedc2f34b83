import { type TermId, terms } from '../../../rdf/terms.ts';
import type { Check } from '../../../shacl/model/component.ts';
import type { Constraint } from '../../../shacl/model/shape.ts';
import { changeSize } from '../../drafts/change.ts';
import { type Draft, iterateAnnounced, withFix } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { combineFixes, emptyFix, type Fix, strongestFirst } from '../../drafts/fix.ts';
import { acceptor } from '../../drafts/requirements.ts';
import type { WantedValue, Witness } from '../../drafts/wantedValue.ts';
import { rewritesOf } from '../rewrite/index.ts';

const maxSteps = 3;
const maxExpansions = 24;
const maxFound = 12;

/**
 * What a rejected value was meant to be, strongest first: values that satisfy all requirements at the place. If the
 * first correction satisfies only one constraint, it is corrected further: " 250 " becomes 250, and that becomes the
 * bound of 100.
 */
export function intendedValues(
  value: TermId,
  refusedBy: Constraint,
  wanted: WantedValue,
  draft: Draft,
): readonly Witness[] {
  const accepts = acceptor(draft, wanted.requirements);
  const constraints = [...new Set([refusedBy, ...wanted.requirements.unfolded])].filter(
    (constraint) => rewritesOf(constraint) !== undefined,
  );
  const checks = constraints.flatMap((constraint) => {
    const check = draft.evaluator.check(constraint);
    return check?.kind === 'value' ? [{ constraint, check }] : [];
  });
  const found: Witness[] = [];
  const seen = new Set([value]);
  const open: Reading[] = [{ witness: { value, fix: emptyFix }, refusedBy, steps: 0 }];
  for (let i = 0; i < open.length && i < maxExpansions && found.length < maxFound; i++) {
    const { witness: from, refusedBy: by, steps } = open[i]!;
    const rewrites = rewritesOf(by)?.meant(by, from.value, { wanted, draft }) ?? [];
    for (const next of iterateAnnounced(by, draft, rewrites)) {
      if (seen.has(next.value)) continue;
      seen.add(next.value);
      const witness = readOn(from, next);
      if (isAccepted(witness, wanted, draft, accepts, checks)) found.push(witness);
      else if (steps + 1 < maxSteps && changeSize(next.fix.change) === 0) {
        const refusing = checks.find(({ check }) => !check.accepts(next.value));
        if (refusing) open.push({ witness, refusedBy: refusing.constraint, steps: steps + 1 });
      }
    }
  }
  const byFix = new Map(found.map((witness) => [witness.fix, witness]));
  return strongestFirst(byFix.keys()).map((fix) => byFix.get(fix)!);
}

interface Reading {
  readonly witness: Witness;
  readonly refusedBy: Constraint;
  readonly steps: number;
}

/** The second correction on top of the first. Only the last value ends up in the text, so only it is a placeholder. */
function readOn(first: Witness, { value, fix }: Witness): Witness {
  const isSame = terms.value(first.value) === terms.value(value);
  const before = isSame ? first.fix : sayingNothing(first.fix, fix.placeholders.length > 0);
  const joined = combineFixes(before, fix);
  const isForUser = joined.placeholders.length > 0;
  return { value, fix: { ...joined, placeholders: isForUser ? [value] : [] } };
}

/**
 * The fix without words that call a text unchanged although it is changed later, or that explain the reading of a text that
 * is replaced as a whole.
 */
function sayingNothing(fix: Fix, isReplaced: boolean): Fix {
  const silent = (all: readonly EvidenceItem[]) =>
    all.map((each) => (isReplaced || each.kind === 'sameText' ? { ...each, words: '' } : each));
  return {
    ...fix,
    evidence: silent(fix.evidence),
    claims: fix.claims.map((claim) => ({ ...claim, evidence: silent(claim.evidence) })),
  };
}

function isAccepted(
  { value, fix }: Witness,
  wanted: WantedValue,
  draft: Draft,
  accepts: (value: TermId) => boolean,
  checks: readonly { readonly check: Extract<Check, { readonly kind: 'value' }> }[],
): boolean {
  if (changeSize(fix.change) > 0) return acceptor(withFix(draft, fix), wanted.requirements)(value);
  return accepts(value) && checks.every(({ check }) => check.accepts(value));
}
