import { localName } from '../../../rdf/iri.ts';
import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocab.ts';
import { languageCode } from '../../evidence/codeLists.ts';
import type { Evidence } from '../../evidence/evidence.ts';
import { momentsMeant } from '../../values/readings/moments.ts';
import type { Witness } from '../../values/wantedValue.ts';
import { likelyRewrite, literalWithText, type RewritePlace, rewriteAs } from './rewrites.ts';

/** What a text was read as. */
export interface ReadText {
  /** The ways to write what it says that are accepted. */
  readonly witnesses: readonly Witness[];
  /** Whether it says something of its own: then its characters are not to be cut or exchanged until they fit. */
  readonly isUnderstood: boolean;
}

/** Reads a text that is refused as a date, or as the name of a language where a language is stated. */
export function readText(literal: TermId, at: RewritePlace, accepts: (text: string) => boolean): ReadText {
  const text = terms.value(literal);
  const witnesses: Witness[] = [];
  let isUnderstood = false;
  for (const { text: date, support, evidence } of momentsMeant(text, xsd.date)) {
    if (!isWellFormed(terms.literal(date, xsd.date))) continue;
    // A number may be a year, but says so only among others.
    if (support === 'placeholder' && !/\d\D+\d\D+\d/.test(text)) continue;
    isUnderstood = true;
    const form = formsOfDate(date).find(accepts);
    if (form !== undefined && form !== text)
      witnesses.push(
        rewriteAs({ value: literalWithText(literal, form), support, evidence: sameDay(evidence) }),
      );
    const part = form === undefined ? partsOfDate(date).find(accepts) : undefined;
    if (part !== undefined) {
      const lost = { kind: 'lostText', words: 'the day is given up' } as const;
      witnesses.push(likelyRewrite(literalWithText(literal, part), 'plausible', lost));
    }
  }
  const code = isOfLanguages(at) ? languageCode(text) : undefined;
  if (code !== undefined) {
    isUnderstood = true;
    if (accepts(code)) {
      const evidence = [{ kind: 'sameText', words: `the code of ${text.trim()}` }] as const;
      witnesses.push(rewriteAs({ value: literalWithText(literal, code), support: 'attested', evidence }));
    }
  }
  return { witnesses, isUnderstood };
}

function sameDay(evidence: readonly Evidence[]): readonly Evidence[] {
  return evidence.map((each) => (each.kind === 'sameText' ? { ...each, words: 'the same day' } : each));
}

/** The ways to write a date, the standard ones first. */
function formsOfDate(date: string): readonly string[] {
  const [, year, month, day] = /^(-?\d{4,})-(\d\d)-(\d\d)/.exec(date)!;
  return [date, `${year}${month}${day}`, `${day}.${month}.${year}`, `${day}/${month}/${year}`];
}

function partsOfDate(date: string): readonly string[] {
  const [, month, year] = /^((-?\d{4,})-\d\d)/.exec(date)!;
  return [month!, year!];
}

/** Whether the property is about languages, by its name. */
function isOfLanguages({ wanted: { path } }: RewritePlace): boolean {
  return (
    path.kind === 'predicate' && /lang(?:uage)?s?$|^lang|locale/i.test(localName(terms.value(path.predicate)))
  );
}
