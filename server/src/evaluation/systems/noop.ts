import { oneRound, type RepairSystem } from './system.ts';

/** Changes nothing. It shows what correct SPARQL alone is worth. */
export const noop: RepairSystem = {
  id: 'noop',
  strategy: undefined,
  repair: async () => oneRound('INSERT DATA {}', 0),
};
