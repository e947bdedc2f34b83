import { oneRound, type RepairSystem } from './system.ts';

/** Changes nothing: what a system is worth that only speaks SPARQL. */
export const noop: RepairSystem = {
  id: 'noop',
  strategy: undefined,
  repair: async () => oneRound('INSERT DATA {}', 0),
};
