import { coverageOf } from '../../server/src/shacl/coverage/coverage.ts';
import { recordValidation } from '../../server/src/shacl/incremental/recordedValidation.ts';
import { atMost, type Findings } from '../findings.ts';
import { medians, timed } from '../measure.ts';
import { inputOf, readWorkload } from '../ours.ts';
import { ms } from '../print.ts';
import { qudt10k, qudt81k, vocabularyUnit, type Workload } from '../workloads.ts';

/** Measures what coverage costs over reading and validating the same files. */
export async function coverage(): Promise<Findings> {
  const rows = [];
  for (const workload of [qudt10k(), qudt81k(), vocabularyUnit()]) {
    const times = await medians(3, {
      validate: timed(() => check(workload)),
      coverage: timed(() => check(workload, true)),
    });
    rows.push({ workload, times, ratio: times.coverage / times.validate });
  }
  return {
    title: 'Coverage',
    tables: [
      {
        head: ['from texts to results', 'validate', 'with coverage', 'more'],
        rows: rows.map(({ workload, times, ratio }) => [
          workload.name,
          ms(times.validate),
          ms(times.coverage),
          `${Math.round(100 * (ratio - 1))}%`,
        ]),
      },
    ],
    bars: rows.map(({ workload, ratio }) => ({
      what: `validate --coverage, ${workload.name}, over validate`,
      value: ratio,
      unit: '×',
      wanted: atMost(1.1),
    })),
    notes: ['Coverage finds the shapes that judge each triple of the data; places are not among it.'],
  };
}

async function check(workload: Workload, isCovered = false): Promise<number> {
  const documents = readWorkload(workload);
  const input = inputOf(documents);
  const { evaluator } = await recordValidation(input);
  if (!isCovered) return 0;
  const found = coverageOf(input, evaluator);
  const triples = documents.data.sources.flatTriples();
  let judged = 0;
  for (let at = 0; at < triples.length; at += 3) {
    if (found.judgesOf(triples[at]!, triples[at + 1]!, triples[at + 2]!) !== 0) judged++;
  }
  return judged;
}
