import { describe, expect, test } from 'vitest';
import { IndexedGraph } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import type { Triple } from '../../rdf/terms.ts';
import { graphOf, print } from '../../testing/shaclCheck.ts';
import type { InferenceRegime } from '../shapesGraph/regimes.ts';
import { SchemaEntailment } from './schemaEntailment.ts';

const nothing = new IndexedGraph([]);

function line({ subject, predicate, object }: Triple): string {
  return [subject, predicate, object].map(print).join(' ').replace('rdf:type', 'a');
}

/** What is inferred from a text, one line for each triple. */
function inferred(regime: InferenceRegime, text: string, schema = ''): readonly string[] {
  const entailment = SchemaEntailment.of(graphOf(text), graphOf(schema), regime);
  const lines = [...entailment.inferred.triples()].map(line);
  return lines.toSorted(inOrder);
}

/** The rules, each with what it concludes and what it must not. */
const rules: readonly (readonly [rule: string, text: string, expected: readonly string[]])[] = [
  ['rdfs2: a domain', 'ex:p rdfs:domain ex:C . ex:a ex:p "x" .', ['ex:a a ex:C']],
  ['rdfs3: a range', 'ex:p rdfs:range ex:C . ex:a ex:p ex:b .', ['ex:b a ex:C']],
  ['rdfs3: literals have no class', 'ex:p rdfs:range ex:C . ex:a ex:p "x", 1, "y"@en .', []],
  ['rdfs3: a blank node has one', 'ex:p rdfs:range ex:C . ex:a ex:p [] .', ['[] a ex:C']],
  [
    'rdfs5: superproperties of superproperties',
    'ex:p rdfs:subPropertyOf ex:q . ex:q rdfs:subPropertyOf ex:r .',
    ['ex:p rdfs:subPropertyOf ex:r'],
  ],
  [
    'rdfs7: a superproperty',
    'ex:p rdfs:subPropertyOf ex:q . ex:a ex:p "x" ; ex:p ex:b .',
    ['ex:a ex:q "x"', 'ex:a ex:q ex:b'],
  ],
  ['rdfs7: not one without a name', 'ex:p rdfs:subPropertyOf [ ], "q" . ex:a ex:p ex:b .', []],
  [
    'rdfs9: a superclass',
    'ex:C rdfs:subClassOf ex:D, [ ] . ex:a a ex:C . ex:b a ex:D .',
    ['ex:a a []', 'ex:a a ex:D'],
  ],
  [
    'rdfs11: superclasses of superclasses',
    'ex:C rdfs:subClassOf ex:D . ex:D rdfs:subClassOf ex:E .',
    ['ex:C rdfs:subClassOf ex:E'],
  ],
];

/** The rules that `rdfs` leaves alone. */
const inverseRules: typeof rules = [
  [
    'owl:inverseOf: in both directions',
    'ex:p owl:inverseOf ex:q . ex:a ex:p ex:b . ex:c ex:q ex:d .',
    ['ex:b ex:q ex:a', 'ex:d ex:p ex:c'],
  ],
  ['owl:inverseOf: literals are no subjects', 'ex:p owl:inverseOf ex:q . ex:a ex:p "x" ; ex:q 1 .', []],
  ['owl:inverseOf: not of one without a name', '[] owl:inverseOf ex:p . ex:a ex:p ex:b .', []],
  ['owl:inverseOf: of itself', 'ex:p owl:inverseOf ex:p . ex:a ex:p ex:b .', ['ex:b ex:p ex:a']],
  ['owl:SymmetricProperty', 'ex:p a owl:SymmetricProperty . ex:a ex:p ex:b, "x", ex:a .', ['ex:b ex:p ex:a']],
];

describe('each rule', () => {
  test.each(rules)('%s', (_, text, expected) => {
    expect(inferred('rdfs', text)).toEqual(expected);
    expect(inferred('rdfs+inverse', text)).toEqual(expected);
  });

  test.each(inverseRules)('%s', (_, text, expected) => {
    expect(inferred('rdfs', text)).toEqual([]);
    expect(inferred('rdfs+inverse', text)).toEqual(expected);
  });
});

describe('rules together', () => {
  test('classes, properties and inverses in one chain', () =>
    expect(
      inferred(
        'rdfs+inverse',
        `ex:hasPoint owl:inverseOf ex:isPointOf ; rdfs:subPropertyOf ex:has . ex:has rdfs:domain ex:Equipment .
         ex:Equipment rdfs:subClassOf ex:Entity . ex:sensor ex:isPointOf ex:fan .`,
      ),
    ).toEqual([
      'ex:fan a ex:Entity',
      'ex:fan a ex:Equipment',
      'ex:fan ex:has ex:sensor',
      'ex:fan ex:hasPoint ex:sensor',
    ]));

  test('hierarchies in circles end, and each of their classes is a subclass of itself', () =>
    expect(
      inferred(
        'rdfs',
        `ex:A rdfs:subClassOf ex:B . ex:B rdfs:subClassOf ex:A . ex:a a ex:A .
         ex:p rdfs:subPropertyOf ex:q . ex:q rdfs:subPropertyOf ex:p . ex:a ex:p 1 .`,
      ),
    ).toEqual([
      'ex:A rdfs:subClassOf ex:A',
      'ex:B rdfs:subClassOf ex:B',
      'ex:a a ex:B',
      'ex:a ex:q "1"',
      'ex:p rdfs:subPropertyOf ex:p',
      'ex:q rdfs:subPropertyOf ex:q',
    ]));

  test('schema triples may be inferred themselves', () =>
    expect(
      inferred(
        'rdfs+inverse',
        `ex:kindOf rdfs:subPropertyOf rdfs:subClassOf . ex:Cat ex:kindOf ex:Animal . ex:tom a ex:Cat .
         ex:Mutual rdfs:subClassOf owl:SymmetricProperty . ex:knows a ex:Mutual . ex:tom ex:knows ex:jerry .`,
      ),
    ).toEqual([
      'ex:Cat rdfs:subClassOf ex:Animal',
      'ex:jerry ex:knows ex:tom',
      'ex:knows a owl:SymmetricProperty',
      'ex:tom a ex:Animal',
    ]));

  test('nothing is inferred where too much follows', () => {
    const chain = ['A', 'B', 'C', 'D', 'E'].map(
      (name, i, all) => `ex:${name} rdfs:subClassOf ex:${all[i + 1] ?? 'F'} .`,
    );
    const entailment = SchemaEntailment.of(graphOf(chain.join('\n')), nothing, 'rdfs', 9);
    expect([entailment.isTooLarge, entailment.inferred.size, entailment.graph.size]).toEqual([true, 0, 5]);
    expect(SchemaEntailment.of(entailment.asserted, nothing, 'rdfs', 10).inferred.size).toBe(10);
  });

  test('there are no axiomatic triples', () =>
    expect(inferred('rdfs+inverse', 'ex:a a ex:C ; rdfs:label "a" ; ex:p ex:b .')).toEqual([]));

  test('what is asserted is not inferred', () =>
    expect(inferred('rdfs', 'ex:C rdfs:subClassOf ex:D . ex:a a ex:C, ex:D .')).toEqual([]));
});

describe('a schema beside the data', () => {
  test('counts for the data, and stays out of it', () =>
    expect(
      inferred(
        'rdfs',
        'ex:a a ex:B ; ex:p ex:c .',
        `ex:A rdfs:subClassOf ex:Z . ex:B rdfs:subClassOf ex:A . ex:p rdfs:range ex:B .
         ex:unseen ex:p ex:alsoUnseen . ex:alsoUnseen a ex:B .`,
      ),
    ).toEqual(['ex:a a ex:A', 'ex:a a ex:Z', 'ex:c a ex:A', 'ex:c a ex:B', 'ex:c a ex:Z']));

  test('continues a hierarchy of the data at both ends', () =>
    expect(
      inferred(
        'rdfs',
        'ex:B rdfs:subClassOf ex:C .',
        'ex:A rdfs:subClassOf ex:B . ex:C rdfs:subClassOf ex:D . ex:X rdfs:subClassOf ex:A .',
      ),
    ).toEqual([
      'ex:A rdfs:subClassOf ex:C',
      'ex:A rdfs:subClassOf ex:D',
      'ex:B rdfs:subClassOf ex:D',
      'ex:X rdfs:subClassOf ex:C',
      'ex:X rdfs:subClassOf ex:D',
    ]));
});

describe('why a triple holds', () => {
  const schema = `ex:knows rdfs:range ex:Friend . ex:Friend rdfs:subClassOf ex:Person .
    ex:admires rdfs:subPropertyOf ex:knows .`;

  function derivation(text: string, about: string, origin?: string): readonly string[] | undefined {
    const entailment = SchemaEntailment.of(graphOf(text + schema), nothing, 'rdfs+inverse');
    const [triple] = graphOf(about).triples();
    return entailment
      .derivation(triple!, origin === undefined ? undefined : graphOf(origin))
      ?.map(({ rule, premise, schema: by }) => `${rule}: ${line(premise)} & ${line(by)}`);
  }

  test('is told step by step from what is asserted', () =>
    expect(derivation('ex:ann ex:admires ex:bob .', 'ex:bob a ex:Person .')).toEqual([
      'rdfs7: ex:ann ex:admires ex:bob & ex:admires rdfs:subPropertyOf ex:knows',
      'rdfs3: ex:ann ex:knows ex:bob & ex:knows rdfs:range ex:Friend',
      'rdfs9: ex:bob a ex:Friend & ex:Friend rdfs:subClassOf ex:Person',
    ]));

  test('is told by the shortest way', () =>
    expect(derivation('ex:ann ex:admires ex:bob . ex:bob a ex:Friend .', 'ex:bob a ex:Person .')).toEqual([
      'rdfs9: ex:bob a ex:Friend & ex:Friend rdfs:subClassOf ex:Person',
    ]));

  test('may be asked for from a part of the graph', () =>
    expect(
      derivation(
        'ex:ann ex:knows ex:bob . ex:bob a ex:Friend .',
        'ex:bob a ex:Person .',
        'ex:ann ex:knows ex:bob .',
      ),
    ).toHaveLength(2));

  test('names an inverse as it is written', () =>
    expect(derivation('ex:p owl:inverseOf ex:q . ex:a ex:q ex:b . ', 'ex:b ex:p ex:a .')).toEqual([
      'owl:inverseOf: ex:a ex:q ex:b & ex:p owl:inverseOf ex:q',
    ]));

  test('may rest on schema triples that are inferred themselves', () =>
    expect(
      derivation(
        'ex:kindOf rdfs:subPropertyOf rdfs:subClassOf . ex:Cat ex:kindOf ex:Animal . ex:tom a ex:Cat .',
        'ex:tom a ex:Animal .',
      ),
    ).toEqual(['rdfs9: ex:tom a ex:Cat & ex:Cat rdfs:subClassOf ex:Animal']));

  test('is unknown for what is asserted and for what does not follow', () => {
    expect(derivation('ex:bob a ex:Person .', 'ex:bob a ex:Person .')).toBeUndefined();
    expect(derivation('ex:bob a ex:Person .', 'ex:ann a ex:Person .')).toBeUndefined();
  });
});

describe('after a change', () => {
  const before = `ex:Cat rdfs:subClassOf ex:Animal . ex:has rdfs:range ex:Cat . ex:tom a ex:Cat . ex:ann ex:has ex:tom .`;

  /** The changes of the entailed graph, `+` and `-`. */
  function change(removed: string, added: string): readonly string[] {
    const entailment = SchemaEntailment.of(graphOf(before), nothing, 'rdfs');
    const delta = { removed: [...graphOf(removed).triples()], added: [...graphOf(added).triples()] };
    const changed = entailment.changed(new OverlayGraph(entailment.asserted, delta), delta);
    const entailed = graphDifference(entailment.graph, changed.graph);
    const lines = [
      ...entailed.removed.map((triple) => `- ${line(triple)}`),
      ...entailed.added.map((triple) => `+ ${line(triple)}`),
    ];
    return lines.toSorted(inOrder);
  }

  test.each([
    ['a triple that something else implies', 'ex:tom a ex:Cat .', '', []],
    ['a triple that implied nothing new', 'ex:ann ex:has ex:tom .', '', ['- ex:ann ex:has ex:tom']],
    [
      'the last of those that imply a triple',
      'ex:tom a ex:Cat . ex:ann ex:has ex:tom .',
      '',
      ['- ex:ann ex:has ex:tom', '- ex:tom a ex:Animal', '- ex:tom a ex:Cat'],
    ],
    ['stating what was inferred', '', 'ex:tom a ex:Animal .', []],
    ['a new triple', '', 'ex:eve a ex:Cat .', ['+ ex:eve a ex:Animal', '+ ex:eve a ex:Cat']],
    [
      'a schema triple',
      'ex:Cat rdfs:subClassOf ex:Animal .',
      '',
      ['- ex:Cat rdfs:subClassOf ex:Animal', '- ex:tom a ex:Animal'],
    ],
  ])('only what follows from it changes: %s', (_, removed, added, expected) =>
    expect(change(removed, added)).toEqual(expected),
  );
});

function inOrder(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}
