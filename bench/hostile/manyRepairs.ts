import { bestRepair } from '../../server/src/repair/search/repairChoice.ts';
import { suppliedPrefixes } from '../../server/src/testing/fixture.ts';
import { repairEverything } from '../../server/src/testing/repairEverything.ts';
import { deskShapes, manyFaults, manyFaultsShapes, rivals } from './faults.ts';
import type { HostileInput } from './hostileInput.ts';
import { lines } from './opened.ts';

const codesShape =
  'ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:codes ; sh:property [ sh:path ex:codes ; sh:datatype xsd:integer ] .';

/** What `repair --apply` does, without reading and writing, for files where nearly everything needs a repair. */
export const manyRepairs: readonly HostileInput[] = [
  {
    what: 'repairs of many components, each on a node of its own',
    n: 250,
    prepare: (size) => applied(manyFaults(size), manyFaultsShapes),
  },
  {
    what: 'repairs on one line',
    n: 250,
    prepare: (size) => applied(manyFaults(size).replaceAll('\n', ' '), manyFaultsShapes),
  },
  {
    what: 'repairs of which every two clash',
    n: 700,
    prepare: (size) => applied(rivals(size), deskShapes),
  },
  {
    what: 'repairs of values of one node',
    n: 700,
    prepare: (size) =>
      applied(`ex:a ex:codes ${Array.from({ length: size }, (_, k) => `"${k}"`).join(', ')} .`, codesShape),
  },
  {
    what: 'repairs of ten values each of one node',
    n: 250,
    prepare: (size) =>
      applied(
        lines(
          size / 10,
          (i) => `ex:a${i} ex:codes ${Array.from({ length: 10 }, (_, k) => `"${k}"`).join(', ')} .`,
        ),
        codesShape,
      ),
  },
];

function applied(data: string, shapes: string): () => Promise<void> {
  const unit = {
    data: ['file:///hostile/data.ttl'],
    shapes: ['file:///hostile/shapes.ttl'],
    texts: new Map([
      ['file:///hostile/data.ttl', suppliedPrefixes + data],
      ['file:///hostile/shapes.ttl', suppliedPrefixes + shapes],
    ]),
  };
  return async () => {
    const { repaired } = await repairEverything(unit, bestRepair({ acceptPlaceholders: false }));
    if (repaired.length === 0) throw new Error('Nothing was repaired.');
  };
}
