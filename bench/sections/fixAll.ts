import { seeded, withSlips } from '../edits.ts';
import { atMost, type Findings } from '../findings.ts';
import { LanguageServer } from '../languageServer.ts';
import { ms } from '../print.ts';
import { qudt81k } from '../workloads.ts';

const slips = 1000;

/** Measures the repair of all results with one certain repair, by one edit. */
export async function fixAll(): Promise<Findings> {
  const { data, shapes } = qudt81k();
  const text = withSlips(data, slips, seeded(3));
  const server = new LanguageServer({ data: text, shapes });
  const { results } = await server.open(text);
  const { answer, time, left } = await server.fixAll();
  await server.stop();
  return {
    title: 'Fix all',
    tables: [
      {
        head: ['81k with 1,000 slips', 'results', 'repaired', 'left', 'results after', 'time'],
        rows: [
          [
            'shaclRepair/fixAll',
            String(results),
            String(answer.repaired),
            String(answer.left.length),
            String(left),
            ms(time),
          ],
        ],
      },
    ],
    bars: [{ what: 'fix all of 1,000 slips at 81k', value: time, unit: 'ms', wanted: atMost(5000) }],
    notes: ['Slips: numbers in quotes, values said twice, datatypes left out. The edit is one step to undo.'],
  };
}
