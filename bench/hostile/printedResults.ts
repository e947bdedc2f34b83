import { runInMemory } from '../../server/src/testing/runInMemory.ts';
import type { HostileInput } from './hostileInput.ts';
import { lines } from './opened.ts';

const shapes =
  'ex:S a sh:NodeShape ; sh:targetSubjectsOf ex:p ; sh:property [ sh:path ex:p ; sh:datatype xsd:integer ] .';

/** Validates a file and prints all results, in each format. */
export const printedResults: readonly HostileInput[] = ['text', 'json', 'sarif', 'turtle', 'markdown'].map(
  (format) => ({
    what: `results printed as ${format}`,
    n: 5000,
    prepare(size) {
      const files = `#- /data.ttl\n${lines(size, (i) => `ex:a${i} ex:p "v" .`)}\n#- /shapes.ttl\n${shapes}`;
      const args = `validate data.ttl --shapes shapes.ttl --format ${format} --max-results 0`;
      return () => runInMemory(args, { files });
    },
  }),
);
