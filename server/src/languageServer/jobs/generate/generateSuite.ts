import {
  anyOf,
  anything,
  enumOf,
  type JsonShape,
  listOf,
  object,
  parsedAs,
  string,
} from '../../../base/jsonShape.ts';
import { sha256 } from '../../../base/sha256.ts';
import { version } from '../../../base/version.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import type { UnitAnalysis } from '../../../service/ide/unitAnalysis.ts';
import { suiteInputs, suitePrefixes, vioProblem } from '../../../service/ide/vioProblem.ts';
import { type CrossChecker, referenceCrossCheck } from '../../../vio/cases/crossCheck.ts';
import type { Namer } from '../../../vio/cases/naming.ts';
import { generateVios } from '../../../vio/generate.ts';
import type { VioProblem } from '../../../vio/problem.ts';
import type { SuiteOrigin } from '../../../vio/suite/readSuite.ts';
import { modeName, statedGraph } from '../../../vio/suite/suiteJson.ts';
import { SuiteNames } from '../../../vio/suite/suiteNames.ts';
import { suitePieces } from '../../../vio/suite/writeSuite.ts';
import type { CrossCheck, GenerateOptions, GenerateProgress, VioSuite } from '../../../vio/vioCase.ts';
import type { OpenStaging, Staging } from '../ports.ts';
import type { ValidUnit } from './validUnit.ts';

/** The input of a suite. */
export interface SuiteRequest
  extends Pick<SuiteOrigin, 'name' | 'graph' | 'store' | 'ifInvalid' | 'subClassOfFrom'> {
  /** The unit as its files state it. */
  readonly analysis: UnitAnalysis;
  /** The valid unit: the same one, or its repaired version. */
  readonly valid: ValidUnit;
  readonly options: GenerateOptions;
  /** The URI of the folder that the suite is written to. */
  readonly folder: string;
}

export interface SuitePorts {
  readonly openStaging: OpenStaging;
  /** Called with the progress of the generation. */
  readonly observe: (step: GenerateStep) => void;
  /** Names the new nodes; without it they are numbered. */
  readonly namer?: ((prefixes: ReadonlyMap<string, string>) => Promise<Namer>) | undefined;
  /**
   * When given, an interrupted run leaves the verdicts of the reference engine to the next run. That run must leave out
   * the same constraints and files.
   */
  readonly resumable?: { readonly quarantined: ReadonlySet<string> };
}

export type GenerateStep =
  /** This many verdicts of the reference engine are known from an interrupted run. */
  | { readonly kind: 'resumed'; readonly verdicts: number }
  | { readonly kind: 'askingReference' }
  | { readonly kind: 'enginesDiffer'; readonly difference: string }
  | { readonly kind: 'derived'; readonly progress: GenerateProgress }
  | { readonly kind: 'writing'; readonly path: string };

/**
 * Generates a suite and writes it to its folder, completely or not at all. Rejects with the signal's reason when
 * aborted.
 *
 * @throws UserError when the folder can't be written.
 */
export async function generateSuite(
  request: SuiteRequest,
  ports: SuitePorts,
  signal: AbortSignal,
): Promise<VioSuite> {
  const { valid, options, folder } = request;
  const origin = originOf(request);
  const staging = await ports.openStaging(folder);
  try {
    const problem = await vioProblem(valid.analysis, signal);
    const suite = await derive(problem, { options, origin, staging }, ports, signal);
    const source = { problem, suite, options, origin };
    for await (const { path, text } of suitePieces(source, {}, signal)) {
      ports.observe({ kind: 'writing', path });
      await staging.write(path, text);
    }
    signal.throwIfAborted();
    await staging.publish();
    return suite;
  } catch (error) {
    await staging.abandon();
    throw error;
  }
}

interface Derivation {
  readonly options: GenerateOptions;
  readonly origin: SuiteOrigin;
  readonly staging: Staging;
}

async function derive(
  problem: VioProblem,
  derivation: Derivation,
  ports: SuitePorts,
  signal: AbortSignal,
): Promise<VioSuite> {
  const { options } = derivation;
  const remembering = await rememberedVerdicts(problem, derivation, ports);
  const crossCheck =
    options.crossCheck === 'all' ? remembering(await referenceChecker(problem, ports, signal)) : undefined;
  const namer = await ports.namer?.(problem.prefixes);
  const helpers = { ...(crossCheck && { crossCheck }), ...(namer && { namer }) };
  const events = generateVios(problem, options, signal, helpers);
  for (;;) {
    const next = await events.next();
    if (next.done) return next.value;
    if (next.value.kind === 'progress') ports.observe({ kind: 'derived', progress: next.value.progress });
  }
}

async function referenceChecker(
  problem: VioProblem,
  { observe }: SuitePorts,
  signal: AbortSignal,
): Promise<CrossChecker> {
  observe({ kind: 'askingReference' });
  const { baseline, check } = await referenceCrossCheck(problem, signal);
  if (baseline.kind === 'differs') observe({ kind: 'enginesDiffer', difference: baseline.difference });
  return check;
}

/** Wraps a checker so that it reuses the verdicts of an interrupted run. */
async function rememberedVerdicts(
  problem: VioProblem,
  { options, origin, staging }: Derivation,
  { resumable, observe }: SuitePorts,
): Promise<(check: CrossChecker) => CrossChecker> {
  if (!resumable) return (check) => check;
  const inference = problem.recorded.input.entailment?.regime ?? 'none';
  const { inputs, subClassOfFrom, ifInvalid } = origin;
  // Everything that verdicts on changed graphs depend on.
  const subject = {
    version,
    inputs,
    subClassOfFrom,
    ifInvalid,
    options: { ...options, mode: modeName(options.mode), inference },
    quarantined: [...resumable.quarantined],
  };
  const journal = await VerdictJournal.open(staging, sha256(JSON.stringify(subject)), problem);
  if (journal.size > 0) observe({ kind: 'resumed', verdicts: journal.size });
  return (check) => journal.remembering(check);
}

function originOf({
  analysis,
  valid,
  name,
  graph,
  store,
  ifInvalid,
  subClassOfFrom,
}: SuiteRequest): SuiteOrigin {
  return {
    name,
    graph,
    version,
    // The original files, without repairs made in memory.
    inputs: suiteInputs(analysis.graphs.linked),
    store,
    ifInvalid,
    preparation: valid.preparation,
    subClassOfFrom,
    ...suitePrefixes(valid.analysis),
  };
}

/**
 * Keeps the other engine's verdicts on changed graphs for the next run of the same command, because asking that engine
 * is most of the work. The first line names the subject of the journal. A journal about another subject is not used.
 */
class VerdictJournal {
  readonly #staging: Staging;
  readonly #names: SuiteNames;
  readonly #verdicts = new Map<string, CrossCheck>();
  /** The text to write before the next line. */
  #start: string;

  /** @param subject one line that identifies everything the verdicts depend on. */
  static async open(staging: Staging, subject: string, problem: VioProblem): Promise<VerdictJournal> {
    const names = SuiteNames.of(statedGraph(problem), 'b');
    const [first, ...lines] = staging.journal.split('\n');
    if (first === subject) {
      // The last line may be incomplete.
      const journal = new VerdictJournal(staging, staging.journal.endsWith('\n') ? '' : '\n', names);
      for (const line of lines) journal.#read(line);
      return journal;
    }
    await staging.forget();
    return new VerdictJournal(staging, `${subject}\n`, names);
  }

  private constructor(staging: Staging, start: string, names: SuiteNames) {
    this.#staging = staging;
    this.#start = start;
    this.#names = names;
  }

  /** The number of recorded verdicts. */
  get size(): number {
    return this.#verdicts.size;
  }

  /** A checker that reuses recorded verdicts. */
  remembering(check: CrossChecker): CrossChecker {
    return async (change, results, signal) => {
      const key = this.#key(change);
      const known = this.#verdicts.get(key);
      if (known) return known;
      const verdict = await check(change, results, signal);
      await this.#note(key, verdict);
      return verdict;
    };
  }

  async #note(key: string, verdict: CrossCheck): Promise<void> {
    this.#verdicts.set(key, verdict);
    const line = `${JSON.stringify([key, verdict])}\n`;
    await this.#staging.note(this.#start + line);
    this.#start = '';
  }

  #read(line: string): void {
    // An incomplete line is ignored, so its verdict is requested again.
    const [key, verdict] = parsedAs(noteShape, line) ?? [];
    if (typeof key === 'string' && verdictShape(verdict) === undefined) {
      this.#verdicts.set(key, verdict as CrossCheck);
    }
  }

  #key(change: GraphDelta): string {
    const { added, removed } = change;
    const names = this.#names.forChange(change);
    const lines = [
      ...removed.map((triple) => `-${names.triple(triple)}`),
      ...added.map((triple) => `+${names.triple(triple)}`),
    ];
    return sha256(lines.join('\n'));
  }
}

/** The key of a change and the verdict on it. */
const noteShape = listOf(anything, 2);
const verdictShape: JsonShape<CrossCheck> = anyOf<CrossCheck>(
  object({ kind: enumOf('agrees') }),
  object({ kind: enumOf('differs'), difference: string }),
  object({ kind: enumOf('notCompared'), reason: string }),
);
