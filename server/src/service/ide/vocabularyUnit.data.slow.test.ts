import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { terms } from '../../rdf/terms.ts';
import { violationKey } from '../../shacl/model/violation.ts';
import { InMemoryFileSystem } from '../../testing/inMemoryFileSystem.ts';
import { defaultSettings } from '../../workspace/project/settings.ts';
import { AnalysisHost } from './analysisHost.ts';

// Real data on any machine: the whole QUDT units vocabulary of npm's @vocabulary/unit, with our own shapes.

const published = readFileSync('node_modules/@vocabulary/unit/unit.nq', 'utf8').replace(
  / <http:\/\/qudt\.org\/vocab\/unit\/> \.$/gm,
  ' .',
);
const shapes = readFileSync('test-fixtures/unit-shapes.ttl', 'utf8');

const unit = (name: string) => `<http://qudt.org/vocab/unit/${name}>`;
const qudt = (name: string) => `<http://qudt.org/schema/qudt/${name}>`;
const label = '<http://www.w3.org/2000/01/rdf-schema#label>';

/** What somebody might have typed instead, one mistake for each kind of constraint. */
const mistakes: readonly (readonly [component: string, from: string, to: string])[] = [
  [
    'Datatype',
    `${unit('FT')} ${qudt('conversionMultiplier')} "0.3048"^^<http://www.w3.org/2001/XMLSchema#decimal> .`,
    `${unit('FT')} ${qudt('conversionMultiplier')} "0.3048"^^<http://www.w3.org/2001/XMLSchema#float> .`,
  ],
  [
    'In',
    `${unit('FT')} ${qudt('applicableSystem')} <http://qudt.org/vocab/sou/IMPERIAL> .`,
    `${unit('FT')} ${qudt('applicableSystem')} <http://qudt.org/vocab/sou/IMPERAL> .`,
  ],
  [
    'MinCount',
    `${unit('M')} ${qudt('hasDimensionVector')} <http://qudt.org/vocab/dimensionvector/A0E0L1I0M0H0T0D0> .`,
    '',
  ],
  ['MaxCount', `${unit('M')} ${qudt('symbol')} "m" .`, `${unit('M')} ${qudt('symbol')} "m" , "mtr" .`],
  ['QualifiedMinCount', `${unit('FT')} ${label} "Foot"@en .`, `${unit('FT')} ${label} "Fuß"@de .`],
  [
    'Pattern',
    `${unit('L')} ${qudt('uneceCommonCode')} "LTR" .`,
    `${unit('L')} ${qudt('uneceCommonCode')} "ltr" .`,
  ],
  [
    'Class',
    `${unit('KiloM')} ${qudt('scalingOf')} ${unit('M')} .`,
    `${unit('KiloM')} ${qudt('scalingOf')} ${unit('Metre')} .`,
  ],
  [
    'NodeKind',
    `${unit('L')} ${qudt('omUnit')} <http://www.ontology-of-units-of-measure.org/resource/om-2/litre> .`,
    `${unit('L')} ${qudt('omUnit')} "http://www.ontology-of-units-of-measure.org/resource/om-2/litre" .`,
  ],
  [
    'MinInclusive',
    `${unit('DEG_C')} ${qudt('conversionOffset')} "273.15"^^<http://www.w3.org/2001/XMLSchema#decimal> .`,
    `${unit('DEG_C')} ${qudt('conversionOffset')} -273.15 .`,
  ],
  [
    'MaxInclusive',
    `${unit('CCY_EUR')} ${qudt('currencyExponent')} "2"^^<http://www.w3.org/2001/XMLSchema#integer> .`,
    `${unit('CCY_EUR')} ${qudt('currencyExponent')} 20 .`,
  ],
  [
    'MinLength',
    `${unit('CCY_EUR')} ${qudt('currencyNumber')} "978" .`,
    `${unit('CCY_EUR')} ${qudt('currencyNumber')} "98" .`,
  ],
  ['UniqueLang', `${unit('M')} ${label} "Meter"@de .`, `${unit('M')} ${label} "Meter"@de , "der Meter"@de .`],
  [
    'HasValue',
    `${unit('L')} <http://www.w3.org/2000/01/rdf-schema#isDefinedBy> <http://qudt.org/3.1.0/vocab/unit> .`,
    `${unit('L')} <http://www.w3.org/2000/01/rdf-schema#isDefinedBy> <http://qudt.org/2.1/vocab/unit> .`,
  ],
  [
    'Disjoint',
    `${unit('DEG_C')} <http://www.w3.org/2004/02/skos/core#altLabel> "degree-centigrade" .`,
    `${unit('DEG_C')} <http://www.w3.org/2004/02/skos/core#altLabel> "degree-centigrade" , "Celsius-Grad"@de . ${unit('DEG_C')} ${label} "degree-centigrade" .`,
  ],
];

async function results(text: string) {
  const [data, linked] = ['file:///w/unit.ttl', 'file:///w/shapes.ttl'];
  const fileSystem = new InMemoryFileSystem([[linked, shapes]]);
  const host = new AnalysisHost({ fileSystem });
  const settings = { ...defaultSettings, links: [{ data: 'unit.ttl', shapes: ['shapes.ttl'], context: [] }] };
  host.configure({ folders: [{ uri: 'file:///w', settings }], settings, quarantined: new Set() });
  host.openDocument(data, 1, text);
  const { placed } = await host.analysis(data, new AbortController().signal);
  return { data, placed };
}

test('the published vocabulary, and each planted mistake as one more result at its place', async () => {
  const before = await results(published);
  expect(before.placed).toHaveLength(87);

  let broken = published;
  for (const [, from, to] of mistakes) {
    expect(broken).toContain(from);
    broken = broken.replace(from, () => to);
  }
  const after = await results(broken);
  const known = new Set(before.placed.map(({ violation }) => violationKey(violation)));
  const added = after.placed.filter(({ violation }) => !known.has(violationKey(violation)));
  const component = (id: number) => terms.value(id).replace(/^.*#|ConstraintComponent$/g, '');
  expect(added.map(({ violation }) => component(violation.component)).sort()).toEqual(
    mistakes.map(([name]) => name).sort(),
  );
  for (const { place, violation } of added) {
    expect(place?.document.uri, component(violation.component)).toBe(after.data);
  }
});
