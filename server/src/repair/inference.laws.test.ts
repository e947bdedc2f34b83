import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { OverlayGraph } from '../rdf/overlayGraph.ts';
import { SchemaEntailment } from '../shacl/entailment/schemaEntailment.ts';
import { builtinValidator } from '../shacl/incremental/recordedValidation.ts';
import { violationKey } from '../shacl/model/violation.ts';
import { listing, problemsOf, readUnit } from '../testing/checkRepair.ts';
import { block } from '../testing/fixture.ts';
import { runs } from '../testing/runs.ts';
import { verify } from './proof/verify.ts';
import { suggestRepairs } from './search/suggestRepairs.ts';

const signal = new AbortController().signal;

/** Whether an update is a repair of the only result, with and without inference. */
async function verdicts(unit: string, update: string): Promise<readonly string[]> {
  const kinds: string[] = [];
  for (const regime of [undefined, 'rdfs+inverse'] as const) {
    const [problem] = await problemsOf(readUnit(unit), regime);
    const prefixed = `PREFIX ex: <http://example.org/ns#> ${update}`;
    kinds.push((await verify(problem!, { update: prefixed, placeholders: [] }, signal)).kind);
  }
  return kinds;
}

describe('with inference, repairs are verified on what follows from them', () => {
  const shapes = `
#- /shapes.ttl
ex:FanShape sh:targetNode ex:fan ; sh:property [ sh:path ex:hasPoint ; sh:minCount 1 ] .
ex:PointShape sh:targetClass ex:Point ; sh:property [ sh:path ex:unit ; sh:minCount 1 ] .
#- /context.ttl
ex:isPointOf owl:inverseOf ex:hasPoint . ex:hasPoint rdfs:range ex:Point .`;

  test('a triple that implies what is missing fixes it', async () => {
    const unit = block`
      #- /data.ttl
      ex:fan a ex:Fan . ex:sensor ex:unit "K" .${shapes}`;
    expect(await verdicts(unit, 'INSERT DATA { ex:sensor ex:isPointOf ex:fan }')).toEqual([
      'keepsViolation',
      'fixes',
    ]);
  });

  test('a triple that makes something else a target introduces its results', async () => {
    const unit = block`
      #- /data.ttl
      ex:fan a ex:Fan . ex:sensor ex:name "S" .${shapes}`;
    expect(await verdicts(unit, 'INSERT DATA { ex:fan ex:hasPoint ex:sensor }')).toEqual([
      'fixes',
      'introduces',
    ]);
  });

  test('a triple that is inferred is not taken away, the one that implies it is', async () => {
    const unit = `
#- /data.ttl
ex:fan a ex:Fan ; ex:has ex:broken . ex:sensor ex:isPointOf ex:fan .
#- /shapes.ttl
ex:FanShape sh:targetNode ex:fan ; sh:property [ sh:path ex:has ; sh:maxCount 1 ] .
#- /context.ttl
ex:isPointOf owl:inverseOf ex:hasPoint . ex:hasPoint rdfs:subPropertyOf ex:has .`;
    const [problem, ...others] = await problemsOf(readUnit(unit), 'rdfs+inverse');
    expect(others).toEqual([]);
    const kind = async (update: string) => {
      const prefixed = `PREFIX ex: <http://example.org/ns#> ${update}`;
      return (await verify(problem!, { update: prefixed, placeholders: [] }, signal)).kind;
    };
    expect(await kind('DELETE DATA { ex:fan ex:has ex:sensor }')).toBe('keepsViolation');
    expect(await kind('DELETE DATA { ex:sensor ex:isPointOf ex:fan }')).toBe('fixes');
  });

  test('what is implied already is not proposed', async () => {
    const unit = readUnit(block`
      #- /data.ttl
      ex:sensor ex:isPointOf ex:fan ; ex:unit "K" .${shapes}`);
    const [problem] = await problemsOf(unit);
    expect(listing(await suggestRepairs(problem!, { max: 1 }, signal))).toContain('implied by ex:isPointOf');
    expect(await problemsOf(unit, 'rdfs+inverse')).toEqual([]);
  });
});

test('a triple that the search adds on the way brings its inferences along', async () => {
  const unit = readUnit(`
#- /data.ttl
ex:n1 ex:p ex:n1 . ex:n1 a ex:A .
#- /context.ttl
ex:q rdfs:subPropertyOf ex:p . ex:p rdfs:domain ex:A .
#- /shapes.ttl
[] a sh:NodeShape ; sh:targetClass ex:A ; sh:property [ sh:path ex:q ; sh:minCount 1 ] .
[] a sh:NodeShape ; sh:targetClass ex:A ; sh:property [ sh:path ex:p ; sh:maxCount 1 ] .`);
  const [problem] = await problemsOf(unit, 'rdfs+inverse');
  const { repairs } = await suggestRepairs(problem!, { max: 5 }, signal);
  expect(repairs.map(({ repair }) => repair.title)).toEqual([
    'Remove ex:n1 as ex:p of ex:n1 and add "" as ex:q of ex:n1 (to be filled in)',
  ]);
});

const property = fc.constantFrom('ex:p', 'ex:q', 'ex:r');
const node = fc.constantFrom('ex:n1', 'ex:n2', 'ex:n3');
const type = fc.constantFrom('ex:A', 'ex:B', 'ex:C');
const statements = (statement: fc.Arbitrary<string>, maxLength: number) =>
  fc.array(statement, { minLength: 1, maxLength }).map((lines) => lines.join('\n'));
const data = statements(
  fc.oneof(
    fc.tuple(node, property, node).map(([s, p, o]) => `${s} ${p} ${o} .`),
    fc.tuple(node, type).map(([s, t]) => `${s} a ${t} .`),
  ),
  6,
);
const schema = statements(
  fc.oneof(
    fc.tuple(property, property).map(([p, q]) => `${p} rdfs:subPropertyOf ${q} .`),
    fc.tuple(property, property).map(([p, q]) => `${p} owl:inverseOf ${q} .`),
    fc.tuple(property, type).map(([p, t]) => `${p} rdfs:domain ${t} .`),
    fc.tuple(property, type).map(([p, t]) => `${p} rdfs:range ${t} .`),
    fc.tuple(type, type).map(([t, u]) => `${t} rdfs:subClassOf ${u} .`),
  ),
  4,
);
const shapes = statements(
  fc
    .tuple(
      type,
      property,
      fc.constantFrom('sh:minCount 1', 'sh:maxCount 1', 'sh:class ex:A', 'sh:class ex:C'),
    )
    .map(([t, p, c]) => `[] a sh:NodeShape ; sh:targetClass ${t} ; sh:property [ sh:path ${p} ; ${c} ] .`),
  3,
);

test('what is offered fixes its result and introduces none, inferred ones included', async () => {
  let offered = 0;
  await fc.assert(
    fc.asyncProperty(data, schema, shapes, async (dataText, schemaText, shapesText) => {
      const unit = readUnit(
        block`
          #- /data.ttl
          ${dataText}
          #- /context.ttl
          ${schemaText}
          #- /shapes.ttl
          ${shapesText}
        `,
      );
      for (const problem of (await problemsOf(unit, 'rdfs+inverse')).slice(0, 2)) {
        const { input, result } = problem.recorded;
        const before = new Set(result.violations.map(violationKey));
        const { repairs } = await suggestRepairs(problem, { max: 3 }, signal);
        for (const { verdict } of repairs) {
          offered++;
          const overlay = new OverlayGraph(input.entailment!.asserted, verdict.delta);
          const after = SchemaEntailment.of(overlay, input.shapes.graph, 'rdfs+inverse');
          const classes = new OverlayGraph(input.classGraph, verdict.delta);
          const changed = { ...input, dataGraph: after.graph, classGraph: classes };
          const { violations } = await builtinValidator().validate(changed, signal);
          const keys = violations.map(violationKey);
          expect(keys).not.toContain(violationKey(problem.violation));
          expect(keys.filter((key) => !before.has(key))).toEqual([]);
        }
      }
    }),
    { numRuns: runs(250) },
  );
  expect(offered).toBeGreaterThan(runs(100));
});
