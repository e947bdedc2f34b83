import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { TermDictionary, type TermId } from './terms.ts';
import { namespaces } from './vocab.ts';

/** A term as data. */
type Term =
  | { readonly kind: 'iri' | 'blank'; readonly value: string }
  | { readonly kind: 'literal'; readonly value: string; readonly datatype: Term }
  | {
      readonly kind: 'literal';
      readonly value: string;
      readonly language: string;
      readonly direction: '' | 'ltr' | 'rtl';
    }
  | { readonly kind: 'triple'; readonly parts: readonly [Term, Term, Term] };

const xsdString: Term = { kind: 'iri', value: 'http://www.w3.org/2001/XMLSchema#string' };
const runs = Number(process.env.TERMS_RUNS ?? 100);

const anyValue = fc.constantFrom(
  '',
  'a',
  'b',
  'http://example.org/a long enough name',
  'é',
  '\u2126 and more than that',
);
const anyIri = anyValue.map((value) => ({ kind: 'iri', value }) as const);
const { anyTerm } = fc.letrec<{ anyTerm: Term }>((tie) => ({
  anyTerm: fc.oneof(
    { depthSize: 'small' },
    anyIri,
    anyValue.map((value): Term => ({ kind: 'blank', value })),
    fc
      .tuple(anyValue, fc.oneof(anyIri, fc.constant(xsdString)))
      .map(([value, datatype]): Term => ({ kind: 'literal', value, datatype })),
    fc
      .tuple(anyValue, fc.constantFrom('en', 'en-GB', 'de'), fc.constantFrom('' as const, 'ltr' as const))
      .map(([value, language, direction]): Term => ({ kind: 'literal', value, language, direction })),
    fc.tuple(tie('anyTerm'), anyIri, tie('anyTerm')).map((parts): Term => ({ kind: 'triple', parts })),
  ),
}));

/** Some terms come up; then all but those chosen by their numbers are swept. */
const round = fc.record({
  met: fc.array(anyTerm),
  constants: fc.array(anyIri, { maxLength: 1 }),
  toKeep: fc.array(fc.nat()),
});

describe('the dictionary', () => {
  test('gives equal terms equal ids, and each id its term', () =>
    fc.assert(
      fc.property(fc.array(anyTerm), (given) => {
        const terms = new TermDictionary();
        const ids = given.map((term) => idOf(terms, term));
        expect(ids.map((id) => termOf(terms, id))).toEqual(given);
        expect(new Set(ids).size).toBe(new Set(given.map((term) => JSON.stringify(term))).size);
      }),
      { numRuns: runs },
    ));

  test('a sweep forgets what is neither kept nor constant nor part of such a term, and nothing else', () =>
    fc.assert(
      fc.property(fc.array(round), (rounds) => {
        const terms = new TermDictionary();
        const constants = new Map<string, TermId>();
        const everMet = new Set<string>();
        let known = new Map<string, TermId>();
        for (const { met, constants: fresh, toKeep } of rounds) {
          for (const term of met) known.set(JSON.stringify(term), idOf(terms, term));
          for (const term of known.keys()) everMet.add(term);
          for (const term of fresh) constants.set(JSON.stringify(term), terms.constant(term.value));
          const used = new Map([...constants, ...chosen(known, toKeep)]);
          const [size, generation] = [terms.size, terms.generation];

          const forgotten = terms.sweep((keep) => {
            for (const id of used.values()) keep(id);
          });

          const needed = new Set([...used.keys()].flatMap((term) => partsOf(JSON.parse(term) as Term)));
          const always = [xsdString, ...tagTypes(everMet)].map((term) => JSON.stringify(term));
          expect(terms.size).toBe(new Set([...needed, ...always]).size);
          expect(forgotten).toBe(size - terms.size);
          expect(terms.generation !== generation).toBe(forgotten > 0);
          for (const [term, id] of known) {
            if (needed.has(term)) expect(termOf(terms, id)).toEqual(JSON.parse(term));
            else expect(() => terms.kind(id)).toThrow(RangeError);
          }
          known = used;
        }
      }),
      { numRuns: runs },
    ));

  test('uses ids again', () => {
    const terms = new TermDictionary();
    const id = terms.iri('urn:half-typ');
    terms.sweep(() => {});
    expect(terms.literal('something else')).toBe(id);
    expect(terms.size).toBe(2);
  });
});

/** Picks entries by any numbers. */
function chosen(known: ReadonlyMap<string, TermId>, numbers: readonly number[]): readonly [string, TermId][] {
  const all = [...known];
  return numbers.flatMap((number) => (all.length === 0 ? [] : [all[number % all.length]!]));
}

/** A term and all that it consists of, as JSON. */
function partsOf(term: Term): readonly string[] {
  const parts = 'parts' in term ? term.parts : 'datatype' in term ? [term.datatype] : [];
  return [JSON.stringify(term), ...parts.flatMap(partsOf)];
}

/** The datatypes that the tagged strings among the terms have. */
function tagTypes(met: ReadonlySet<string>): readonly Term[] {
  const tagged = [...met].flatMap((term) => partsOf(JSON.parse(term) as Term)).join();
  const names = [
    /"direction":""/.test(tagged) && 'langString',
    /"direction":"ltr"/.test(tagged) && 'dirLangString',
  ];
  return names.flatMap((name) => (name ? [{ kind: 'iri', value: namespaces.rdf + name }] : []));
}

function idOf(terms: TermDictionary, term: Term): TermId {
  switch (term.kind) {
    case 'iri':
      return terms.iri(term.value);
    case 'blank':
      return terms.blankNode(term.value);
    case 'literal':
      return 'datatype' in term
        ? terms.literal(term.value, idOf(terms, term.datatype))
        : terms.languageString(term.value, term.language, term.direction);
    case 'triple': {
      const [subject, predicate, object] = term.parts.map((part) => idOf(terms, part)) as [
        TermId,
        TermId,
        TermId,
      ];
      return terms.tripleTerm({ subject, predicate, object });
    }
  }
}

function termOf(terms: TermDictionary, id: TermId): Term {
  const value = terms.value(id);
  switch (terms.kind(id)) {
    case 'iri':
      return { kind: 'iri', value };
    case 'blank':
      return { kind: 'blank', value };
    case 'literal': {
      const [language, direction] = [terms.language(id), terms.direction(id)];
      return language
        ? { kind: 'literal', value, language, direction }
        : { kind: 'literal', value, datatype: termOf(terms, terms.datatype(id)!) };
    }
    case 'triple': {
      const { subject, predicate, object } = terms.triple(id)!;
      return {
        kind: 'triple',
        parts: [termOf(terms, subject), termOf(terms, predicate), termOf(terms, object)],
      };
    }
  }
}
