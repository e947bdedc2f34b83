import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { validUnit } from '../../languageServer/jobs/generate/validUnit.ts';
import { validationRunOf } from '../../service/report/validationRun.ts';
import { runVerdict } from '../../service/report/verdict.ts';
import { describeShared, sharedData } from '../../testing/shared.ts';
import { type GivenFiles, Workspace } from '../input/workspace.ts';
import { cleanIo } from '../output/cleanOutput.ts';
import { readingIo } from '../readingIo.testing.ts';

// `generate` refuses exactly what `validate` says violates its shapes: on every pair of data and shapes at hand.

const fixtures = fileURLToPath(new URL('../../../../test-fixtures/', import.meta.url));

const turtleIn = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ttl'))
    .map((file) => path.join(folder, file))
    .sort();

const isLinked = (file: string) => /^# shapes:/m.test(readFileSync(file, 'utf8').slice(0, 500));
const linked = (file: string): GivenFiles => ({ data: [file], shapes: [], context: [] });

describe('fixtures that are linked to shapes', () => {
  const files = turtleIn(fixtures).filter(isLinked);
  test('there are some', () => expect(files.length).toBeGreaterThan(10));
  test.each(files.map((file) => [path.relative(fixtures, file), file]))('%s', (_, file) =>
    agrees(linked(file!)),
  );
});

describeShared('sequences of operation', 'brick-buildingmotif', (folder) => {
  const buildings = turtleIn(path.join(fixtures, 'hvac')).filter((file) => !file.includes('-manifest'));
  test.each(buildings.map((file) => [path.basename(file), file]))('%s', (_, file) =>
    agrees({
      data: [file!],
      shapes: [file!.replace('.ttl', '-manifest.ttl')],
      context: [path.join(folder, 'Brick.ttl')],
    }),
  );
});

describeShared('offices', 'brick-buildingmotif', (folder) => {
  const inFolder = (name: string) => path.join(folder, name);
  const offices = ['medium', 'small'].flatMap((size) =>
    ['', '_compiled'].map((x) => `${size}Office_brick${x}.ttl`),
  );
  const shapes = ['mediumOffice_constraints.ttl', 'Brick.ttl'];
  test.each(offices.flatMap((office) => shapes.map((shape) => [office, shape] as const)))(
    '%s by %s',
    (office, shape) =>
      agrees({ data: [inFolder(office)], shapes: [inFolder(shape)], context: [inFolder('Brick.ttl')] }),
  );
});

describeShared('buildings of 223P', '223p', (folder) => {
  const ontology = path.join(folder, '223p.ttl');
  const units = sharedData('qudt-v2.1.43-merged/qudt-all-81303.ttl')!;
  const models = [...turtleIn(path.join(folder, 'models')), ...turtleIn(path.join(folder, 'compiled'))];
  test.each(models.map((file) => [path.relative(folder, file), file]))('%s', (_, file) =>
    agrees({ data: [file!], shapes: [ontology], context: [ontology, units] }),
  );
});

describeShared('units of measure', 'qudt-v2.1.43-merged', (folder) => {
  test('QUDT', () =>
    agrees({
      data: [path.join(folder, 'qudt-10013.ttl')],
      shapes: [path.join(fixtures, 'units/units-shapes.ttl')],
      context: [],
    }));
});

describeShared('W3C tests', 'w3c-shacl-tests', (folder) => {
  const files = turtleIn(folder).filter((file) => /core|sparql/.test(file) && !file.endsWith('manifest.ttl'));
  test.each(files.map((file) => [path.relative(folder, file), file]))('%s', (_, file) =>
    agrees({ data: [file!], shapes: [file!], context: [] }),
  );
});

async function agrees(given: GivenFiles): Promise<void> {
  const io = readingIo(path.dirname(given.data[0]!), { out: '', err: '' });
  const workspace = await Workspace.open(cleanIo(io));
  const { analyses } = await workspace.check(given, 'builtin');
  const { kind } = runVerdict(await validationRunOf(analyses));
  const noRepair = () => Promise.reject(new Error('nothing is to be repaired'));
  const prepared = await validUnit(analyses[0]!, 'refuse', noRepair, new AbortController().signal);
  expect(prepared.kind).toBe(kind === 'violates' ? 'invalid' : 'valid');
}
