import type { Quad } from '@rdfjs/types';
import { Store } from 'n3';
import type { GraphDelta } from '../../server/src/rdf/graph.ts';
import { RdfjsView } from '../../server/src/rdf/rdfjsView.ts';
import { recordValidation } from '../../server/src/shacl/impact.ts';
import { shortForm } from '../../server/src/shacl/words.ts';
import { referenceCrossCheck } from '../../server/src/vio/crossCheck.ts';
import { type CrossChecker, type GenerateEvent, generateVios } from '../../server/src/vio/generate.ts';
import type { VioProblem } from '../../server/src/vio/problem.ts';
import { defaultGenerateOptions, type VioSuite } from '../../server/src/vio/vioCase.ts';
import { atLeast, atMost, type Findings } from '../findings.ts';
import { median } from '../measure.ts';
import { inputOf, readWorkload } from '../ours.ts';
import { peers, readWithN3 } from '../peers.ts';
import { ms } from '../print.ts';
import { qudt81k } from '../workloads.ts';

const { signal } = new AbortController();

/** So many cases are validated in full. */
const sample = 5;

/** A suite of violations of QUDT: from the texts to verified cases, and what a second engine says of them. */
export async function vio(): Promise<Findings> {
  const start = performance.now();
  const problem = await qudtProblem();
  const ready = performance.now();
  const suite = await suiteOf(problem);
  const generated = performance.now();
  const memory = peakMemory();
  const again = await qudtProblem();
  const crossStart = performance.now();
  const { check } = await referenceCrossCheck(again, signal);
  const checkedOnce = performance.now();
  const checked = await suiteOf(again, check);
  const crossEnd = performance.now();
  const memoryWithReference = peakMemory();
  const inFull = await validatedInFull(problem, suite);

  const { length } = suite.cases;
  const perCase = (generated - ready) / length;
  const alphas = suite.cases.map(({ statistics }) => statistics.alpha);
  const agreed = checked.cases.filter(({ crossCheck }) => crossCheck?.kind === 'agrees').length;
  const undecided = suite.cases.filter(({ statistics }) => statistics.minRepairSize === undefined).length;
  return {
    title: 'Violations',
    tables: [
      {
        head: ['QUDT 81k, mode cover', 'cases', 'time', 'per case', 'peak memory'],
        rows: [
          ['read and validate', '', ms(ready - start), '', ''],
          ['generate', String(length), ms(generated - ready), ms(perCase), `${memory} MB`],
          ['rdf-validate-shacl on the graph as it is', '', ms(checkedOnce - crossStart), '', ''],
          [
            'generate with cross-check',
            String(checked.cases.length),
            ms(crossEnd - checkedOnce),
            ms((crossEnd - checkedOnce) / checked.cases.length),
            `${memoryWithReference} MB`,
          ],
          [
            'copy the graph, validate in full with rdf-validate-shacl',
            String(inFull.length),
            '',
            `${ms(median(inFull))} (p50)`,
            '',
          ],
        ],
      },
    ],
    bars: [
      { what: 'QUDT suite', value: generated - start, unit: 'ms', wanted: atMost(6000) },
      {
        what: 'QUDT suite with cross-check',
        value: ready - start + crossEnd - crossStart,
        unit: 'ms',
        wanted: atMost(180_000),
      },
      {
        what: 'per case, against a copy validated in full by rdf-validate-shacl',
        value: median(inFull) / perCase,
        unit: '×',
        wanted: atLeast(100),
      },
      { what: 'peak memory with cross-check', value: memoryWithReference, unit: 'MB', wanted: atMost(600) },
    ],
    notes: [
      'Times from the first run in a new process, reading included; the cases are verified and have their statistics.',
      `alpha is ${mean(alphas).toFixed(1)} on average and at most ${Math.max(...alphas)}; rdf-validate-shacl agrees on ${agreed} of ${checked.cases.length} cases; how small a repair can be is open for ${undecided}.`,
      'In full: an N3.Store filled with the changed quads, then rdf-validate-shacl with its shapes ready. Peak memory: the most that the process ever held.',
    ],
  };
}

async function qudtProblem(): Promise<VioProblem> {
  const documents = readWorkload(qudt81k());
  const recorded = await recordValidation({ ...inputOf(documents), reportedGraph: documents.data.graph });
  return { recorded, prefixes: documents.data.prefixes, term: shortForm };
}

async function suiteOf(problem: VioProblem, crossCheck?: CrossChecker): Promise<VioSuite> {
  const run = generateVios(problem, defaultGenerateOptions, signal, crossCheck ? { crossCheck } : {});
  for (;;) {
    const next: IteratorResult<GenerateEvent, VioSuite> = await run.next();
    if (next.done) return next.value;
  }
}

/** The times in ms for cases from all over the suite. */
async function validatedInFull(problem: VioProblem, { cases }: VioSuite): Promise<readonly number[]> {
  const { data, shapes } = qudt81k();
  const shapesQuads = readWithN3(shapes);
  const quads = [...readWithN3(data), ...shapesQuads];
  const reference = peers['rdf-validate-shacl'](shapesQuads);
  const view = new RdfjsView(problem.recorded.input.dataGraph);
  const times: number[] = [];
  for (let i = 0; i < sample; i++) {
    const { change, results } = cases[Math.floor((i * cases.length) / sample)]!;
    const begin = performance.now();
    const found = await reference.validate(changedCopy(quads, change, view));
    times.push(performance.now() - begin);
    // Blank nodes have other names there, so only what changes triples of named nodes comes to the same.
    if (found !== results.length) throw new Error(`${found} results, but ${results.length} are recorded`);
  }
  return times;
}

function changedCopy(quads: Quad[], { added, removed }: GraphDelta, view: RdfjsView): Store {
  const store = new Store();
  store.addQuads(quads);
  for (const triple of removed) store.removeQuad(view.quad(triple));
  for (const triple of added) store.addQuad(view.quad(triple));
  return store;
}

/** In MB. */
function peakMemory(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
