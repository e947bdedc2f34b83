import type { Quad } from '@rdfjs/types';
import { Store } from 'n3';
import type { GraphDelta } from '../../server/src/rdf/graph.ts';
import { RdfjsView } from '../../server/src/rdf/rdfjsView.ts';
import { recordValidation } from '../../server/src/shacl/incremental/recordedValidation.ts';
import { shortForm } from '../../server/src/shacl/model/words.ts';
import { type CrossChecker, referenceCrossCheck } from '../../server/src/vio/cases/crossCheck.ts';
import { generateVios } from '../../server/src/vio/generate.ts';
import type { GenerateEvent } from '../../server/src/vio/generateEvent.ts';
import type { VioProblem } from '../../server/src/vio/problem.ts';
import { defaultGenerateOptions, type VioSuite } from '../../server/src/vio/vioCase.ts';
import { atLeast, atMost, type Findings } from '../findings.ts';
import { median } from '../measure.ts';
import { inputOf, readWorkload } from '../ours.ts';
import { peers, readWithN3 } from '../peers.ts';
import { ms } from '../print.ts';
import { qudt81k } from '../workloads.ts';

const { signal } = new AbortController();

/** This many cases are validated in full. */
const sample = 5;

/**
 * Measures the generation of a suite of violations of QUDT, from the texts to verified cases, and the verdicts of a
 * second engine.
 */
export async function vio(): Promise<Findings> {
  const read = await clocked(qudtProblem);
  const problem = read.value;
  const plain = await clocked(() => suiteOf(problem));
  const memory = peakMemory();
  const reference = await clocked(() => referenceCrossCheck(problem, signal));
  const checked = await clocked(() => suiteOf(problem, reference.value.check));
  const memoryWithReference = peakMemory();
  const inFull = await validatedInFull(problem, plain.value);

  const { cases } = plain.value;
  const perCase = plain.time / cases.length;
  const alphas = cases.map(({ statistics }) => statistics.alpha);
  const agreed = checked.value.cases.filter(({ crossCheck }) => crossCheck?.kind === 'agrees').length;
  const undecided = cases.filter(({ statistics }) => statistics.minRepairSize === undefined).length;
  return {
    title: 'Violations',
    tables: [
      {
        head: ['QUDT 81k, mode cover', 'cases', 'time', 'CPU time', 'per case', 'peak memory'],
        rows: [
          ['read and validate', '', ms(read.time), ms(read.cpu), '', ''],
          ['generate', String(cases.length), ms(plain.time), ms(plain.cpu), ms(perCase), `${memory} MB`],
          ['rdf-validate-shacl on the graph as it is', '', ms(reference.time), ms(reference.cpu), '', ''],
          [
            'generate with cross-check',
            String(checked.value.cases.length),
            ms(checked.time),
            ms(checked.cpu),
            ms(checked.time / checked.value.cases.length),
            `${memoryWithReference} MB`,
          ],
          [
            'copy the graph, validate in full with rdf-validate-shacl',
            String(inFull.length),
            '',
            '',
            `${ms(median(inFull))} (p50)`,
            '',
          ],
        ],
      },
    ],
    bars: [
      { what: 'QUDT suite', value: read.time + plain.time, unit: 'ms', wanted: atMost(6000) },
      {
        what: 'QUDT suite with cross-check',
        value: read.time + reference.time + checked.time,
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
      'One run in a new process, the first row included in the bars; cases are verified and have their statistics. CPU time is that of all threads, the garbage collector and the compiler included, and tells more than time where others use the machine.',
      `alpha is ${mean(alphas).toFixed(1)} on average and at most ${Math.max(...alphas)}; rdf-validate-shacl agrees on ${agreed} of ${checked.value.cases.length} cases; how small a repair can be is open for ${undecided}.`,
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

/** The times in ms of full validations, for cases spread over the whole suite. */
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
    // Blank nodes have other names there, so only changes of named nodes are comparable.
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

interface Clocked<T> {
  readonly value: T;
  /** In ms. */
  readonly time: number;
  readonly cpu: number;
}

async function clocked<T>(work: () => Promise<T>): Promise<Clocked<T>> {
  const start = performance.now();
  const before = process.cpuUsage();
  const value = await work();
  const { user, system } = process.cpuUsage(before);
  return { value, time: performance.now() - start, cpu: (user + system) / 1000 };
}

/** In MB. */
function peakMemory(): number {
  return Math.round(process.resourceUsage().maxRSS / 1024);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
