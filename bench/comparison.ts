import type { Quad } from '@rdfjs/types';
import { Store } from 'n3';
import { validate } from '../server/src/service/library/validate.ts';
import { recordValidation } from '../server/src/shacl/incremental/recordedValidation.ts';
import type { ValidationInput } from '../server/src/shacl/validationUnit.ts';
import { atLeast, type Bar, type Table } from './findings.ts';
import { medians, type Timed, timed, timedAfter } from './measure.ts';
import { inputOf, readWorkload } from './ours.ts';
import { type PeerName, peers, readWithN3 } from './peers.ts';
import { ms, times } from './print.ts';
import type { Workload } from './workloads.ts';

/**
 * `traced` is our engine with tracing, as the server uses it: it records what verdicts depend on and what a change
 * affects.
 */
type Contender = 'traced' | PeerName;

/** The engines measured on one workload. */
export interface Comparison {
  readonly workload: Workload;
  /** Medians in ms. */
  readonly times: Readonly<Partial<Record<Contender, number>> & { traced: number }>;
  readonly results: Results;
}

/** Measures validation only: the indexed graphs and the shapes are ready. */
export async function compare(workload: Workload, rounds: number): Promise<Comparison> {
  const results = new Results();
  const quads = quadsOf(workload);
  const store = storeOf(quads.data);
  const times = await medians(rounds, {
    traced: traced(workload, (count) => results.add('traced', count)),
    ...peerTimes(quads, () => store, results),
  });
  return { workload, times, results };
}

/** Measures from parsed triples to results. The peers have their shapes ready; we do not. */
export async function compareWithIndex(workload: Workload, rounds: number): Promise<Comparison> {
  const results = new Results();
  const quads = quadsOf(workload);
  const times = await medians(rounds, {
    traced: tracedWithIndex(workload, (count) => results.add('traced', count)),
    ...peerTimes(quads, () => storeOf(quads.data), results),
  });
  return { workload, times, results };
}

/** Measures from texts to reports: all parse data and shapes anew, the peers with N3's parser, and read the shapes. */
export async function compareFromText(workload: Workload, rounds: number): Promise<Comparison> {
  const results = new Results();
  const peer = (name: PeerName) =>
    timed(() => {
      const { data, shapes, shapesWithClasses } = quadsOf(workload);
      const engine = peers[name](name === 'shacl-engine' ? shapesWithClasses : shapes);
      return results.of(name, engine.validate(storeOf(data)));
    });
  const times = await medians(rounds, {
    traced: timed(async () => {
      const { data, shapes, context = [] } = workload;
      results.add('traced', (await validate({ data, shapes, context })).results.length);
    }),
    'rdf-validate-shacl': peer('rdf-validate-shacl'),
    'shacl-engine': peer('shacl-engine'),
  });
  return { workload, times, results };
}

export async function oursOnly(workload: Workload, rounds: number): Promise<Comparison> {
  const results = new Results();
  const contender = traced(workload, (count) => results.add('traced', count));
  return { workload, times: await medians(rounds, { traced: contender }), results };
}

/** Our traced validation with indexed graphs and shapes ready. `found` is called with the number of results. */
export function traced(workload: Workload, found: (results: number) => void = () => {}): Timed {
  const input = inputOf(readWorkload(workload));
  return timed(async () => found(await tracedCount(input)));
}

/** The same, starting from parsed triples. */
export function tracedWithIndex(workload: Workload, found: (results: number) => void = () => {}): Timed {
  return timedAfter(
    () => readWorkload(workload),
    async (documents) => found(await tracedCount(inputOf(documents))),
  );
}

/** One row for each workload. Ratios are relative to our traced validation. */
export function table(what: string, rows: readonly Comparison[]): Table {
  return {
    head: [what, 'results', 'ours, traced', 'rdf-validate-shacl', 'shacl-engine'],
    rows: rows.map(({ workload, times: { traced, ...others }, results }) => {
      const peer = (time: number | undefined) =>
        time === undefined ? '' : `${ms(time)} (${times(time, traced)})`;
      return [
        workload.name,
        results.text,
        ms(traced),
        peer(others['rdf-validate-shacl']),
        peer(others['shacl-engine']),
      ];
    }),
  };
}

/** The bars: how many times faster than each peer we have to be. */
export function bars(
  what: string,
  { times: measured }: Comparison,
  wanted: Readonly<Partial<Record<PeerName, number>>>,
): readonly Bar[] {
  return (Object.keys(wanted) as PeerName[]).map((peer) => ({
    what: `${what}, against ${peer}`,
    value: measured[peer]! / measured.traced,
    unit: '×',
    wanted: atLeast(wanted[peer]!),
  }));
}

/** The number of results that each contender found in its last run. */
class Results {
  readonly #counts = new Map<Contender, number>();

  add(contender: Contender, count: number): void {
    this.#counts.set(contender, count);
  }

  /** Waits for a validation and records its number of results. */
  async of(contender: Contender, validation: Promise<number>): Promise<void> {
    this.add(contender, await validation);
  }

  /** A single number if all contenders agree. */
  get text(): string {
    const distinct = new Set(this.#counts.values());
    if (distinct.size === 1) return String(...distinct);
    return [...this.#counts].map(([contender, count]) => `${contender} ${count}`).join(', ');
  }
}

function peerTimes(
  { shapes, shapesWithClasses }: Quads,
  data: () => Store,
  results: Results,
): Record<PeerName, Timed> {
  const reference = peers['rdf-validate-shacl'](shapes);
  const engine = peers['shacl-engine'](shapesWithClasses);
  return {
    'rdf-validate-shacl': timed(() => results.of('rdf-validate-shacl', reference.validate(data()))),
    'shacl-engine': timed(() => results.of('shacl-engine', engine.validate(data()))),
  };
}

async function tracedCount(input: ValidationInput): Promise<number> {
  const { result } = await recordValidation(input);
  return result.violations.length;
}

/** For the peers: the same graphs that our engine is given. */
interface Quads {
  readonly shapes: readonly Quad[];
  /** The shapes with rdfs:subClassOf of the context, which shacl-engine looks up in the shapes only. */
  readonly shapesWithClasses: readonly Quad[];
  readonly data: Quad[];
}

function quadsOf(workload: Workload): Quads {
  const shapes = readWithN3(workload.shapes);
  const context = readWithN3(workload.context ?? '');
  const classes = context.filter(({ predicate }) => predicate.value.endsWith('#subClassOf'));
  return {
    shapes,
    shapesWithClasses: [...shapes, ...classes],
    data: [...readWithN3(workload.data), ...shapes, ...context],
  };
}

function storeOf(quads: Quad[]): Store {
  const store = new Store();
  store.addQuads(quads);
  return store;
}
