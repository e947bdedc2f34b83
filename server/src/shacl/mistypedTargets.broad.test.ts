import { describe, expect, test } from 'vitest';
import { type Random, seededRandom } from '../base/random.ts';
import { check, hostOf } from '../testing/check.ts';
import { fixtureRoot, parseFixture } from '../testing/fixture.ts';

const message = (typed: string, meant: string) =>
  `shapes: No linked file uses or describes ${typed}, so this target selects no node. Did you mean ${meant}, which the data uses?`;

test('a class that only the shapes name, next to one of the data', () =>
  check(`
#- /data.ttl shapes:/shapes.ttl
ex:a a ex:Person .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Persn .
#                     ^^^^^^^^^^^^^^^^^^^^^^^ ${message('ex:Persn', 'ex:Person')}
`));

test('the slip may be in the data', () =>
  check(`
#- /data.ttl shapes:/shapes.ttl
ex:a a ex:Catalogue .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Catalog .
#                     ^^^^^^^^^^^^^^^^^^^^^^^^^ ${message('ex:Catalog', 'ex:Catalogue')}
`));

test('the right name in another namespace', () =>
  check(`
#- /data.ttl shapes:/shapes.ttl
@prefix old: <http://example.org/old#> . @prefix ex: <http://example.org/ns#> .
ex:a a old:Person .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:Person .
#                     ^^^^^^^^^^^^^^^^^^^^^^^^ ${message('ex:Person', 'old:Person')}
`));

test('a property of targets', () =>
  check(`
#- /data.ttl shapes:/shapes.ttl
ex:a ex:knows ex:b .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:know ; sh:targetObjectsOf ex:konws .
#                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^ ${message('ex:know', 'ex:knows')}
#                                                   ^^^^^^^^^^^^^^^^^^^^^^^^^^^ ${message('ex:konws', 'ex:knows')}
`));

describe('nothing is said of', () => {
  test.each([
    ['a class that an ontology describes', 'ex:a a ex:Pumps .', 'ex:Pump', 'ex:Pump a owl:Class .'],
    ['a class with a name of its own', 'ex:a a ex:Building .', 'ex:Pump', ''],
    ['a short name, two letters apart', 'ex:a a ex:Cat .', 'ex:Cow', ''],
    ['a class with instances', 'ex:a a ex:Person . ex:b a ex:Persons .', 'ex:Person', ''],
  ])('%s', (_, data, target, ontology) =>
    check(`
#- /data.ttl shapes:/shapes.ttl context:/ontology.ttl
${data}
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ${target} .
#- /ontology.ttl
${ontology}
`),
  );
});

test('100 of 100 slips in names of classes are found, and leave nothing to check', async () => {
  const random = seededRandom(16);
  const missed: string[] = [];
  for (let i = 0; i < 100; i++) {
    const meant = names[i % names.length]!;
    const typed = withTypo(meant, random);
    const fixture = parseFixture(`
#- /data.ttl shapes:/shapes.ttl
ex:a a ex:${meant} . ex:b a ex:Other .
#- /shapes.ttl
ex:S a sh:NodeShape ; sh:targetClass ex:${typed} .
`);
    const host = hostOf(fixture);
    const report = await host.validate(`${fixtureRoot}/data.ttl`, new AbortController().signal);
    const said = report.diagnostics.get(`${fixtureRoot}/shapes.ttl`)?.map((each) => each.message) ?? [];
    const isFound = said.some((each) => each.includes(`Did you mean ex:${meant},`));
    if (!isFound || report.status.verdict !== 'nothingToCheck') missed.push(`${typed} for ${meant}`);
  }
  expect(missed).toEqual([]);
});

const names = [
  'Person',
  'Dataset',
  'Catalog',
  'Distribution',
  'VAVBox',
  'Zone',
  'Air_Handling_Unit',
  'concept',
  'Unité',
];

/** One letter dropped, doubled, exchanged or swapped with the next. */
function withTypo(name: string, random: Random): string {
  for (;;) {
    const at = random.below(name.length - 1);
    const [before, here, next, after] = [name.slice(0, at), name[at]!, name[at + 1]!, name.slice(at + 2)];
    const typed = [
      before + next + after,
      before + here + here + next + after,
      `${before}x${next}${after}`,
      before + next + here + after,
    ][random.below(4)]!;
    if (typed !== name) return typed;
  }
}
