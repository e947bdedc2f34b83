import { storeEndpoint } from '../../server/src/testing/storeEndpoint.ts';
import { atMost, type Findings } from '../findings.ts';
import { LanguageServer, type Validation } from '../languageServer.ts';
import { median, percentile } from '../measure.ts';
import { ms } from '../print.ts';
import { qudt81k } from '../workloads.ts';

const units = 200;
const edits = 100;

/** Measures typing in a file of 200 units that QUDT, behind a store, says more about, through the language server. */
export async function storeKeystroke(): Promise<Findings> {
  const { data, shapes } = qudt81k();
  const store = await storeEndpoint(data);
  const names = [...new Set(data.match(/^unit:[A-Za-z][\w-]* (?=)/gm))].slice(0, units);
  const lines = [
    `# context: <${store.url}>`,
    '@prefix unit: <http://qudt.org/vocab/unit/> . @prefix qudt: <http://qudt.org/schema/qudt/> .',
    ...names.map((unit) => `${unit} qudt:hasQuantityKind unit:M ; qudt:symbol "x", "y" .`),
  ];
  const text = lines.join('\n');
  const server = new LanguageServer({ data: text, shapes, store: store.host });
  const local = await server.open(text);
  const first = await server.decided(local);
  const requests = store.requests.length;
  const shown: Validation[] = [];
  const decided: Validation[] = [];
  for (let edit = 1; edit <= edits; edit++) {
    const line = 2 + (edit % names.length);
    const character = lines[line]!.indexOf('"x') + 2;
    const place = { line, character };
    const results = await server.change({ start: place, end: place }, `${edit}`);
    shown.push(results);
    decided.push(await server.decided(results));
  }
  const more = store.requests.length - requests;
  await server.stop();
  await store.close();
  const p95 = percentile(times(decided), 95);
  return {
    title: 'Type with a store as context',
    tables: [
      {
        head: [
          `${edits} edits of ${names.length} units, QUDT 81k in a store`,
          'p50',
          'p95',
          'CPU p50',
          'CPU p95',
        ],
        rows: [
          ['keystroke to diagnostics', ...row(shown)],
          ['keystroke to a decided verdict', ...row(decided)],
        ],
      },
    ],
    bars: [
      {
        what: 'keystroke to a decided verdict over what is cached, p95',
        value: p95,
        unit: 'ms',
        wanted: atMost(50),
      },
    ],
    notes: [
      `The first time: local results after ${ms(local.time)} with the start of the server, all of the store's after ${ms(first.time)} and ${requests} requests to Oxigraph behind HTTP on this machine. The edits took ${more} more. Of ${edits} edits, ${decided.filter((each, i) => each !== shown[i]).length} were undecided at first. Debounce is 0; the times include stdio and both server processes, of which CPU is the processor time.`,
    ],
  };
}

function row(validations: readonly Validation[]): readonly string[] {
  const cpuTimes = validations.map(({ cpuTime }) => cpuTime);
  return [times(validations), cpuTimes].flatMap((all) => [ms(median(all)), ms(percentile(all, 95))]);
}

function times(validations: readonly Validation[]): readonly number[] {
  return validations.map(({ time }) => time);
}
