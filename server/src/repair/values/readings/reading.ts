import type { EvidenceItem } from '../../drafts/evidence.ts';
import type { KnownUnit } from '../units/unitAt.ts';

/** A lexical form that a text may mean. */
export interface Reading {
  readonly text: string;
  /** Attested when there is only one way to read the text; a placeholder when only the user can know. */
  readonly support: 'attested' | 'plausible' | 'placeholder';
  readonly evidence: readonly EvidenceItem[];
}

/** What the place of a literal indicates about it. */
export interface ConversionPlace {
  /** The unit of the numbers there, as far as it is known. */
  readonly unit: () => KnownUnit | undefined;
  /** The name of the property. */
  readonly name?: string | undefined;
}

/** The only way to read a text. */
export function certainly(text: string): Reading {
  return { text, support: 'attested', evidence: [{ kind: 'sameText', words: 'as XML Schema writes it' }] };
}

/** A likely meaning that is not quite what was written. */
export function likely(text: string, kind: EvidenceItem['kind'], words: string): Reading {
  return { text, support: 'plausible', evidence: [{ kind, words }] };
}

/** One of several meanings, or a part of the meaning, for the user to confirm. */
export function perhaps(text: string, kind: EvidenceItem['kind'], words: string): Reading {
  return { text, support: 'placeholder', evidence: [{ kind, words }] };
}
