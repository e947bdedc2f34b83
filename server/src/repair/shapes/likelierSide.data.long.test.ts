import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { applyEdits } from '../../base/textEdit.ts';
import { planEdits } from '../../rdf/edits/planEdits.ts';
import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { localName } from '../../rdf/iri.ts';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { rdf, sh, xsd } from '../../rdf/vocab.ts';
import { constraintKey } from '../../shacl/evaluator.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { type RecordedValidation, recordValidation } from '../../shacl/incremental/recordedValidation.ts';
import { shortForm } from '../../shacl/model/words.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { generated, problemOf } from '../../testing/vios.ts';
import { defaultMistakeProfile } from '../../vio/mistakes/mistakeProfile.ts';
import { repairShape, resultsByConstraint, type ShapeRepairs } from './repairShape.ts';

/*
 * Errors that are planted one by one, in shapes whose data is right, and in data whose shapes are right: whether a change of the
 * shape ends the results of the former, and how often the right side is named. The rules were tuned on the first two data sets.
 */
const { signal } = new AbortController();
const fixtures = 'test-fixtures';
const tuned = [
  ['university/university', 'university/university-shapes'],
  ['heldout/library', 'heldout/library-shapes'],
] as const;
const others = [
  'dual-duct-box',
  'fan-coil-unit',
  'fan-powered-box',
  'hot-water-plant',
  'multi-zone-ahu',
  'single-zone-ahu',
].map((name) => [`hvac/${name}`, `hvac/${name}-manifest`] as const);

/** Slips of somebody who writes shapes. */
function* plantedIn(graph: Graph): Generator<GraphDelta> {
  for (const { subject, predicate, object } of graph.triples()) {
    const removed = [{ subject, predicate, object }];
    const instead = (other: TermId): GraphDelta => ({
      removed,
      added: [{ subject, predicate, object: other }],
    });
    const number = terms.isLiteral(object) ? Number(terms.value(object)) : Number.NaN;
    const integer = (value: number) => terms.literal(String(value), xsd.integer);
    const isName = terms.isIri(object) && localName(terms.value(object)).length > 4;
    const misspelt = () => terms.iri(terms.value(object).replace(/(.)(.)$/, '$2$1x'.slice(0, 4)));
    switch (predicate) {
      case sh.maxCount:
      case sh.maxLength:
        if (number > 1) yield instead(integer(number - 1));
        break;
      case sh.minCount:
      case sh.minLength:
        yield instead(integer(number + 1));
        break;
      case sh.maxInclusive:
      case sh.minInclusive:
        yield instead(
          terms.literal(
            String(predicate === sh.maxInclusive ? number / 2 : number + 5),
            terms.datatype(object)!,
          ),
        );
        break;
      case sh.path:
      case sh.class:
        if (isName) yield instead(misspelt());
        break;
      case sh.datatype:
        yield instead(object === xsd.string ? xsd.integer : xsd.string);
        break;
      case sh.nodeKind:
        yield instead(object === sh.Literal ? sh.IRI : sh.Literal);
        break;
      case sh.pattern:
        yield instead(terms.literal(`${terms.value(object).replace(/\$$/, '')}x$`));
        break;
      case rdf.first:
        if (terms.isLiteral(object)) yield instead(terms.literal(`${terms.value(object)}s`));
        break;
      default:
        break;
    }
  }
}

function read(path: string): TurtleDocument {
  return new TurtleDocument(`file:///${path}.ttl`, 1, readFileSync(`${fixtures}/${path}.ttl`, 'utf8'));
}

function inputOf(data: Graph, shapes: TurtleDocument): ValidationInput {
  return {
    dataGraph: data,
    reportedGraph: data,
    classGraph: data,
    shapes: readShapes(shapes.graph),
  };
}

/** What is said about the constraint with the most results. */
async function advice(
  recorded: RecordedValidation,
  shapes: TurtleDocument,
): Promise<ShapeRepairs | undefined> {
  const groups = [...resultsByConstraint(recorded.result.violations).values()];
  const [most] = groups.toSorted((a, b) => b.length - a.length);
  return most && repairShape(recorded, most, [shapes], { term: shortForm }, signal);
}

/** How often what was asked for holds. */
interface Tally {
  shapes: number;
  ended: number;
  restored: number;
  named: number;
  namedRight: number;
}

async function plantInShapes(data: TurtleDocument, right: TurtleDocument, tally: Tally): Promise<void> {
  for (const delta of plantedIn(right.graph)) {
    const plan = planEdits(right, delta, { declaresPrefixes: true });
    if (plan.kind === 'notExpressible') continue;
    const wrong = right.changed(2, applyEdits(right.text, plan.edits));
    const recorded = await recordValidation(inputOf(data.graph, wrong), {}, signal);
    if (recorded.result.violations.length === 0) continue;
    tally.shapes++;
    const found = await advice(recorded, wrong);
    if (!found) continue;
    tally.ended++;
    const isRestored = found.repairs.some(({ delta: change }) =>
      isomorphic(new OverlayGraph(wrong.graph, change).triples(), right.graph.triples()),
    );
    if (isRestored) tally.restored++;
    count(found, 'shape', tally);
  }
}

/** Each mistake by itself, and all that are alike together, as somebody makes them again and again. */
async function plantInData(data: TurtleDocument, right: TurtleDocument, tally: Tally): Promise<void> {
  const problem = await problemOf(inputOf(data.graph, right));
  const mode = { kind: 'mistakes', frequencies: defaultMistakeProfile.frequencies } as const;
  const { cases } = await generated(problem, { mode, maxCases: 60, unlikely: false });
  const alike = new Map<string, GraphDelta[]>();
  for (const { change, operator, results } of cases) {
    const key = `${operator} ${constraintKey(results[0]!.constraint)}`;
    alike.set(key, [...(alike.get(key) ?? []), change]);
  }
  const changes = [...alike.values()].flatMap((each) => [
    each[0]!,
    ...(each.length > 1
      ? [{ removed: each.flatMap(({ removed }) => removed), added: each.flatMap(({ added }) => added) }]
      : []),
  ]);
  for (const change of changes) {
    const { input } = changedInput(problem.recorded.input, change);
    const recorded = await recordValidation(input, {}, signal);
    const found = await advice(recorded, right);
    if (found) count(found, 'data', tally);
  }
}

function count({ likelier }: ShapeRepairs, side: 'shape' | 'data', tally: Tally): void {
  if (likelier !== undefined) tally.named++;
  if (likelier === side) tally.namedRight++;
}

test('errors that are planted one by one', async () => {
  const tallies: Tally[] = [];
  for (const [where, sets] of [
    ['where the rules were tuned', tuned],
    ['elsewhere', others],
  ] as const) {
    const tally: Tally = { shapes: 0, ended: 0, restored: 0, named: 0, namedRight: 0 };
    for (const [dataPath, shapesPath] of sets) {
      const [data, right] = [read(dataPath), read(shapesPath)];
      await plantInShapes(data, right, tally);
      await plantInData(data, right, tally);
    }
    const { shapes, ended, restored, named, namedRight } = tally;
    console.log(
      `${where}: ${restored} of ${shapes} shapes restored, likelier side right in ${namedRight} of ${named}`,
    );
    expect(ended).toBe(shapes);
    expect(restored / shapes).toBeGreaterThan(0.85);
    expect(namedRight / named).toBeGreaterThan(0.85);
    tallies.push(tally);
  }
  const total = (key: keyof Tally) => tallies.reduce((sum, tally) => sum + tally[key], 0);
  console.log(`all: ${total('restored')} of ${total('shapes')} shapes restored`);
  expect(total('restored') / total('shapes')).toBeGreaterThanOrEqual(0.9);
}, 600_000);
