import { expect, test } from 'vitest';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { xsd } from '../../rdf/vocab.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { StoreInMemory } from '../../testing/storeInMemory.ts';
import { guardedUpdate } from './guard.ts';

const never = new AbortController().signal;
const namespace = 'http://example.org/ns#';
const lookUp = { subject: terms.iri(`${namespace}a`), predicate: terms.iri(`${namespace}p`) };

test('a value is replaced where it is the only one that is there', () =>
  check({
    stored: 'ex:a ex:p 1 .',
    removed: 'ex:a ex:p 1 .',
    added: 'ex:a ex:p 2 .',
    after: 'ex:a ex:p 2 .',
  }));

test.each(['ex:a ex:p 3 .', 'ex:a ex:p "1"^^xsd:decimal .', 'ex:a ex:p "1" .'])('not beside %s', (other) =>
  check({
    stored: 'ex:a ex:p 1 .',
    removed: 'ex:a ex:p 1 .',
    added: 'ex:a ex:p 2 .',
    meanwhile: other,
    after: `ex:a ex:p 1 . ${other}`,
  }),
);

test.each([
  ['2', 'is added', 'ex:p 2'],
  ['"16777217"^^xsd:float', 'is left out where a store takes it for another number', 'ex:p 1'],
  ['"02"^^xsd:integer', 'is left out where a store writes it as 2', 'ex:p 1'],
  [
    '"2024-01-01T12:00:00Z"^^xsd:dateTimeStamp',
    'is left out where a store gives it another datatype',
    'ex:p 1',
  ],
  ['true', 'is added', 'ex:p true'],
  ['"x"@en', 'is added', 'ex:p "x"@en'],
])('the value %s %s', (value, _, after) =>
  check({
    stored: 'ex:a ex:p 1 .',
    removed: 'ex:a ex:p 1 .',
    added: `ex:a ex:p ${value} .`,
    after: `ex:a ${after} .`,
  }),
);

test('a property that nobody looked up may change', () =>
  check({
    stored: 'ex:a ex:p 1 .',
    removed: 'ex:a ex:p 1 .',
    added: '',
    meanwhile: 'ex:a ex:q 3 .',
    after: 'ex:a ex:q 3 .',
  }));

test('a blank node is known by what is said about it', () =>
  check({
    stored: 'ex:a ex:p [ ex:q 1 ], [ ex:q 2 ] .',
    removed: '?one ex:q 1 .',
    added: '?one ex:q 3 . ?one ex:r [ ex:q 4 ] .',
    after: 'ex:a ex:p [ ex:q 3 ; ex:r [ ex:q 4 ] ], [ ex:q 2 ] .',
  }));

test('one that became another one is left alone', () =>
  check({
    stored: 'ex:a ex:p [ ex:q 1 ] .',
    removed: '?one ex:q 1 .',
    added: '',
    meanwhile: 'ex:b ex:p [ ex:q 1 ] . ex:a ex:p ex:c .',
    after: 'ex:a ex:p [ ex:q 1 ] , ex:c . ex:b ex:p [ ex:q 1 ] .',
  }));

test('blank nodes that look the same are refused', () => {
  const known = documentOf('ex:a ex:p [ ex:q 1 ], [ ex:q 1 ] .').graph;
  const [removed] = [...known.triples()].filter(({ subject }) => known.incoming(subject).length > 0);
  const update = guardedUpdate(known, { added: [], removed: [removed!] }, [lookUp]);
  expect(update).toEqual({
    kind: 'refused',
    reason: 'It rests on blank nodes that the statements in the store do not tell apart.',
  });
});

test('blank nodes to which no look-up leads are refused', () => {
  const known = documentOf('ex:a ex:p [ ex:q 1 ] .').graph;
  const [removed] = [...known.triples()].filter(({ subject }) => known.incoming(subject).length > 0);
  expect(guardedUpdate(known, { added: [], removed: [removed!] }, []).kind).toBe('refused');
});

test('a guard that rests on very much is refused', () => {
  const many = Array.from({ length: 1001 }, (_, i) => i).join(', ');
  const known = documentOf(`ex:a ex:p ${many} .`).graph;
  const [removed] = [...known.triples()];
  const update = guardedUpdate(known, { added: [], removed: [removed!] }, []);
  expect(update).toEqual({
    kind: 'refused',
    reason: 'Its guard would have 1002 conditions, and more than 1000 are not written.',
  });
});

interface Change {
  readonly stored: string;
  /** `?one` is the first blank node that has 1 for ex:q. */
  readonly removed: string;
  readonly added: string;
  /** What somebody else adds in between. */
  readonly meanwhile?: string;
  readonly after: string;
}

async function check({ stored, removed, added, meanwhile = '', after }: Change): Promise<void> {
  const store = new StoreInMemory(suppliedPrefixes + stored);
  const known = documentOf(store.dump).graph;
  const one = known.subjects(terms.iri(`${namespace}q`), terms.literal('1', xsd.integer))[0];
  const triplesOf = (text: string) =>
    Array.from(documentOf(text.replaceAll('?one', 'ex:one')).graph.triples(), (triple) =>
      triple.subject === terms.iri(`${namespace}one`) ? { ...triple, subject: one! } : triple,
    );
  const update = guardedUpdate(known, { removed: triplesOf(removed), added: triplesOf(added) }, [lookUp]);
  if (update.kind === 'refused') throw new Error(update.reason);
  store.add(suppliedPrefixes + meanwhile);
  await store.update(update.text, never);
  const expected = documentOf(after).graph.triples();
  expect({
    dump: store.dump,
    isAsExpected: isomorphic(documentOf(store.dump).graph.triples(), expected),
  }).toEqual({
    dump: store.dump,
    isAsExpected: true,
  });
}

function documentOf(turtle: string): TurtleDocument {
  return new TurtleDocument('https://store.example/sparql', 0, suppliedPrefixes + turtle);
}
