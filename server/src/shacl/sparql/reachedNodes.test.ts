import { beforeAll, expect, test } from 'vitest';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { graphOf, print } from '../../testing/shaclCheck.ts';
import { loadQueryEngine, queryEngine } from './queryEngine.ts';
import { querySites } from './querySites.ts';
import { reachedNodes } from './reachedNodes.ts';

beforeAll(() => loadQueryEngine());

/** The values of $this that added triples can matter to. */
function reached(where: string, data: string, added: string): readonly string[] | 'any' {
  const text = `SELECT $this WHERE { ${where} }`;
  const prefixes = new Map(Object.entries({ ...namespaces, ex: 'http://example.org/ns#' }));
  const patterns = queryEngine()!.queryPatterns(text, prefixes, ['this']);
  const sites = querySites(text, patterns!, ['this']);
  const triples = [...graphOf(added).triples()];
  const both = new OverlayGraph(graphOf(data), { added: triples, removed: [] });
  const found = sites && reachedNodes(sites, triples, both);
  return found === undefined ? 'any' : [...(found.get('this') ?? [])].map(print);
}

const unlinked = '$this ex:knows ?o . FILTER NOT EXISTS { $this ex:link+ ?o }';
const ring = 'ex:a ex:link ex:b . ex:b ex:link ex:c . ex:c ex:link ex:a .';
const pairs = 'ex:a ex:knows ex:b, ex:d . ex:b ex:knows ex:c . ex:e ex:knows ex:a .';

test.each([
  ['a step between nodes that others relate', unlinked, `${ring} ${pairs}`, 'ex:a ex:link ex:c .', []],
  ['a step to a node that nothing led to', unlinked, `${ring} ${pairs}`, 'ex:c ex:link ex:d .', ['ex:a']],
  ['a step from a node that led nowhere', unlinked, `${ring} ${pairs}`, 'ex:e ex:link ex:b .', ['ex:e']],
  [
    'steps of which one needs the other',
    unlinked,
    `${ring} ${pairs}`,
    'ex:c ex:link ex:f . ex:f ex:link ex:d .',
    ['ex:a'],
  ],
  ['steps there and back', unlinked, `${ring} ${pairs}`, 'ex:c ex:link ex:e . ex:e ex:link ex:c .', ['ex:e']],
  ['a longer path', '$this ex:q ?o . ?o ex:p/ex:link* ?n', 'ex:a ex:q ex:b .', 'ex:b ex:p ex:c .', ['ex:a']],
  [
    'the predicate of another pattern',
    '$this ?p ?o . ?p a ex:P',
    'ex:a ex:x ex:b .',
    'ex:x a ex:P .',
    ['ex:x', 'ex:a'],
  ],
  [
    'excluded predicates, which are walked either way',
    '$this !(ex:p|^ex:q) ?o',
    '',
    'ex:a ex:x ex:b .',
    'any',
  ],
  ['excluded predicates within a path', '$this ex:p/!ex:q ?o', 'ex:a ex:p ex:b .', 'ex:b ex:x ex:c .', 'any'],
  ['a path of no steps between any nodes', '?n ex:link* ?m . $this ex:p ex:o', '', 'ex:a ex:x ex:b .', 'any'],
])('changes are followed back to $this: %s', (_, where, data, added, expected) =>
  expect(reached(where, data, added)).toEqual(expected),
);
