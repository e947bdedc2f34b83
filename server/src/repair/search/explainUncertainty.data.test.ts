import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { problemsOf, readUnit } from '../../testing/checkRepair.ts';
import { describeShared } from '../../testing/shared.ts';
import type { RepairProblem } from '../repair.ts';
import { suggestRepairs } from './suggestRepairs.ts';

/*
 * No result is met with silence: there is a repair that is certain or likely, or else a sentence that says what was sought
 * and not found, and a remedy.
 */

const signal = new AbortController().signal;
const maxProblems = 40;

async function checkAll(problems: readonly RepairProblem[]): Promise<void> {
  expect(problems.length).toBeGreaterThan(0);
  for (const problem of problems.slice(0, maxProblems)) {
    const { repairs, withheld = [], uncertainty } = await suggestRepairs(problem, { max: 5 }, signal);
    const isKnown = repairs.some(
      ({ certainty, verdict }) => !verdict.degenerate && (certainty === 'certain' || certainty === 'likely'),
    );
    if (isKnown) {
      expect(uncertainty).toBeUndefined();
      continue;
    }
    expect(uncertainty?.why).toMatch(/^(No repair|Fill it in|You decide).*\S\.$/);
    expect(uncertainty!.remedies.length).toBeGreaterThan(0);
    const offered = new Set([...repairs, ...withheld].map(({ repair }) => repair.update));
    for (const remedy of uncertainty!.remedies) {
      if (remedy.kind === 'link') expect([...remedy.nodes, remedy.instancesOf]).not.toEqual([undefined]);
      if (remedy.kind === 'choose') for (const each of remedy.between) expect(offered).toContain(each);
    }
  }
}

function read(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../../../../test-fixtures/${path}`, import.meta.url)), 'utf8');
}

describe('the examples of the components', () => {
  const folder = fileURLToPath(new URL('../../../../test-fixtures/repairs', import.meta.url));
  test.each(readdirSync(folder).sort())('%s', async (file) =>
    checkAll(await problemsOf(readUnit(read(`repairs/${file}`)))),
  );
});

test('the demo', async () =>
  checkAll(
    await problemsOf(
      readUnit(
        `#- /data.ttl\n${read('demo/units.ttl')}\n#- /shapes.ttl\n${read('demo/shapes/unit-shapes.ttl')}\n` +
          `#- /context.ttl\n${read('demo/ontology/qudt-excerpt.ttl')}`,
      ),
    ),
  ));

test.each([
  [
    'a property shape inside of another one',
    'ex:maker "Acme"',
    'sh:path ex:maker ; sh:property [ sh:path ex:name ; sh:minCount 1 ]',
  ],
  [
    'the same about an IRI',
    'ex:maker <https://acme.example/>',
    'sh:path ex:maker ; sh:property [ sh:path ex:name ; sh:minCount 1 ]',
  ],
  [
    'the same about the value of a value',
    'ex:maker [ ex:seat "Ulm" ]',
    'sh:path ex:maker ; sh:property [ sh:path ex:seat ; sh:property [ sh:path ex:name ; sh:minCount 1 ] ]',
  ],
  [
    'shapes that nothing satisfies',
    'ex:maker "Acme"',
    'sh:path ex:maker ; sh:nodeKind sh:IRI ; sh:datatype xsd:string',
  ],
  [
    'a value that has to be there and must not',
    'ex:maker "Acme"',
    'sh:path ex:state ; sh:hasValue ex:on ; sh:maxCount 0',
  ],
  ['many equal members', 'ex:state ex:x', 'sh:path ex:state ; sh:in ( ex:running ex:stopped ex:broken )'],
  ['a pair', 'ex:from 3 ; ex:to 1', 'sh:path ex:from ; sh:lessThan ex:to'],
  [
    'an inverse path',
    'ex:maker ex:m',
    'sh:path [ sh:inversePath ex:part ] ; sh:minCount 1 ; sh:class ex:Plant',
  ],
  ['a closure', 'ex:maker ex:m', 'sh:path ( ex:maker [ sh:zeroOrMorePath ex:parent ] ) ; sh:class ex:Firm'],
  ['an alternative', 'ex:maker ex:m', 'sh:path [ sh:alternativePath ( ex:a ex:b ) ] ; sh:minCount 1'],
  [
    'a qualified class without instances',
    'ex:maker ex:m',
    'sh:path ex:maker ; sh:qualifiedValueShape [ sh:class ex:Firm ] ; sh:qualifiedMinCount 2',
  ],
])('%s', async (_, statements, property) =>
  checkAll(
    await problemsOf(
      readUnit(
        `#- /data.ttl\nex:p a ex:Pump ; ${statements} .\n#- /shapes.ttl\n` +
          `ex:S a sh:NodeShape ; sh:targetClass ex:Pump ; sh:property [ ${property} ] .`,
      ),
    ),
  ),
);

interface ExpertCase {
  readonly id: string;
  readonly data: string;
  readonly shapes: string;
  readonly context?: string;
}

describeShared('cases with what experts would do', '../golden/expert-repairs.json', (file) => {
  const cases: readonly ExpertCase[] = JSON.parse(readFileSync(file, 'utf8'));
  test.each(cases)('$id', async ({ data, shapes, context }) => {
    const files = `#- /data.ttl\n${data}\n#- /shapes.ttl\n${shapes}`;
    const unit = readUnit(context === undefined ? files : `${files}\n#- /context.ttl\n${context}`);
    await checkAll(await problemsOf(unit));
  });
});
