import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { seed } from '../../../testing/seed.ts';
import { loadSparqlParser } from '../../parseSparql.ts';
import { compareEngines } from './compareEngines.testing.ts';
import { queryCases } from './randomQueries.testing.ts';

/** Asks both engines random queries of random graphs. They may differ only by a defect that is listed. */
export function differentialTest(numRuns: number): void {
  beforeAll(loadSparqlParser);

  test(
    `${numRuns} random queries have the answers that Comunica gives, except for known defects`,
    async () => {
      const reports: string[] = [];
      for (const question of fc.sample(queryCases, { numRuns, seed })) {
        const comparison = await compareEngines(question);
        if (comparison.kind === 'unknown') reports.push(comparison.report);
      }
      expect(reports).toEqual([]);
    },
    200 * numRuns + 60_000,
  );
}
