import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Graph, IndexedGraph } from '../../rdf/graph.ts';
import { OverlayGraph } from '../../rdf/overlayGraph.ts';
import { type Triple, terms } from '../../rdf/terms.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import { rdf, rdfs, sh, xsd } from '../../rdf/vocab.ts';
import { runs } from '../../testing/runs.ts';
import { graphOf, printViolation, validate } from '../../testing/shaclCheck.ts';
import type { Violation } from '../model/violation.ts';
import { readShapes } from '../shapesGraph/readShapes.ts';
import type { ValidationInput } from '../validationUnit.ts';
import { changedInput, changesClasses } from './changedInput.ts';
import { compareResults } from './impact.ts';
import { recordValidation } from './recordedValidation.ts';

const ex = (name: string) => terms.iri(`http://example.org/ns#${name}`);
const boolean = (lexical: string) => terms.literal(lexical, xsd.boolean);
const start = (name: string) => terms.literal(`http://example.org/${name}`, xsd.anyURI);
const nodes = ['a', 'b', 'c', 'd', 'e'].map(ex);
const classes = ['C', 'D', 'E'].map(ex);
const properties = ['p', 'q', 'r'].map(ex);

const anyTriple: fc.Arbitrary<Triple> = fc.oneof(
  { weight: 6, arbitrary: triple(nodes, properties, [...nodes, terms.literal('x'), terms.literal('y')]) },
  { weight: 3, arbitrary: triple(nodes, [rdf.type], classes) },
  { weight: 1, arbitrary: triple(classes, [rdfs.subClassOf], classes) },
  { weight: 1, arbitrary: triple(nodes, [sh.incomplete], ['true', 'false'].map(boolean)) },
  { weight: 1, arbitrary: triple(nodes, [sh.incompleteURIStart], ['ns#a', 'ns#b'].map(start)) },
);

function triple(subjects: number[], predicates: number[], objects: number[]): fc.Arbitrary<Triple> {
  return fc.record({
    subject: fc.constantFrom(...subjects),
    predicate: fc.constantFrom(...predicates),
    object: fc.constantFrom(...objects),
  });
}

const anyPath = fc.constantFrom(
  'ex:p',
  'ex:q',
  '[ sh:inversePath ex:p ]',
  '( ex:p ex:q )',
  '[ sh:zeroOrMorePath ex:p ]',
  '[ sh:alternativePath ( ex:q [ sh:inversePath ( ex:r ex:p ) ] ) ]',
  '( rdf:type [ sh:zeroOrMorePath rdfs:subClassOf ] )',
);
const shapeNames = ['ex:S0', 'ex:S1', 'ex:S2', 'ex:S3'];
const anyShape = fc.constantFrom(...shapeNames);

const anyConstraint = fc.oneof(
  fc.constantFrom(
    'sh:class ex:C',
    'sh:nodeKind sh:IRI',
    'sh:in ( ex:a ex:b "x" )',
    'sh:hasValue ex:c',
    'sh:disjoint ex:q',
    'sh:equals ex:r',
    'sh:closed true ; sh:ignoredProperties ( ex:p rdf:type )',
  ),
  fc.tuple(fc.constantFrom('sh:node', 'sh:not', 'sh:property'), anyShape).map((pair) => pair.join(' ')),
  fc
    .tuple(fc.constantFrom('sh:and', 'sh:or', 'sh:xone'), anyShape, anyShape)
    .map(([list, a, b]) => `${list} ( ${a} ${b} )`),
);
const anyPropertyConstraint = fc.oneof(
  anyConstraint,
  fc.constantFrom('sh:minCount 1', 'sh:maxCount 1'),
  fc
    .tuple(fc.constantFrom('Min', 'Max'), anyShape)
    .map(([count, shape]) => `sh:qualified${count}Count 1 ; sh:qualifiedValueShape ${shape}`),
);
const anyTarget = fc.constantFrom(
  '',
  'sh:targetClass ex:C ;',
  'sh:targetNode ex:a, ex:b ;',
  'sh:targetSubjectsOf ex:p ;',
  'sh:targetObjectsOf ex:q ;',
);
const anyShapes = fc
  .tuple(
    ...shapeNames.map((name, i) =>
      i % 2 === 0
        ? fc
            .tuple(anyTarget, fc.array(anyConstraint, { maxLength: 3 }))
            .map(([target, all]) => `${name} a sh:NodeShape ; ${target} ${all.join(' ; ')} .`)
        : fc
            .tuple(anyTarget, anyPath, fc.array(anyPropertyConstraint, { maxLength: 3 }))
            .map(([target, path, all]) => `${name} sh:path ${path} ; ${target} ${all.join(' ; ')} .`),
    ),
  )
  .map((shapes) => shapes.join('\n'));

test('revalidating what a change affects gives what validating everything gives', () =>
  fc.assert(
    fc.asyncProperty(
      anyShapes,
      fc.array(anyTriple, { maxLength: 20 }),
      fc.array(anyTriple, { maxLength: 3 }),
      fc.array(anyTriple, { maxLength: 3 }),
      async (shapesText, triples, added, removed) => {
        const shapesGraph = graphOf(shapesText, 'file:///workspace/shapes.ttl');
        const data = new IndexedGraph(triples);
        const input = inputOf(data, shapesGraph);
        const delta = { added, removed };
        const changed = inputOf(new OverlayGraph(data, delta), shapesGraph);
        const change = { input: changed, delta, classesChanged: changesClasses(delta) };

        const partial = await (await recordValidation(input)).revalidate(change);
        const whole = await validate(changed);
        expect(printAll(partial.recorded().result.violations)).toEqual(printAll(whole.violations));

        const before = await validate(input);
        const expected = compareResults(before.violations, whole.violations);
        const found = compareResults(partial.before, partial.after);
        expect(printAll(found.gone)).toEqual(printAll(expected.gone));
        expect(printAll(found.introduced)).toEqual(printAll(expected.introduced));
      },
    ),
    { numRuns: runs(300) },
  ));

const anyRoot = fc
  .tuple(
    fc.constantFrom('ex:p', '[ sh:inversePath ex:q ]', '( ex:p ex:q )'),
    fc.array(fc.oneof(anyPropertyConstraint, fc.constantFrom('sh:node ex:V', 'sh:not ex:V')), {
      minLength: 1,
      maxLength: 3,
    }),
    anyTarget,
  )
  .map(
    ([path, all, target]) =>
      `ex:Root sh:targetNode ex:a, ex:b, ex:c ; sh:property ex:P . ex:P ${target} sh:path ${path} ; ${all.join(' ; ')} .
       ex:V sh:property [ sh:path ( ex:q ex:r ) ; sh:maxCount 1 ] .`,
  );

const valuesOfOne: Triple[] = nodes.map((object) => ({
  subject: nodes[0]!,
  predicate: properties[0]!,
  object,
}));

test('what is left out of the impact of a change is the same before and after', () =>
  fc.assert(
    fc.asyncProperty(
      anyShapes,
      anyRoot,
      fc.tuple(fc.subarray(valuesOfOne), fc.array(anyTriple, { maxLength: 20 })).map((sides) => sides.flat()),
      fc.array(anyTriple, { maxLength: 2 }),
      fc.array(anyTriple, { maxLength: 2 }),
      async (shapesText, root, triples, added, removed) => {
        const shapesGraph = graphOf(`${shapesText}\n${root}`, 'file:///workspace/shapes.ttl');
        const data = new IndexedGraph(triples);
        const recorded = await recordValidation(inputOf(data, shapesGraph));
        const change = changedInput(recorded.input, { added, removed });
        const whole = await recorded.revalidate(change);
        const expected = compareResults(whole.before, whole.after);
        const impact = await recorded.impactOf(change);
        const found = compareResults(impact.before, impact.after);
        const printed = (violations: readonly Violation[]) => violations.map(printViolation).toSorted();
        expect(printed(found.gone)).toEqual(printed(expected.gone));
        expect(printed(found.introduced)).toEqual(printed(expected.introduced));
        const known = new Set(recorded.result.violations);
        expect(impact.before.every((violation) => known.has(violation))).toBe(true);
      },
    ),
    { numRuns: runs(500) },
  ));

test('a large change gives what validating everything gives', async () => {
  const shapes = graphOf(
    'ex:S sh:targetSubjectsOf ex:p ; sh:path ex:p ; sh:maxCount 1 . ex:T sh:targetNode ex:n0 ; sh:nodeKind sh:Literal .',
    'file:///workspace/shapes.ttl',
  );
  const data = graphOf('ex:a ex:p 1, 2 . ex:n0 ex:p 1 .');
  const added = Array.from({ length: 3000 }, (_, i) => ({
    subject: ex(`n${i % 1500}`),
    predicate: ex('p'),
    object: nodes[i % 2]!,
  }));
  const delta = { added, removed: [...graphOf('ex:a ex:p 2 .').triples()] };
  const input = inputOf(new OverlayGraph(data, delta), shapes);
  const partial = await (await recordValidation(inputOf(data, shapes))).revalidate({
    input: { ...input, shapes: readShapes(shapes) },
    delta,
    classesChanged: false,
  });
  expect(partial.before.map(printViolation).toSorted()).toEqual([
    'ex:a ex:p maxCount',
    'ex:n0 ex:n0 nodeKind',
  ]);
  expect(printAll(partial.recorded().result.violations)).toEqual(
    printAll((await validate(input)).violations),
  );
});

function inputOf(data: Graph, shapesGraph: Graph): ValidationInput {
  return {
    dataGraph: data,
    reportedGraph: data,
    classGraph: new UnionGraph([data, shapesGraph]),
    shapes: readShapes(shapesGraph),
  };
}

function printAll(violations: readonly Violation[]): string[] {
  const lines = violations.map((violation) => {
    const details = printAll(violation.details).join(' | ');
    return `${printViolation(violation)} of ${violation.sourceShape} { ${details} }`;
  });
  return lines.toSorted();
}
