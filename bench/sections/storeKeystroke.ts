import { AnalysisHost } from '../../server/src/ide/analysisHost.ts';
import { defaultSettings } from '../../server/src/project/settings.ts';
import { InMemoryFileSystem } from '../../server/src/testing/inMemoryFileSystem.ts';
import { StoreInMemory } from '../../server/src/testing/storeInMemory.ts';
import { atMost, type Findings } from '../findings.ts';
import { median, percentile } from '../measure.ts';
import { ms } from '../print.ts';
import { qudt81k } from '../workloads.ts';

const uri = 'file:///bench/data.ttl';
const units = 200;
const edits = 100;

/** Measures typing in a file of 200 units that QUDT, behind a store, says more about. */
export async function storeKeystroke(): Promise<Findings> {
  const { data, shapes } = qudt81k();
  const store = new StoreInMemory(data);
  const names = [...new Set(data.match(/^unit:[A-Za-z][\w-]* (?=)/gm))].slice(0, units);
  let text = [
    '# shapes: shapes.ttl',
    `# context: <${store.url}>`,
    '@prefix unit: <http://qudt.org/vocab/unit/> . @prefix qudt: <http://qudt.org/schema/qudt/> .',
    ...names.map((unit) => `${unit} qudt:hasQuantityKind unit:M ; qudt:symbol "x", "y" .`),
  ].join('\n');
  const fileSystem = new InMemoryFileSystem([
    [uri, text],
    ['file:///bench/shapes.ttl', shapes],
  ]);
  const host = new AnalysisHost({ fileSystem, stores: { open: async () => store } });
  host.configure({
    folders: [{ uri: 'file:///bench', settings: defaultSettings }],
    settings: defaultSettings,
    quarantined: new Set(),
  });
  const { signal } = new AbortController();
  const validate = () => cpuTime(() => host.validate(uri, signal));
  const settle = () => cpuTime(() => host.settleStores(uri, async () => {}, signal));
  host.openDocument(uri, 1, text);
  const first = [await validate(), await settle(), await validate()];
  const requests = store.queries.length;
  const shown: number[] = [];
  const decided: number[] = [];
  for (let edit = 1; edit <= edits; edit++) {
    const place = text.indexOf('"x', text.indexOf(`${names[edit % names.length]} `)) + 2;
    text = `${text.slice(0, place)}${edit}${text.slice(place)}`;
    host.openDocument(uri, edit + 1, text);
    const results = await validate();
    shown.push(results);
    decided.push(results + (await settle()) + (await validate()));
  }
  const more = store.queries.length - requests;
  const p95 = percentile(shown, 95);
  return {
    title: 'Type with a store as context',
    tables: [
      {
        head: [`${edits} edits of ${names.length} units, QUDT 81k in a store`, 'p50', 'p95'],
        rows: [
          ['keystroke to results, CPU', ms(median(shown)), ms(p95)],
          ['keystroke to a decided verdict, CPU', ms(median(decided)), ms(percentile(decided, 95))],
        ],
      },
    ],
    bars: [
      { what: 'keystroke to results over what is cached, p95', value: p95, unit: 'ms', wanted: atMost(50) },
    ],
    notes: [
      `The first time: local results after ${ms(first[0]!)}, all of the store's after ${ms(first[0]! + first[1]! + first[2]!)} of CPU, Oxigraph's in this process included, and ${requests} requests. The edits took ${more} more.`,
    ],
  };
}

/** The CPU time of this process that some work takes, in ms. */
async function cpuTime(work: () => Promise<unknown>): Promise<number> {
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}
