import { type TermId, terms } from '../../../rdf/terms.ts';
import type { ConstraintKind, ConstraintOf } from '../../../shacl/model/shape.ts';
import { noChange } from '../../drafts/change.ts';
import type { Draft } from '../../drafts/draft.ts';
import type { Evidence } from '../../drafts/evidence.ts';
import { type Fix, fixOfChange } from '../../drafts/fix.ts';
import type { WantedValue, Witness } from '../../drafts/wantedValue.ts';
import type { Support } from '../../repair.ts';

/**
 * What a value rejected by one constraint was meant to be: other ways to write it, or what it stands for. The values
 * need not satisfy the other constraints of their place; `intendedValues` handles those.
 */
export interface Rewrites<Kind extends ConstraintKind = ConstraintKind> {
  meant(constraint: ConstraintOf<Kind>, value: TermId, at: RewritePlace): Iterable<Witness>;
}

/** Where the value is or will be. */
export interface RewritePlace {
  readonly wanted: WantedValue;
  readonly draft: Draft;
}

/** A value that was evidently meant, or one of few that may have been. */
export function likelyRewrite(
  value: TermId,
  support: Support,
  evidence: Evidence | readonly Evidence[],
): Witness {
  return { value, fix: fixOfChange(noChange, support, evidence) };
}

/** A value as likely as its support says; a placeholder is for the user to confirm. */
export function rewriteAs({
  value,
  support,
  evidence,
}: {
  readonly value: TermId;
  readonly support: Support;
  readonly evidence: readonly Evidence[];
}): Witness {
  return support === 'placeholder'
    ? placeholderRewrite(value, evidence)
    : likelyRewrite(value, support, evidence);
}

/** An example value that the user overwrites. */
export function placeholderRewrite(value: TermId, evidence?: Evidence | readonly Evidence[]): Witness {
  const fix: Fix = { ...fixOfChange(noChange, 'placeholder', evidence), placeholders: [value] };
  return { value, fix };
}

/** A literal with another text and the datatype or language of the given one. */
export function literalWithText(literal: TermId, text: string): TermId {
  const language = terms.language(literal);
  return language === ''
    ? terms.literal(text, terms.datatype(literal)!)
    : terms.languageString(text, language, terms.direction(literal));
}
