import { describe, expect, test } from 'vitest';
import { evaluatedSuite } from '../../../testing/evaluated.ts';
import type { HandMadeCase } from '../../../testing/handMadeSuite.ts';
import { type Scores, score, tiers } from './scores.ts';

const signal = new AbortController().signal;

/** The running example of the paper, valid, with its edit E1 as the one case. */
const reviewers = `#- /data.ttl
ex:PaperABC a ex:Paper ; ex:reviewedBy ex:Alice, ex:Bob, ex:Clark ; ex:author ex:Ethan .
ex:PaperA a ex:Paper ; ex:reviewedBy ex:Alice .
ex:Alice a ex:Professor, ex:CommitteeMember .
ex:Bob a ex:Professor, ex:CommitteeMember .
ex:Clark a ex:Student .
ex:Dan a ex:Professor, ex:CommitteeMember .
#- /shapes.ttl
ex:PaperShape a sh:NodeShape ; sh:targetClass ex:Paper ; sh:property ex:ReviewedByShape .
ex:ReviewedByShape a sh:PropertyShape ; sh:path ex:reviewedBy ; sh:qualifiedValueShape ex:ReviewerShape ;
  sh:qualifiedMaxCount 3 ; sh:qualifiedMinCount 1 .
ex:ReviewerShape a sh:NodeShape ; sh:targetNode ex:Dan ; sh:class ex:Professor, ex:CommitteeMember .
`;
const e1: HandMadeCase = {
  remove: 'ex:Alice a ex:CommitteeMember . ex:PaperABC ex:reviewedBy ex:Bob .',
};

async function scores(update: string, fixture = reviewers, change = e1): Promise<Scores> {
  const suite = await evaluatedSuite(fixture, [change]);
  const [each] = suite.suite.cases;
  return (await score(update, suite.scored(each!, await suite.task(each!, signal)), signal)).scores;
}

const tiersOf = (result: Scores) => tiers.map((tier) => Number(result[tier])).join('/');

describe('the answers to E1 that the specification lists', () => {
  test.each([
    [
      'the exact inverse',
      'INSERT DATA { ex:Alice a ex:CommitteeMember . ex:PaperABC ex:reviewedBy ex:Bob }',
      '1/1/1/1',
    ],
    ['one type', 'INSERT DATA { ex:Alice a ex:CommitteeMember }', '1/1/0/0'],
    ['one reviewer', 'INSERT DATA { ex:PaperABC ex:reviewedBy ex:Bob }', '1/0/0/0'],
    [
      'another reviewer for both',
      'INSERT DATA { ex:PaperABC ex:reviewedBy ex:Dan . ex:PaperA ex:reviewedBy ex:Dan }',
      '1/1/0/0',
    ],
    ['no papers at all', 'DELETE DATA { ex:PaperABC a ex:Paper . ex:PaperA a ex:Paper }', '1/1/0/0'],
    ['what is there already', 'INSERT DATA { ex:Alice a ex:Professor }', '1/0/0/0'],
    ['a query that selects', 'SELECT * WHERE { ex:Alice a ?class }', '0/0/0/0'],
    ['a query that asks', 'ASK { ex:Alice a ex:CommitteeMember }', '0/0/0/0'],
    ['a query that constructs', 'CONSTRUCT { ex:Alice a ex:CommitteeMember } WHERE {}', '0/0/0/0'],
    ['nothing', '', '0/0/0/0'],
    ['a comment', '# Nothing has to be done.', '0/0/0/0'],
    ['prefixes alone', 'PREFIX ex: <http://example.org/>', '0/0/0/0'],
    ['an operation that is never evaluated', 'CLEAR DEFAULT', '1/0/0/0'],
    ['an operation that changes nothing', 'INSERT DATA {}', '1/0/0/0'],
    ['an unbalanced brace', 'INSERT DATA { ex:Alice a ex:CommitteeMember ', '0/0/0/0'],
    [
      'one for another',
      `DELETE { ex:PaperABC ex:reviewedBy ex:Clark }
       INSERT { ex:PaperABC ex:reviewedBy ex:Bob . ex:Alice a ex:CommitteeMember }
       WHERE { ex:PaperABC ex:reviewedBy ex:Clark }`,
      '1/1/0/0',
    ],
  ])('%s', async (_, update, expected) => {
    expect(tiersOf(await scores(update))).toBe(expected);
  });

  test('taking papers away is degenerate, though it is no violation', async () => {
    const result = await scores('DELETE DATA { ex:PaperABC a ex:Paper . ex:PaperA a ex:Paper }');
    expect(result).toMatchObject({ semantic: true, degenerate: true, editSize: 2, distance: 4 });
  });

  test('the result that is shown may be gone where another one is not', async () => {
    const shown = await scores('INSERT DATA { ex:PaperABC ex:reviewedBy ex:Bob }');
    expect(shown).toMatchObject({ semantic: false, localValid: true, newViolations: 0 });
    const other = await scores('INSERT DATA { ex:PaperA ex:reviewedBy ex:Bob }');
    expect(other).toMatchObject({ semantic: false, localValid: false, newViolations: 0 });
  });
});

const rooms = `#- /data.ttl
ex:r a ex:Room ; ex:storey 1 ; ex:alias "R", "room" .
ex:s a ex:Room ; ex:storey 2 ; ex:partOf [ a ex:Building ; ex:storeys 2 ] .
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:storey ; sh:datatype xsd:integer ; sh:minCount 1 ; sh:maxCount 2 ] .
`;
const noStorey: HandMadeCase = { remove: 'ex:r ex:storey 1 .' };

describe('relaxed isomorphism', () => {
  test.each([
    ['another literal', 'INSERT DATA { ex:r ex:storey 7 }', '1/1/1/0', true],
    ['two literals for one', 'INSERT DATA { ex:r ex:storey 7, 8 }', '1/1/1/0', false],
    [
      'the same value, written otherwise',
      'INSERT DATA { ex:r ex:storey "01"^^xsd:integer }',
      '1/1/1/0',
      true,
    ],
    ['a literal too many elsewhere', 'INSERT DATA { ex:r ex:storey 1 ; ex:note "" }', '1/1/0/0', false],
    [
      'a literal less elsewhere',
      'INSERT DATA { ex:r ex:storey 1 } ; DELETE DATA { ex:r ex:alias "R" }',
      '1/1/1/0',
      false,
    ],
    [
      'a blank node by another name',
      `INSERT DATA { ex:r ex:storey 1 } ;
       DELETE WHERE { ex:s ex:partOf ?b . ?b a ?type ; ex:storeys ?n } ;
       INSERT DATA { ex:s ex:partOf [ a ex:Building ; ex:storeys 2 ] }`,
      '1/1/1/1',
      true,
    ],
    [
      'a blank node by another name, and two literals for one',
      `INSERT DATA { ex:r ex:storey 7, 8 } ;
       DELETE WHERE { ex:s ex:partOf ?b . ?b a ?type ; ex:storeys ?n } ;
       INSERT DATA { ex:s ex:partOf [ a ex:Building ; ex:storeys 2 ] }`,
      '1/1/1/0',
      false,
    ],
    [
      'a blank node too many',
      'INSERT DATA { ex:r ex:storey 1 . ex:s ex:partOf [ a ex:Building ; ex:storeys 2 ] }',
      '1/1/0/0',
      false,
    ],
  ])('%s', async (_, update, expected, multiset) => {
    const result = await scores(update, rooms, noStorey);
    expect([tiersOf(result), result.relaxedMultiset]).toEqual([expected, multiset]);
  });
});

describe('the same values in other words', () => {
  const measured = `#- /data.ttl
ex:r a ex:Room ; ex:storey 1 ; ex:area 12.50 ; ex:alias "Büro"@de ; ex:built "2020-01-01T12:00:00Z"^^xsd:dateTime .
#- /shapes.ttl
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:storey ; sh:minCount 1 ] ; sh:property [ sh:path ex:area ; sh:minCount 1 ] ;
  sh:property [ sh:path ex:alias ; sh:minCount 1 ] ; sh:property [ sh:path ex:built ; sh:minCount 1 ] .
`;

  test.each([
    ['ex:storey 1', '"01"^^xsd:integer', true],
    ['ex:storey 1', '1.0', true],
    ['ex:storey 1', '1e0', false],
    ['ex:storey 1', '"1"', false],
    ['ex:storey 1', '1, 1.0', true],
    ['ex:storey 1', '1.0, 2', false],
    ['ex:area 12.50', '12.5', true],
    ['ex:area 12.50', '12.05', false],
    ['ex:alias "Büro"@de', '"Büro"@DE', true],
    ['ex:alias "Büro"@de', '"Büro"', false],
    ['ex:built "2020-01-01T12:00:00Z"^^xsd:dateTime', '"2020-01-01T13:00:00.0+01:00"^^xsd:dateTime', true],
    ['ex:built "2020-01-01T12:00:00Z"^^xsd:dateTime', '"2020-01-01T12:00:00"^^xsd:dateTime', false],
    ['ex:storey 1', '[]', false],
  ])('%s, answered by %s', async (removed, objects, expected) => {
    const [property] = removed.split(' ');
    const result = await scores(`INSERT DATA { ex:r ${property} ${objects} }`, measured, {
      remove: `ex:r ${removed} .`,
    });
    expect(result).toMatchObject({ semantic: true, valueEqual: expected });
  });
});

describe('updates that are never applied', () => {
  test.each([
    ['of another graph', 'LOAD <http://example.org/x>'],
    ['that clear', 'CLEAR ALL'],
    ['with a graph', 'WITH ex:g INSERT { ex:r ex:storey 1 } WHERE {}'],
    ['into a graph', 'INSERT DATA { GRAPH ex:g { ex:r ex:storey 1 } }'],
    [
      'of more than a thousand triples',
      `INSERT DATA { ${Array.from({ length: 1001 }, (_, i) => `ex:r ex:storey ${i} .`).join(' ')} }`,
    ],
  ])('%s', async (_, update) => {
    const result = await scores(update, rooms, noStorey);
    expect([tiersOf(result), result.applied]).toEqual(['1/0/0/0', false]);
  });
});

test('what waits for the user and what nobody knows is told apart', async () => {
  const result = await scores(
    'INSERT DATA { ex:r ex:storey 1 ; ex:unheard ex:placeholder_1 }',
    rooms,
    noStorey,
  );
  expect(result).toMatchObject({
    needsInput: true,
    hallucinatedTerms: ['http://example.org/ns#unheard'],
  });
});

test('properties and classes that nobody knows are counted wherever an update names them', async () => {
  const result = await scores(
    `DELETE DATA { ex:s ex:gone 1 } ;
     INSERT { ?room a ex:Chamber ; ex:storey 1 ; rdfs:seeAlso ex:new } WHERE { ?room ex:sought 1 }`,
    rooms,
    noStorey,
  );
  expect(result.hallucinatedTerms).toEqual(['http://example.org/ns#gone', 'http://example.org/ns#Chamber']);
});

test('what the other engine judges differently in a repaired graph is told', async () => {
  const suite = await evaluatedSuite(reviewers, [e1]);
  const [each] = suite.suite.cases;
  const scored = suite.scored(each!, await suite.task(each!, signal));
  const update = 'INSERT DATA { ex:Alice a ex:CommitteeMember }';
  const difference = 'rdf-validate-shacl finds sh:class of ex:ReviewerShape violated by ex:Dan.';
  const differing = { ...scored, crossCheck: async () => ({ kind: 'differs', difference }) as const };
  expect(await score(update, differing, signal)).toMatchObject({
    scores: { confirmed: false },
    referenceDifference: difference,
  });
  const agreeing = { ...scored, crossCheck: async () => ({ kind: 'agrees' }) as const };
  expect(await score(update, agreeing, signal)).not.toHaveProperty('referenceDifference');
});
