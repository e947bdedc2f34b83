import { copyShared, lacks } from './fixtures.ts';
import type { Scenario, Stage } from './runner.ts';

const files = {
  folder: 'qudt-v2.1.43-merged',
  data: 'qudt-10013.ttl',
  shapes: 'SCHEMA_QUDT_NoOWL-v2.1.ttl',
};

/** Ten thousand triples of real units with the shapes that QUDT publishes. */
export default {
  name: 'qudt',
  isLong: true,
  skip: lacks(files),
  prepare: (folder, inputs) => copyShared(folder, inputs, files),

  async run({ driver }: Stage): Promise<void> {
    await driver.openFile(files.data);
    // As many as the three other engines of our measurements find.
    await driver.statusBarItem(/SHACL 1,641 results/);
    await driver.screenshot('qudt');
  },
} satisfies Scenario;
