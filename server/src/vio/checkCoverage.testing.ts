import fc from 'fast-check';
import { expect } from 'vitest';
import { type Graph, IndexedGraph } from '../rdf/graph.ts';
import { OverlayGraph } from '../rdf/overlayGraph.ts';
import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { rdf, sh } from '../rdf/vocab.ts';
import { changedInput } from '../shacl/incremental/changedInput.ts';
import type { Constraint, Shape } from '../shacl/model/shape.ts';
import { inputOf } from '../shacl/reference/differential/tally.testing.ts';
import { referenceValidator } from '../shacl/reference/referenceEngine.ts';
import { readShapes } from '../shacl/shapesGraph/readShapes.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import type { ShapesCase } from '../testing/arbitraryShapes.ts';
import { generated, problemOf } from '../testing/vios.ts';
import { madeValid } from './madeValid.testing.ts';
import { valuesAlong } from './valuesAlong.testing.ts';
import type { GenerateMode } from './vioCase.ts';

/** Counts of what was judged. */
export interface Judged {
  units: number;
  cases: number;
  covered: number;
  satisfied: number;
  touched: number;
}

/**
 * Checks the coverage of suites of small random units by its definition. rdf-validate-shacl says of every constraint at
 * every node of the graph whether it is violated, before and after each case; the rest is counting. So every
 * constraint that is credited is newly violated in a case, and every other one in none.
 */
export async function checkCoverage(params: {
  readonly numRuns: number;
  readonly seed: number;
}): Promise<Judged> {
  const all: Judged = { units: 0, cases: 0, covered: 0, satisfied: 0, touched: 0 };
  await fc.assert(
    fc.asyncProperty(smallUnit(), mode, fc.nat(1000), async (unit, mode, seed) => {
      const input = inputOf(await madeValid(unit));
      const suite = await generated(await problemOf(input), { mode, seed, maxCases: 10 });
      if (suite.cases.length === 0) return;
      const before = await Judge.of(input, input);
      const newlyViolated = new Set<Constraint>();
      for (const { change, covered, satisfied, touched } of suite.cases) {
        const after = await Judge.of(changedInput(input, change).input, input);
        const judged = after.comparedTo(before);
        expect(new Set(covered)).toEqual(judged.violated);
        for (const each of covered) newlyViolated.add(each);
        for (const each of satisfied) expect(judged.satisfied).toContain(each);
        for (const each of touched) {
          expect(judged.violated).not.toContain(each);
          expect(judged.causes).toContain(each);
        }
      }
      for (const { constraint, status } of suite.coverage)
        expect(status === 'covered').toBe(newlyViolated.has(constraint));
      all.units++;
      all.cases += suite.cases.length;
      for (const { status } of suite.coverage) if (status !== 'uncovered') all[status]++;
    }),
    params,
  );
  return all;
}

const mode: fc.Arbitrary<GenerateMode> = fc.constantFrom(
  { kind: 'cover' },
  { kind: 'exhaustive' },
  { kind: 'sample', count: 2 },
  { kind: 'per-focus' },
);

// Units with shapes in shapes, which both engines judge alike.

const name = fc.constantFrom('ex:a', 'ex:b', 'ex:c', 'ex:d');
const value = fc.oneof(name, fc.constantFrom('"x"', '"y"', '"long text"', '1', '"x"@en'));
const aClass = fc.constantFrom('ex:C', 'ex:D', 'ex:E');
const property = fc.constantFrom('ex:p', 'ex:q', 'ex:r');
const fact = fc.oneof(
  fc.tuple(name, property, value).map((words) => `${words.join(' ')} .`),
  fc.tuple(name, aClass).map(([node, type]) => `${node} a ${type} .`),
);

const valueConstraint = fc.oneof(
  aClass.map((type) => `sh:class ${type}`),
  fc.constantFrom('xsd:string', 'xsd:integer', 'rdf:langString').map((type) => `sh:datatype ${type}`),
  fc.constantFrom('sh:IRI', 'sh:Literal').map((kind) => `sh:nodeKind ${kind}`),
  fc.constant('sh:maxLength 4'),
  fc.tuple(value, value).map((members) => `sh:in ( ${members.join(' ')} )`),
);
const countConstraint = fc.oneof(
  fc.constantFrom('sh:minCount 1', 'sh:maxCount 1', 'sh:maxCount 2'),
  value.map((each) => `sh:hasValue ${each}`),
);

/** One or two constraints; a shape has each parameter but sh:property once. */
function someOf(constraint: fc.Arbitrary<string>): fc.Arbitrary<readonly string[]> {
  return fc.uniqueArray(constraint, {
    minLength: 1,
    maxLength: 2,
    selector: (text) => (text.startsWith('sh:property') ? text : text.split(' ')[0]),
  });
}

const { shapeText } = fc.letrec<{ shapeText: string; logic: string; propertyText: string }>((tie) => ({
  shapeText: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 3, arbitrary: valueConstraint },
    { weight: 4, arbitrary: tie('propertyText').map((text) => `sh:property [ ${text} ]`) },
    { weight: 2, arbitrary: tie('logic') },
  ),
  propertyText: fc
    .tuple(
      fc.oneof(
        property,
        property.map((each) => `[ sh:inversePath ${each} ]`),
      ),
      someOf(fc.oneof(valueConstraint, countConstraint, tie('logic'))),
    )
    .map(([path, rest]) => [`sh:path ${path}`, ...rest].join(' ; ')),
  logic: fc.oneof(
    fc
      .tuple(fc.constantFrom('or', 'xone', 'xone', 'and'), tie('shapeText'), tie('shapeText'))
      .map(([kind, one, other]) => `sh:${kind} ( [ ${one} ] [ ${other} ] )`),
    tie('shapeText').map((text) => `sh:not [ ${text} ]`),
    tie('shapeText').map((text) => `sh:node [ ${text} ]`),
  ),
}));

const qualified = fc
  .tuple(property, shapeText, fc.constantFrom('Min', 'Max'))
  .map(
    ([path, text, kind]) =>
      `sh:property [ sh:path ${path} ; sh:qualifiedValueShape [ ${text} ] ; sh:qualified${kind}Count 1 ]`,
  );

const target = fc.oneof(
  aClass.map((type) => `sh:targetClass ${type}`),
  property.map((each) => `sh:targetSubjectsOf ${each}`),
  name.map((node) => `sh:targetNode ${node}`),
);

function smallUnit(): fc.Arbitrary<ShapesCase> {
  const roots = fc.array(fc.tuple(target, someOf(fc.oneof(shapeText, shapeText, qualified))), {
    minLength: 1,
    maxLength: 2,
  });
  return fc.tuple(roots, fc.array(fact, { minLength: 4, maxLength: 14 })).map(([shapes, data]) => ({
    shapes: shapes.map(([where, rest], i) => `ex:S${i} a sh:NodeShape ; ${where} ; ${rest.join(' ; ')} .`),
    data,
    context: [],
  }));
}

// The judge.

/** The verdict of a constraint about a focus node and a value, or about the focus node where the values count together. */
type Verdict = 'violated' | 'satisfied';

type ByConstraint = ReadonlyMap<Constraint, ReadonlyMap<TermId, ReadonlySet<TermId | undefined>>>;
type ByShape = ReadonlyMap<TermId, ReadonlySet<TermId>>;

class Judge {
  readonly #input: ValidationInput;
  /** The focus nodes and values that violate a constraint, as the reference engine reports them. */
  readonly #violated: ByConstraint;
  /** The nodes that violate each shape. */
  readonly #refusing: ByShape;

  /** @param valid the unit whose shapes name the constraints. */
  static async of(input: ValidationInput, valid: ValidationInput): Promise<Judge> {
    const { shapes } = valid;
    const all = shapes.shapes.flatMap(({ constraints }) => constraints);
    const named = shapes.graph.withPredicate(sh.targetNode).map(({ object }) => object);
    const nodes = [...new Set([...tripleTerms(input.dataGraph), ...named])];
    const probes: Triple[] = [];
    const state = (subject: TermId, predicate: TermId, object: TermId) =>
      probes.push({ subject, predicate, object });
    const aim = (probe: TermId) => state(probe, sh.targetObjectsOf, probed);
    const probeOf = all.map((constraint, i) => {
      const probe = terms.iri(`urn:example:probe${i}`);
      aim(probe);
      const shape = shapes.get(constraint.shape)!;
      if (shape.pathTerm !== undefined) state(probe, sh.path, shape.pathTerm);
      if (constraint.kind === 'property') {
        const inner = terms.iri(`urn:example:inner${i}`);
        state(probe, sh.node, inner);
        state(inner, sh.property, constraint.shapeRef);
      } else state(probe, constraint.parameter, constraint.parameterValue);
      if (constraint.kind === 'qualifiedMinCount' || constraint.kind === 'qualifiedMaxCount')
        state(probe, sh.qualifiedValueShape, constraint.shapeRef);
      return probe;
    });
    const shapeProbe = new Map(
      shapes.shapes.map(({ id }, i) => [id, terms.iri(`urn:example:shape${i}`)] as const),
    );
    for (const [id, probe] of shapeProbe) {
      aim(probe);
      state(probe, sh.node, id);
    }
    const untargeted = [...shapes.graph.triples()].filter(({ predicate }) => !targetKinds.has(predicate));
    // Blank nodes can be no sh:targetNode. So a statement about each node makes it a target.
    const aiming = nodes.map((object) => ({ subject: probed, predicate: probed, object }));
    const probing = {
      ...input,
      dataGraph: new OverlayGraph(input.dataGraph, { added: aiming, removed: [] }),
      shapes: readShapes(new IndexedGraph([...untargeted, ...probes])),
    };
    const { violations, notChecked } = await referenceValidator.validate(
      probing,
      new AbortController().signal,
    );
    expect(notChecked).toEqual([]);
    const found = new Map<TermId, Map<TermId, Set<TermId | undefined>>>();
    for (const { sourceShape, focusNode, value: refused } of violations) {
      const byFocus = found.get(sourceShape) ?? new Map<TermId, Set<TermId | undefined>>();
      found.set(sourceShape, byFocus);
      byFocus.set(focusNode, (byFocus.get(focusNode) ?? new Set()).add(refused));
    }
    const nothing = new Map<TermId, Set<TermId | undefined>>();
    return new Judge(
      { ...input, shapes },
      new Map(all.map((constraint, i) => [constraint, found.get(probeOf[i]!) ?? nothing])),
      new Map([...shapeProbe].map(([id, probe]) => [id, new Set((found.get(probe) ?? nothing).keys())])),
    );
  }

  private constructor(input: ValidationInput, violated: ByConstraint, refusing: ByShape) {
    this.#input = input;
    this.#violated = violated;
    this.#refusing = refusing;
  }

  /** What the results of this graph exercise that those of the valid graph do not. */
  comparedTo(before: Judge): Record<Verdict | 'causes', Set<Constraint>> {
    const found = {
      violated: new Set<Constraint>(),
      satisfied: new Set<Constraint>(),
      causes: new Set<Constraint>(),
    };
    for (const shape of this.#input.shapes.shapes) {
      for (const focus of this.#targets(shape)) {
        if (!this.#refusing.get(shape.id)!.has(focus)) continue;
        const causes = this.#causes(shape.id, focus);
        const earlier = before.#targets(shape).includes(focus) ? before.#reached(shape.id, focus) : [];
        const later = this.#reached(shape.id, focus);
        for (const [constraint, verdict] of causes) {
          const counted = (judge: Judge, at: readonly (readonly [TermId, TermId])[]) =>
            at.reduce((sum, [id, node]) => {
              if (id !== constraint.shape) return sum;
              const { violated, satisfied } = judge.#judged(constraint, node);
              return sum + (verdict === 'violated' ? violated : satisfied).length;
            }, 0);
          found.causes.add(constraint);
          if (counted(this, later) > counted(before, earlier)) found[verdict].add(constraint);
        }
      }
    }
    return found;
  }

  /** The shapes and nodes that a shape leads to from a node, whatever the verdicts. */
  #reached(shape: TermId, node: TermId): readonly (readonly [TermId, TermId])[] {
    const found = new Map([[`${shape} ${node}`, [shape, node] as const]]);
    for (const [id, at] of found.values()) {
      for (const constraint of this.#shape(id).constraints)
        for (const ref of refsOf(constraint))
          for (const each of this.#values(id, at)) found.set(`${ref} ${each}`, [ref, each]);
    }
    return [...found.values()];
  }

  #causes(shape: TermId, node: TermId): readonly (readonly [Constraint, Verdict])[] {
    const found = new Map<string, readonly [Constraint, Verdict]>();
    const seen = new Set<string>();
    const all = this.#input.shapes.shapes.flatMap(({ constraints }) => constraints);
    const add = (id: TermId, at: TermId, verdict: Verdict) => {
      if (seen.has(`${id} ${at}`)) return;
      seen.add(`${id} ${at}`);
      for (const constraint of this.#shape(id).constraints) {
        const judged = this.#judged(constraint, at)[verdict];
        if (judged.length === 0) continue;
        found.set(`${all.indexOf(constraint)} ${verdict}`, [constraint, verdict]);
        for (const [ref, each, next] of this.#below(constraint, at, verdict, judged)) add(ref, each, next);
      }
    };
    add(shape, node, 'violated');
    return [...found.values()];
  }

  /** Which verdicts about which values bring a verdict about. */
  #below(
    constraint: Constraint,
    at: TermId,
    verdict: Verdict,
    judged: readonly TermId[],
  ): readonly (readonly [TermId, TermId, Verdict])[] {
    const refs = refsOf(constraint);
    const of = (each: TermId, ref: TermId): Verdict =>
      this.#refusing.get(ref)!.has(each) ? 'violated' : 'satisfied';
    const pairs = (values: readonly TermId[], isCause: (its: Verdict, each: TermId) => boolean) =>
      values.flatMap((each) =>
        refs.flatMap((ref) => (isCause(of(each, ref), each) ? [[ref, each, of(each, ref)] as const] : [])),
      );
    const other = verdict === 'violated' ? 'satisfied' : 'violated';
    const values = this.#values(constraint.shape, at);
    const { kind } = constraint;
    if (kind === 'qualifiedMinCount') return pairs(values, (its) => its === verdict);
    if (kind === 'qualifiedMaxCount') return pairs(values, (its) => its === other);
    if (kind === 'not') return pairs(judged, (its) => its === other);
    if (kind !== 'xone') return pairs(judged, (its) => its === verdict);
    return pairs(judged, (its, each) => {
      const held = refs.filter((ref) => of(each, ref) === 'satisfied').length;
      return verdict === 'satisfied' || held === 0 || its === 'satisfied';
    });
  }

  /** The values that violate and satisfy a constraint; the focus node for those that judge all values together. */
  #judged(constraint: Constraint, focus: TermId): Readonly<Record<Verdict, readonly TermId[]>> {
    const refused = this.#violated.get(constraint)!.get(focus);
    if (together.has(constraint.kind))
      return refused ? { violated: [focus], satisfied: [] } : { violated: [], satisfied: [focus] };
    const values = this.#values(constraint.shape, focus);
    return {
      violated: values.filter((each) => refused?.has(each)),
      satisfied: values.filter((each) => !refused?.has(each)),
    };
  }

  #values(id: TermId, node: TermId): readonly TermId[] {
    const { pathTerm } = this.#shape(id);
    if (pathTerm === undefined) return [node];
    const graphs = { shapes: this.#input.shapes.graph, data: this.#input.dataGraph };
    return [...valuesAlong(pathTerm, new Set([node]), graphs)];
  }

  #shape(id: TermId): Shape {
    return this.#input.shapes.get(id)!;
  }

  #targets({ targets }: Shape): readonly TermId[] {
    const { dataGraph } = this.#input;
    const found = new Set<TermId>();
    for (const each of targets) {
      if (each.kind === 'node') found.add(each.node);
      if (each.kind === 'class') for (const node of dataGraph.subjects(rdf.type, each.class)) found.add(node);
      if (each.kind === 'subjectsOf')
        for (const { subject } of dataGraph.withPredicate(each.predicate)) found.add(subject);
    }
    return [...found];
  }
}

const probed = terms.iri('urn:example:probed');

const together: ReadonlySet<string> = new Set([
  'minCount',
  'maxCount',
  'hasValue',
  'qualifiedMinCount',
  'qualifiedMaxCount',
]);

const targetKinds: ReadonlySet<TermId> = new Set([
  sh.targetClass,
  sh.targetNode,
  sh.targetSubjectsOf,
  sh.targetObjectsOf,
]);

function refsOf(constraint: Constraint): readonly TermId[] {
  if ('shapeRefs' in constraint) return constraint.shapeRefs;
  return 'shapeRef' in constraint ? [constraint.shapeRef] : [];
}

function* tripleTerms(graph: Graph): Iterable<TermId> {
  for (const { subject, object } of graph.triples()) {
    yield subject;
    yield object;
  }
}
