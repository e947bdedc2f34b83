import type { Diagnostic } from 'vscode-languageserver';
import { breakablePlaces, rangeOf, seeded } from '../edits.ts';
import { atMost, type Findings } from '../findings.ts';
import { LanguageServer } from '../languageServer.ts';
import { median, percentile } from '../measure.ts';
import { ms } from '../print.ts';
import { qudt81k } from '../workloads.ts';

/** Measures the list of quick fixes at a result of the latest edit. Each fix is verified. */
export async function lightbulb(): Promise<Findings> {
  const { data, shapes } = qudt81k();
  const server = new LanguageServer({ data, shapes });
  await server.open(data);
  const lists: { readonly time: number; readonly fixes: number }[] = [];
  for (const place of breakablePlaces(data, 60, seeded(2))) {
    const before = new Set(server.diagnostics.map(identity));
    await server.change(rangeOf(place, 'sound'), place.broken);
    const diagnostic = server.diagnostics.find((each) => !before.has(identity(each)));
    if (!diagnostic) throw new Error(`nothing new to repair in line ${place.line + 1}`);
    const { actions, time } = await server.codeActions(diagnostic);
    lists.push({ time, fixes: actions.filter(({ edit }) => edit !== undefined).length });
    await server.change(rangeOf(place, 'broken'), place.sound);
  }
  await server.stop();

  const all = lists.map(({ time }) => time);
  const most = percentile(all, 95);
  return {
    title: 'The light bulb',
    tables: [
      {
        head: ['60 results at 81k', 'first', 'p50', 'p95', 'slowest', 'fixes offered', 'results with fixes'],
        rows: [
          [
            'textDocument/codeAction',
            ms(all[0]!),
            ms(median(all)),
            ms(most),
            ms(Math.max(...all)),
            String(lists.reduce((sum, { fixes }) => sum + fixes, 0)),
            String(lists.filter(({ fixes }) => fixes > 0).length),
          ],
        ],
      },
    ],
    bars: [{ what: 'light bulb at 81k, p95', value: most, unit: 'ms', wanted: atMost(100) }],
    notes: ['Each result is made by an edit just before, so nothing is known about this text yet.'],
  };
}

function identity({ range, code, message }: Diagnostic): string {
  return JSON.stringify([range, code, message]);
}
