import { localName } from '../../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { type Fix, isAttested, withSupport } from '../../drafts/fix.ts';
import { typoDistance } from '../../evidence/nameSimilarity.ts';
import { saySame } from '../../evidence/sameMeaning.ts';

/**
 * The fix, weakened if it makes the value one of another kind instead of completing it: if it gives up or exchanges what is said of the value, so that
 * a branch applies that was not meant for it. A corrected spelling is no such exchange.
 */
export function weakIfExempting(fix: Fix, value: TermId): Fix {
  const givesUp = fix.change.removed.some(
    (triple) => triple.object !== value && !fix.change.added.some((added) => isCorrection(triple, added)),
  );
  return givesUp && (isAttested(fix.support) || fix.support === 'plausible' || fix.support === 'placeholder')
    ? withSupport({ ...fix, evidence: [...fix.evidence, exempting] }, 'removal')
    : fix;
}

const exempting = { kind: 'changedMeaning', words: 'what was said of it before is given up' } as const;

function isCorrection(before: Triple, after: Triple): boolean {
  if (before.subject !== after.subject && before.object !== after.object) return false;
  if (before.predicate !== after.predicate)
    return before.object === after.object && isNear(before.predicate, after.predicate);
  return saySame(before.object, after.object) || isNear(before.object, after.object);
}

function isNear(a: TermId, b: TermId): boolean {
  const name = (term: TermId) => (terms.isIri(term) ? localName(terms.value(term)) : terms.value(term));
  return !terms.isBlank(a) && !terms.isBlank(b) && Number.isFinite(typoDistance(name(a), name(b)));
}
