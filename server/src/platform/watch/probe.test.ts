import { expect, test } from 'vitest';
import { cellCount, type Name, Probe } from './probe.ts';
import { ProbeReader } from './probeReader.ts';

const validation = { kind: 'validate', uri: 'stuck' };

test('a job is known again by its name when one that began during it has ended', async () => {
  const memory = new Int32Array(cellCount);
  const reader = new ProbeReader(memory, 50);
  const probe = new Probe(
    memory,
    (name: Name) => reader.name(name),
    () => 'constraint',
  );
  await probe.during(validation, async () => {
    probe.duringSync({ kind: 'read', uri: 'other' }, () => {
      expect(reader.look().job).toEqual({ kind: 'read', uri: 'other' });
    });
    expect(reader.look().job).toEqual(validation);
  });
  expect(reader.look().job).toBeUndefined();
});
