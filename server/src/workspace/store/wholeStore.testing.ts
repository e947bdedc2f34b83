import fc from 'fast-check';
import { expect } from 'vitest';
import { type Random, seededRandom } from '../../base/random.ts';
import { termToNTriples } from '../../rdf/nTriples.ts';
import { terms } from '../../rdf/terms.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { allComponents } from '../../shacl/components/index.ts';
import { recordValidation } from '../../shacl/incremental/recordedValidation.ts';
import type { CoreConstraintKind } from '../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { splitResults } from '../../shacl/results/reported.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { arbitraryHistory } from '../../testing/arbitraryShapes.ts';
import { suppliedPrefixes } from '../../testing/fixture.ts';
import { newestShapes, queryShapes } from '../../testing/queryShapes.ts';
import { print, printViolation } from '../../testing/shaclCheck.ts';
import { documentOf, type FilledStore, isLoadable } from './equalsLocal.testing.ts';
import type { Store } from './store.ts';
import { judgeStore } from './wholeStore.ts';

/**
 * Checks over random graphs in a store that the store's results are those of a file with all its triples, those of several
 * shards together as well, and those of a run that goes on where another one was ended. What is undecided may lack results.
 *
 * @param fill makes a store with the triples of a Turtle document; undefined when the store refuses them.
 */
export async function wholeStoreEqualsLocal(
  fill: (turtle: string) => Promise<FilledStore | undefined>,
  {
    runs,
    queries = false,
    leftOut = /(?!)/,
    maxOpen = 0,
  }: {
    readonly runs: number;
    readonly queries?: boolean;
    /** Statements that the store can't hold. */
    readonly leftOut?: RegExp;
    /** The share of stores whose verdict may stay open because of what the store does. */
    readonly maxOpen?: number;
  },
): Promise<void> {
  let results = 0;
  let open = 0;
  await fc.assert(
    fc.asyncProperty(
      arbitraryHistory(0, { shacl12: true, reifiers: false }),
      queries
        ? fc.subarray([...queryShapes, ...newestShapes], { minLength: 1, maxLength: 3 })
        : fc.constant([]),
      fc.integer({ min: 2, max: 4 }),
      fc.nat(),
      async ({ start }, more, shards, killedAfter) => {
        const stored = [...start.data, ...start.context].filter(
          (each) => isLoadable(each) && !leftOut.test(each),
        );
        const shapes = documentOf('shapes', [...start.shapes, ...more]);
        const filled = await fill(suppliedPrefixes + stored.join('\n'));
        fc.pre(filled !== undefined);
        const { store, dump } = filled;
        const whole = await batchesOf(store, shapes);
        const isOpen = (batches: readonly Batch[]) => batches.some(({ gaps }) => gaps.length > 0);
        if (isOpen(whole)) {
          open++;
          return;
        }
        const local = await resultsOfFile(shapes, await dump());
        results += local.length;
        expect(resultsOf(whole).toSorted()).toEqual(local);
        const parts: Batch[] = [];
        for (let index = 1; index <= shards; index++)
          parts.push(...(await batchesOf(store, shapes, { shard: { index, of: shards } })));
        // A shard, and a run that goes on, do not fetch the whole graph for what others have met.
        if (isOpen(parts)) open++;
        else expect(resultsOf(parts).toSorted()).toEqual(local);
        if (whole.length === 0) return;
        const done = whole.slice(0, 1 + (killedAfter % whole.length));
        const rest = await batchesOf(store, shapes, { after: done.at(-1)!.to });
        if (isOpen(rest)) open++;
        else expect([...resultsOf(done), ...resultsOf(rest)]).toEqual(resultsOf(whole));
      },
    ),
    { numRuns: runs },
  );
  expect(results).toBeGreaterThan(runs);
  expect(open).toBeLessThanOrEqual(runs * maxOpen);
}

/**
 * Checks of a random case with many nodes that the store's results are those of a file with all its triples. The nodes are
 * copies of those of the case, each with other statements of this case and of others; every fourth case has blank nodes.
 *
 * @param number which case it is.
 * @returns how many results there are, and why the verdict is open, if it is.
 */
export async function manyNodesEqualLocal(
  fill: (turtle: string) => Promise<FilledStore>,
  number: number,
  nodes: number,
): Promise<{ readonly results: number; readonly shapes: number; readonly gaps: readonly string[] }> {
  const drawn = fc.sample(arbitraryHistory(0, { shacl12: true, reifiers: false }), {
    seed: number,
    numRuns: 20,
  });
  const [{ start }] = drawn as [(typeof drawn)[0]];
  const hasBlanks = number % 4 === 0;
  const isUsable = (each: string) => isLoadable(each) && (hasBlanks || !each.includes('_:x'));
  const own = start.data.filter(isUsable);
  const others = drawn.flatMap((each) => each.start.data).filter(isUsable);
  const data = [...start.context.filter(isUsable), ...copies(own, others, nodes, seededRandom(number))];
  const shapes = documentOf('shapes', start.shapes);
  const { store, dump } = await fill(suppliedPrefixes + data.join('\n'));
  const whole = await batchesOf(store, shapes, { nodesPerBatch: 500 });
  const found = resultsOf(whole).toSorted();
  const gaps = whole.flatMap((batch) => batch.gaps);
  const count = { results: found.length, shapes: start.shapes.length, gaps };
  if (gaps.length > 0) return count;
  expect(found, `case ${number}`).toEqual(await resultsOfFile(shapes, await dump()));
  return count;
}

/** Statements about ex:a, ex:b and ex:c, in copies with other names. */
function copies(
  own: readonly string[],
  others: readonly string[],
  nodes: number,
  random: Random,
): readonly string[] {
  const statements: string[] = [];
  for (let copy = 0; copy < nodes / 3; copy++) {
    for (let left = 4 + random.below(9); left > 0; left--) {
      const from = own.length > 0 && random.below(2) === 0 ? own : others;
      const statement = from[random.below(from.length)]!;
      statements.push(copy === 0 ? statement : statement.replace(/(ex:[abc]|_:x)\b/g, `$1${copy}`));
    }
  }
  return statements;
}

/** What a file with all triples of a store is found to have. */
async function resultsOfFile(shapes: TurtleDocument, dump: string): Promise<readonly string[]> {
  const input = inputWith(readShapes(shapes.graph))(documentOf('data', [dump]));
  const { result } = await recordValidation(input);
  return lines(splitResults(result.violations, input).reported).toSorted();
}

/** A constraint on the values of ex:p, values that conform, and values that do not. */
const planted: Readonly<Partial<Record<CoreConstraintKind, readonly [string, good: string, bad: string]>>> = {
  class: ['sh:class ex:K', 'ex:k', 'ex:x'],
  datatype: ['sh:datatype xsd:integer', '1', '"x"'],
  nodeKind: ['sh:nodeKind sh:IRI', 'ex:x', '1'],
  minCount: ['sh:minCount 2', '1, 2', '1'],
  maxCount: ['sh:maxCount 1', '1', '1, 2'],
  minExclusive: ['sh:minExclusive 5', '6', '5'],
  minInclusive: ['sh:minInclusive 5', '5', '4'],
  maxExclusive: ['sh:maxExclusive 5', '4', '5'],
  maxInclusive: ['sh:maxInclusive 5', '5', '6'],
  minLength: ['sh:minLength 2', '"xx"', '"x"'],
  maxLength: ['sh:maxLength 1', '"x"', '"xx"'],
  pattern: ['sh:pattern "^a"', '"ab"', '"b"'],
  languageIn: ['sh:languageIn ( "en" )', '"x"@en', '"x"@fr'],
  singleLine: ['sh:singleLine true', '"x"', '"x\\ny"'],
  uniqueLang: ['sh:uniqueLang true', '"x"@en', '"x"@en, "y"@en'],
  equals: ['sh:equals ex:q', '1 ; ex:q 1', '1 ; ex:q 2'],
  disjoint: ['sh:disjoint ex:q', '1 ; ex:q 2', '1 ; ex:q 1'],
  subsetOf: ['sh:subsetOf ex:q', '1 ; ex:q 1', '1 ; ex:q 2'],
  lessThan: ['sh:lessThan ex:q', '1 ; ex:q 2', '2 ; ex:q 1'],
  lessThanOrEquals: ['sh:lessThanOrEquals ex:q', '1 ; ex:q 1', '2 ; ex:q 1'],
  not: ['sh:not ex:T', 'ex:x', 'ex:k'],
  and: ['sh:and ( ex:T [ sh:nodeKind sh:IRI ] )', 'ex:k', 'ex:x'],
  or: ['sh:or ( ex:T [ sh:nodeKind sh:Literal ] )', 'ex:k', 'ex:x'],
  xone: ['sh:xone ( ex:T [ sh:nodeKind sh:IRI ] )', 'ex:x', 'ex:k'],
  node: ['sh:node ex:T', 'ex:k', 'ex:x'],
  property: ['sh:property [ sh:path ex:q ; sh:minCount 1 ]', 'ex:full', 'ex:x'],
  qualifiedMinCount: ['sh:qualifiedMinCount 1 ; sh:qualifiedValueShape ex:T', 'ex:k', 'ex:x'],
  qualifiedMaxCount: ['sh:qualifiedMaxCount 1 ; sh:qualifiedValueShape ex:T', 'ex:k', 'ex:k, ex:k2'],
  closed: ['sh:closed true', 'ex:x', 'ex:full'],
  hasValue: ['sh:hasValue "x"', '"x"', '1'],
  in: ['sh:in ( 1 2 )', '1', '0'],
  rootClass: ['sh:rootClass ex:K', 'ex:Sub', 'ex:x'],
  someValue: ['sh:someValue ex:T', 'ex:k', 'ex:x'],
  minListLength: ['sh:minListLength 2', '( 1 2 )', '( 1 )'],
  maxListLength: ['sh:maxListLength 1', '( 1 )', '( 1 2 )'],
  uniqueMembers: ['sh:uniqueMembers true', '( 1 2 )', '( 1 1 )'],
  memberShape: ['sh:memberShape ex:T', '( ex:k )', '( ex:x )'],
};

/** Their results need reifiers, which no answer of SPARQL 1.1 has, or other focus nodes. */
const notPlanted = ['reifierShape', 'uniqueValuesFor'];

/** Shapes with each component, and nodes of which some have a result: for each component as many as given. */
export function plantedViolations(nodes: number, violating: number) {
  expect(new Set([...Object.keys(planted), ...notPlanted])).toEqual(
    new Set(allComponents.map(({ kind }) => kind)),
  );
  const broken = new Set<string>();
  const texts = ['ex:k a ex:K . ex:k2 a ex:K . ex:full ex:q 1 . ex:Sub rdfs:subClassOf ex:K .'];
  const constraints = [
    'ex:T a sh:NodeShape ; sh:class ex:K .',
    'ex:S-unique a sh:NodeShape ; sh:targetClass ex:C-unique ; sh:uniqueValuesFor ex:id .',
  ];
  const add = (kind: string, statementsOf: (isBad: boolean, i: number) => string) => {
    for (let i = 0; i < nodes; i++) {
      const isBad = i < violating;
      texts.push(`ex:${kind}${i} a ex:C-${kind} ; ${statementsOf(isBad, i)} .`);
      if (isBad) broken.add(`<http://example.org/ns#${kind}${i}>`);
    }
  };
  add('unique', (isBad, i) => `ex:id ${isBad ? Math.floor(i / 2) : i}`);
  for (const [kind, [constraint, good, bad]] of Object.entries(planted)) {
    constraints.push(
      `ex:S-${kind} a sh:NodeShape ; sh:targetClass ex:C-${kind} ; sh:property [ sh:path ex:p ; ${constraint} ] .`,
    );
    add(kind, (isBad) => `ex:p ${isBad ? bad : good}`);
  }
  return { constraints, data: suppliedPrefixes + texts.join('\n'), broken };
}

/** Checks that a store has results at these nodes and at no others. */
export async function plantedAreFound(
  fill: (turtle: string) => Promise<FilledStore | undefined>,
  nodes: number,
  violating: number,
): Promise<void> {
  const { constraints, data, broken } = plantedViolations(nodes, violating);
  const { store } = (await fill(data))!;
  const batches = await batchesOf(store, documentOf('shapes', constraints), { nodesPerBatch: 500 });
  expect(batches.flatMap(({ gaps }) => gaps)).toEqual([]);
  expect(new Set(batches.flatMap((batch) => batch.violating))).toEqual(broken);
}

interface Batch {
  readonly violating: readonly string[];
  readonly results: readonly string[];
  readonly gaps: readonly string[];
  readonly to: string;
}

async function batchesOf(
  store: Store,
  document: TurtleDocument,
  {
    shard = { index: 1, of: 1 },
    after,
    nodesPerBatch = 2,
  }: {
    readonly shard?: { readonly index: number; readonly of: number };
    readonly after?: string;
    readonly nodesPerBatch?: number;
  } = {},
): Promise<readonly Batch[]> {
  let shapes = readShapes(document.graph);
  const options = {
    inputWith: async (known: TurtleDocument) => inputWith(shapes)(known),
    looksUpClasses: true,
    shard,
    after,
    forget() {
      terms.sweep((keep) => document.forTerms(keep));
      shapes = readShapes(document.graph);
    },
    nodesPerBatch,
    sampleSize: 0,
  };
  const batches: Batch[] = [];
  for await (const { violations, gaps, to } of judgeStore(store, options, new AbortController().signal))
    batches.push({
      violating: violations.map(({ rootFocusNode }) => termToNTriples(rootFocusNode)),
      results: lines(violations),
      gaps,
      to,
    });
  return batches;
}

function inputWith(shapes: ShapesGraph): (document: TurtleDocument) => ValidationInput {
  return ({ graph }) => ({ dataGraph: graph, classGraph: graph, reportedGraph: graph, shapes });
}

function resultsOf(batches: readonly Batch[]): readonly string[] {
  return batches.flatMap(({ results }) => results);
}

function lines(violations: readonly Violation[]): readonly string[] {
  return violations.map((violation) => `${printViolation(violation)} ${print(violation.severity)}`);
}
