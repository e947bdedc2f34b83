import { bars, compare, table } from '../comparison.ts';
import type { Findings } from '../findings.ts';
import { qudtOwnShapes } from '../workloads.ts';

/**
 * Measures the constructs that QUDT's own shapes do not use: logic, qualified and closed shapes, property pairs,
 * complex paths.
 */
export async function constructs(): Promise<Findings> {
  const only = await compare(qudtOwnShapes(), 1);
  return {
    title: 'Logic, qualified, closed, pairs and complex paths',
    tables: [table('validate only, all indexes built', [only])],
    bars: bars('validate only, second workload', only, { 'rdf-validate-shacl': 30 }),
    notes: [
      'The shapes are `bench/shapes/qudt.ttl`. shacl-engine is given the class hierarchy with the shapes, where it looks it up.',
    ],
  };
}
