import { bars, compare, compareFromText, compareWithIndex, oursOnly, table } from '../comparison.ts';
import type { Findings, SectionOptions } from '../findings.ts';
import { qudt10k, qudt81k, qudt406k, vocabularyUnit } from '../workloads.ts';

/** Measures the validation of QUDT against its own shapes, and of the units from npm against our shapes. */
export async function validate({ full }: SectionOptions): Promise<Findings> {
  const rows = [await compare(qudt10k(), 2), await compare(qudt81k(), 2)];
  const whole = await compareWithIndex(qudt81k(), 1);
  const texts = [await compareFromText(qudt10k(), 2), await compareFromText(qudt81k(), 1)];
  for (const workload of [vocabularyUnit(), qudt406k()]) {
    rows.push(await (full ? compare(workload, 1) : oursOnly(workload, 2)));
  }
  return {
    title: 'Validate',
    tables: [
      table('validate only, all indexes built', rows),
      table('from parsed triples to results', [whole]),
      table('from texts to reports', texts),
    ],
    bars: [
      ...bars('validate only, 81k', rows[1]!, { 'rdf-validate-shacl': 50, 'shacl-engine': 30 }),
      ...bars('index included, 81k', whole, { 'rdf-validate-shacl': 30, 'shacl-engine': 20 }),
    ],
    notes: [
      '*Traced* is what the server uses: it can tell what each verdict rests on and what a change affects. Ratios are to it.',
      'All engines are given data ∪ shapes as the data graph, and the shapes ready: `maxNodeChecks` 0 for rdf-validate-shacl.',
      'From parsed triples: ours makes the graph with its indexes and compiles the shapes, peers add the quads to an N3.Store; their shapes are ready.',
      'From texts: ours is the library, whose report has messages, places and keys; peers parse with N3 and give their reports.',
      'With `--full` the peers are measured on all workloads.',
    ],
  };
}
