import { expect, test } from 'vitest';
import { terms } from '../../../rdf/terms.ts';
import { shortForm } from '../../../shacl/model/words.ts';
import { readUnit, validated } from '../../../testing/checkRepair.ts';
import { block } from '../../../testing/fixture.ts';
import { firstDraft, withFix } from '../../drafts/draft.ts';
import { violate } from '../../search/goals.ts';

const prefixes = 'PREFIX ex: <http://example.org/ns#> PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>';

/** The ways to make ex:a violate ex:S, each as the triples that go and come. */
async function violationsOf(shape: string, data: string): Promise<readonly string[]> {
  const unit = readUnit(block`
    #- /data.ttl
    ${data}
    #- /shapes.ttl
    ex:S ${shape}
  `);
  const draft = firstDraft(await validated(unit));
  const [a, s] = ['a', 'S'].map((name) => terms.iri(`http://example.org/ns#${name}`)) as [number, number];
  const found = [...violate(a, s, draft, undefined)];
  for (const fix of found) expect(withFix(draft, fix).evaluator.conforms(a, s)).toBe(false);
  return found.map(({ change: { added, removed } }) =>
    [
      ...removed.map((t) => `- ${shortForm(t.subject)} ${shortForm(t.predicate)} ${shortForm(t.object)}`),
      ...added.map((t) => `+ ${shortForm(t.subject)} ${shortForm(t.predicate)} ${shortForm(t.object)}`),
    ].join(' '),
  );
}

const select = (query: string) =>
  `a sh:NodeShape ; sh:sparql [ sh:select "${prefixes} SELECT $this ${query}" ] .`;

test.each<[string, string, string, string[]]>([
  [
    'a missing pattern is stated of what others have, or in the place of what is there',
    select('{ $this ex:p ?x . ?x ex:q ?y }'),
    'ex:a ex:p ex:b . ex:c ex:q 1 .',
    ['+ a p c', '+ b q 1', '- a p b + a p c'],
  ],
  [
    'of several missing patterns, what the data has is connected first',
    select('{ $this ex:p ?x . ?x ex:q ?y }'),
    'ex:a ex:r 2 . ex:c ex:q 1 .',
    ['+ a p c', '+ a p a + a q 1'],
  ],
  [
    'what NOT EXISTS finds is taken away, each match of it',
    select('{ FILTER NOT EXISTS { $this ex:p ?x . ?x ex:q ?y } }'),
    'ex:a ex:p ex:b, ex:c . ex:b ex:q 1 . ex:c ex:q 2 .',
    ['- a p b - a p c', '- b q 1 - a p c'],
  ],
  [
    'what OPTIONAL finds is taken away',
    select('{ OPTIONAL { $this ex:p ?x } FILTER (!bound(?x)) }'),
    'ex:a ex:p ex:b .',
    ['- a p b'],
  ],
  [
    'a number goes beyond what a filter compares it with',
    select('{ $this ex:p ?x FILTER (?x > 100) }'),
    'ex:a ex:p 20 .',
    ['- a p 20 + a p 101', '- a p 20 + a p 220'],
  ],
  [
    'either of two numbers goes beyond the other',
    select('{ $this ex:p ?x ; ex:q ?y FILTER (?x > ?y) }'),
    'ex:a ex:p 20 ; ex:q 30 .',
    ['- a p 20 + a p 31', '- a p 20 + a p 220', '- a q 30 + a q 19'],
  ],
  [
    'a text is in another language',
    select("{ $this ex:p ?x FILTER (lang(?x) != 'en') }"),
    'ex:a ex:p "cat"@en .',
    ['- a p "cat"@en + a p "cat"@de', '- a p "cat"@en + a p "cat"'],
  ],
  [
    'a text has a slip',
    select("{ $this ex:p ?x FILTER (!regex(?x, '^[A-Z]+$')) }"),
    'ex:a ex:p "CAT" .',
    ['- a p "CAT" + a p "CATx"', '- a p "CAT" + a p "cat"'],
  ],
  [
    'what BIND computes is what it is computed from',
    select('{ $this ex:p ?x BIND (strlen(?x) AS ?n) FILTER (?n > 3) }'),
    'ex:a ex:p "CAT" .',
    ['- a p "CAT" + a p "CATx"', '- a p "CAT" + a p "CATT"'],
  ],
  [
    'more is there to count',
    select('(COUNT(?x) AS ?n) { $this ex:p ?x } GROUP BY $this HAVING (COUNT(?x) > 1)'),
    'ex:a ex:p ex:b . ex:c ex:p ex:d .',
    ['+ a p d'],
  ],
  [
    'less is there to count in a sub-select',
    select('{ { SELECT $this (COUNT(?x) AS ?n) { $this ex:p ?x } GROUP BY $this } FILTER (?n < 2) }'),
    'ex:a ex:p ex:b, ex:c .',
    ['- a p b'],
  ],
  [
    'each branch of UNION is enough',
    select('{ { $this ex:p ?x } UNION { ?x ex:q $this } }'),
    'ex:a ex:r 1 . ex:b ex:q ex:c .',
    ['+ a p a', '+ b q a', '- b q c + b q a'],
  ],
  [
    'a path takes the steps that it has to',
    select('{ $this a/rdfs:subClassOf* ex:D }'),
    'ex:a a ex:E . ex:C rdfs:subClassOf ex:D .',
    ['+ a rdf:type C', '+ a rdf:type D', '- a rdf:type E + a rdf:type C', '- a rdf:type E + a rdf:type D'],
  ],
  [
    'a circle is closed',
    select('{ $this ex:next+ $this }'),
    'ex:a ex:next ex:b . ex:b ex:next ex:c .',
    ['+ a next a'],
  ],
  [
    'a property shape gives the query its path',
    'a sh:PropertyShape ; sh:path ex:p ; sh:sparql [ sh:select "' +
      prefixes +
      ' SELECT $this ?value { $this $PATH ?value . ?value ex:q ?x }" ] .',
    'ex:a ex:p ex:b . ex:b ex:r 1 . ex:c ex:q 2 .',
    ['+ a p c', '+ b q 2', '- a p b + a p c'],
  ],
  [
    'an ASK query loses its match',
    'a sh:NodeShape ; ex:needs ex:p . ex:Needs a sh:ConstraintComponent ; sh:parameter [ sh:path ex:needs ] ; ' +
      `sh:validator [ sh:ask "${prefixes} ASK { $value $needs ?x }" ] .`,
    'ex:a ex:p ex:b, ex:c .',
    ['- a p b - a p c'],
  ],
  [
    'an ASK query judges another value',
    'a sh:PropertyShape ; sh:path ex:p ; ex:least 5 . ex:Least a sh:ConstraintComponent ; ' +
      'sh:parameter [ sh:path ex:least ] ; sh:validator [ sh:ask "ASK { FILTER ($value >= $least) }" ] .',
    'ex:a ex:p 7 .',
    ['- a p 7 + a p 4', '- a p 7 + a p "7"'],
  ],
  [
    'a SELECT validator finds what its parameters name',
    'a sh:NodeShape ; ex:not ex:p . ex:Not a sh:ConstraintComponent ; sh:parameter [ sh:path ex:not ] ; ' +
      `sh:nodeValidator [ sh:select "${prefixes} SELECT $this { $this $not ?x }" ] .`,
    'ex:a ex:r 1 . ex:c ex:p ex:d .',
    ['+ a p d'],
  ],
])('%s', async (_, shape, data, expected) => {
  expect(await violationsOf(shape, data)).toEqual(expected);
});
