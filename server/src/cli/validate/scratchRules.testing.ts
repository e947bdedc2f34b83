import fc from 'fast-check';
import { expect } from 'vitest';
import { runInMemory } from '../../testing/runInMemory.ts';
import type { Store, UpdatableStore } from '../../workspace/store/store.ts';

/** Rules that read and write the same few properties, some with `$this` where only pre-binding brings it. */
const rules: readonly string[] = [
  construct('{ $this ex:q ?o } WHERE { $this ex:p ?o }'),
  construct('{ ?o ex:p $this } WHERE { $this ex:q ?o FILTER (isIRI(?o)) }'),
  construct('{ $this ex:r ?o } WHERE { $this ex:p/ex:q ?o }'),
  construct('{ $this ex:p ?o } WHERE { $this (ex:p|^ex:r)+ ?o FILTER (isIRI(?o)) }'),
  construct('{ $this a ex:D } WHERE { $this ^ex:q ?x . FILTER NOT EXISTS { ?x ex:r ?y } }'),
  construct(
    '{ $this ex:r ?y } WHERE { $this ex:p ?x . ?x ex:p ?y OPTIONAL { ?x ex:q ?z } FILTER(!BOUND(?z) || ?z = ?y) }',
  ),
  construct('{ ?x ex:q ex:a } WHERE { ?x ex:p ?y MINUS { ?y ex:q ?x } }'),
  construct(
    '{ $this ex:n ?n } WHERE { { SELECT $this (COUNT(?x) AS ?n) WHERE { $this ex:p/ex:p ?x } GROUP BY $this } }',
  ),
  construct('{ $this ex:p ?x } WHERE { { $this ex:q ?x } UNION { ?x ex:r $this } FILTER (isIRI(?x)) }'),
  construct('{ $this ex:r ex:b } WHERE { $this ex:p/^ex:q ex:a }'),
  construct('{ $this ex:q ex:c } WHERE { ex:b (ex:p|^ex:r)/ex:q? $this }'),
  construct('{ $this ex:r ?x } WHERE { ?x ex:p ?y { FILTER($this != ex:a) } }'),
  construct('{ $this ex:r ?x } WHERE { { ?x ex:q ex:a FILTER($this = ex:b) } UNION { $this ex:q ?x } }'),
  construct(
    '{ $this ex:r ?x } WHERE { $this ex:p ?x OPTIONAL { ?x ex:q ?z FILTER(?z != $this) } FILTER(!BOUND(?z)) }',
  ),
  construct('{ ?k ex:q ?x } WHERE { ?x ex:r ?y { BIND($this AS ?k) } }'),
  construct(
    '{ $this ex:q ?x } WHERE { { SELECT DISTINCT $this ?x WHERE { ?x ex:p ?y FILTER(?y = $this) } } }',
  ),
  construct('{ $this ex:r ?x } WHERE { $this ex:p* ?x FILTER (isIRI(?x)) }'),
  construct(
    '{ $this ex:q ?x } WHERE { ?x ex:p ?y OPTIONAL { { ?y ex:r ?z } FILTER(?z = $this) } FILTER(BOUND(?z)) }',
  ),
  construct('{ ?x ex:r ?y } WHERE { ?x ex:p ?y FILTER EXISTS { ?y ex:q ?z FILTER(?z = $this) } }'),
  '[ a sh:TripleRule ; sh:predicate ex:r ; sh:object [ sh:path ( ex:p [ sh:inversePath ex:q ] ) ] ]',
  '[ a sh:TripleRule ; sh:subject [ sh:path ex:p ] ; sh:predicate rdf:type ; sh:object ex:C ]',
  '[ a sh:TripleRule ; sh:predicate ex:p ; sh:object [ sh:intersection ( [ sh:path ex:q ] [ sh:path ex:r ] ) ] ]',
  '[ a sh:TripleRule ; sh:predicate ex:q ; sh:object [ sh:union ( [ sh:path ex:r ] sh:this ex:e ) ] ]',
  '[ a sh:TripleRule ; sh:predicate ex:q ; sh:object ex:e ; sh:condition [ sh:property [ sh:path ex:p ; sh:minCount 2 ] ] ]',
  construct(
    '{ ?x ex:r $this } WHERE { $this ex:p ?x FILTER(isIRI(?x)) }',
    'sh:condition [ sh:class ex:C ] , [ sh:not [ sh:class ex:D ] ]',
  ),
  construct('{ $this ex:q ex:b } WHERE { FILTER NOT EXISTS { $this ex:q ?o } }', 'sh:order 2'),
  construct('{ ?x a ex:D } WHERE { ?x ex:r ?y FILTER NOT EXISTS { ?y a ex:C } }', 'sh:order -1'),
  construct('{ $this ex:p ex:d } WHERE { $this ex:q ?x }', 'sh:deactivated true'),
];

function construct(text: string, more = 'sh:order 0'): string {
  return `[ a sh:SPARQLRule ; sh:construct """CONSTRUCT ${text}""" ; ${more} ]`;
}

/** Shapes by which each triple that rules read is a result. */
const listing = ['p', 'q', 'r', 'n']
  .map(
    (name) =>
      `ex:List-${name} a sh:NodeShape ; sh:targetSubjectsOf ex:${name} ; sh:property [ sh:path ex:${name} ; sh:nodeKind sh:BlankNode ] .`,
  )
  .concat(
    ['C', 'D'].map(
      (name) => `ex:List-${name} a sh:NodeShape ; sh:targetClass ex:${name} ; sh:nodeKind sh:BlankNode .`,
    ),
  )
  .join('\n');

const owners = ['C', 'D', 'N'] as const;

const anyShapes = fc
  .subarray([...rules], { minLength: 1, maxLength: 5 })
  .chain((chosen) =>
    fc.tuple(
      ...chosen.map((rule) =>
        fc.constantFrom(...owners).map((owner) => `ex:${owner}Shape sh:rule ${rule} .`),
      ),
    ),
  )
  .map(
    (texts) => `
#- /shapes.ttl
[] a sh:ShapesGraph ; sh:declare [ sh:prefix "ex" ; sh:namespace "http://example.org/ns#" ] .
ex:CShape a sh:NodeShape ; sh:targetClass ex:C .
ex:DShape a sh:NodeShape ; sh:targetClass ex:D ; sh:targetSubjectsOf ex:r .
ex:NShape a sh:NodeShape ; sh:targetNode ex:a , ex:lost ; sh:targetObjectsOf ex:p .
${listing}
${texts.join('\n')}`,
  );

const nodes = ['a', 'b', 'c', 'd', 'e'].map((name) => `ex:${name}`);
const anyTriple = fc.oneof(
  { weight: 5, arbitrary: tripleOf(['ex:p', 'ex:q', 'ex:r'], nodes) },
  { weight: 3, arbitrary: tripleOf(['a'], ['ex:C', 'ex:D', 'ex:E']) },
  { weight: 1, arbitrary: tripleOf(['ex:p', 'ex:r'], ['1', '"x"']) },
);

function tripleOf(predicates: readonly string[], objects: readonly string[]): fc.Arbitrary<string> {
  return fc
    .tuple(fc.constantFrom(...nodes), fc.constantFrom(...predicates), fc.constantFrom(...objects))
    .map((terms) => `${terms.join(' ')} .`);
}

/** A store of its own for a text. */
export interface StoreForRules {
  /** The named graph with the text. */
  readonly data: string;
  readonly storeOf: (graphs: readonly string[]) => Store;
  readonly updates: UpdatableStore;
  /** The names of its graphs that have triples. */
  graphs(): Promise<readonly string[]>;
}

/**
 * Checks over random shapes and graphs that what rules infer in a store is what they infer from a file with its triples, and that
 * nothing stays there.
 */
export async function rulesEqualLocal(
  fill: (turtle: string) => Promise<StoreForRules>,
  numRuns: number,
): Promise<void> {
  let inferred = 0;
  await fc.assert(
    fc.asyncProperty(
      anyShapes,
      fc.array(anyTriple, { minLength: 3, maxLength: 14 }),
      async (files, triples) => {
        const stored = `@prefix ex: <http://example.org/ns#> .
        ex:E <http://www.w3.org/2000/01/rdf-schema#subClassOf> ex:C . ex:a ex:is 1 . ex:lost ex:is 1 . ${triples.join('\n')}`;
        const { data, storeOf, updates, graphs } = await fill(stored);
        const remote = await runInMemory(
          [
            ...['validate', '--endpoint', `https://store.example/sparql FROM <${data}>`],
            ...'--shapes shapes.ttl --inference rules --format json --yes --scratch-graph'.split(' '),
            'http://example.org/scratch',
          ],
          { files, store: (address) => storeOf(address.graphs), updates },
        );
        const local = await runInMemory(
          'validate all.ttl --shapes shapes.ttl --inference rules --format json',
          { files, texts: { '/all.ttl': stored } },
        );
        expect(remote.err).toMatch(/^The rules inferred \d+ triples? in /);
        inferred += Number(/\d+/.exec(remote.err)![0]);
        expect(resultsOf(remote.out)).toEqual(resultsOf(local.out));
        expect(remote.code).toBe(local.code);
        expect(await graphs()).toEqual([data]);
      },
    ),
    { numRuns },
  );
  expect(inferred).toBeGreaterThan(numRuns);
}

function resultsOf(json: string): readonly string[] {
  const { results } = JSON.parse(json) as { readonly results: readonly Record<string, unknown>[] };
  return results
    .map(({ focusNode, component, path, value }) => JSON.stringify([focusNode, component, path, value]))
    .toSorted();
}
