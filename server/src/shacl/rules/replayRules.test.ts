import { expect, test } from 'vitest';
import { IndexedGraph } from '../../rdf/graph.ts';
import { graphDifference } from '../../rdf/graphDifference.ts';
import { graphOf } from '../../testing/shaclCheck.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import { loadQueryEngine } from '../sparql/queryEngine.ts';
import { rulesOf } from './readRules.ts';
import { replayRules } from './replayRules.ts';
import { ruleLimits, runRules } from './ruleRun.ts';
import { line, rulesGraph } from './rules.testing.ts';

/** What comes and goes among the inferred triples when the data change, or why the rules have to run from scratch. */
async function replayed(rules: string, before: string, after: string): Promise<readonly string[] | string> {
  const shapes = readShapes(rulesGraph(rules));
  await loadQueryEngine();
  const nothing = new IndexedGraph([]);
  const [asserted, changed] = [graphOf(before), graphOf(after)];
  const input = { asserted, schema: nothing, shapes, classGraph: nothing };
  const run = runRules(rulesOf(shapes).rules, input, undefined, {
    ...ruleLimits,
    iterations: 3,
    triples: 1000,
    newNodes: 10,
  });
  const outcome = replayRules(run, { ...input, asserted: changed }, graphDifference(asserted, changed));
  return outcome.kind === 'rerun'
    ? outcome.reason
    : outcome.moved.map(({ triple, origin }) => `${origin ? '+' : '-'} ${line(triple)}`).toSorted();
}

const construct = (text: string) =>
  `ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:rule [ a sh:SPARQLRule ; sh:construct "CONSTRUCT ${text}" ] .`;

const values = construct('{ $this ex:q ?o } WHERE { $this ex:p ?o }');

test('what a new triple leads to is inferred, and nothing else is moved', async () =>
  expect(await replayed(values, 'ex:a a ex:C ; ex:p ex:x .', 'ex:a a ex:C ; ex:p ex:x, ex:y .')).toEqual([
    '+ ex:a ex:q ex:y',
  ]));

test('what followed from a triple that is gone goes, over several rules', async () =>
  expect(
    await replayed(
      `${values}\n${construct('{ ?o ex:r $this } WHERE { $this ex:q ?o }')}`,
      'ex:a a ex:C ; ex:p ex:b, ex:c .',
      'ex:a a ex:C ; ex:p ex:c .',
    ),
  ).toEqual(['- ex:a ex:q ex:b', '- ex:b ex:r ex:a']));

test('what follows from something else as well stays', async () =>
  expect(
    await replayed(
      construct('{ ex:all ex:q ?o } WHERE { $this ex:p ?o }'),
      'ex:a a ex:C ; ex:p ex:x . ex:b a ex:C ; ex:p ex:x .',
      'ex:a a ex:C ; ex:p ex:x . ex:b a ex:C .',
    ),
  ).not.toContain('- ex:all ex:q ex:x'));

test('a triple that is no longer stated is inferred when a rule says it', async () =>
  expect(
    await replayed(values, 'ex:a a ex:C ; ex:p ex:x ; ex:q ex:x .', 'ex:a a ex:C ; ex:p ex:x .'),
  ).toEqual(['+ ex:a ex:q ex:x']));

test('what holds because something is missing goes when that comes', async () =>
  expect(
    await replayed(
      construct('{ $this ex:q ex:x } WHERE { FILTER NOT EXISTS { $this ex:p ?o } }'),
      'ex:a a ex:C .',
      'ex:a a ex:C ; ex:p ex:y .',
    ),
  ).toEqual(['- ex:a ex:q ex:x']));

test('triples that only hold one another up go', async () =>
  expect(
    await replayed(
      `${values}\n${construct('{ $this ex:p ?o } WHERE { $this ex:q ?o }')}`,
      'ex:a a ex:C ; ex:p ex:x, ex:y .',
      'ex:a a ex:C ; ex:p ex:x .',
    ),
  ).toEqual(['- ex:a ex:q ex:y']));

test.each([
  [
    'a run that ended at a bound',
    'bound',
    construct('{ [] a ex:C ; ex:of $this } WHERE { }'),
    'ex:b a ex:C .',
  ],
  ['subclasses', 'classes', values, 'ex:D rdfs:subClassOf ex:C .'],
  [
    'a large change',
    'manyTriples',
    values,
    Array.from({ length: 201 }, (_, i) => `ex:a ex:p ${i} .`).join('\n'),
  ],
])('rules run from scratch: %s', async (_, reason, rules, added) =>
  expect(await replayed(rules, 'ex:a a ex:C .', `ex:a a ex:C .\n${added}`)).toBe(reason),
);
