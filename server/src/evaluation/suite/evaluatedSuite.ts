import { knownPrefixes } from '../../rdf/knownPrefixes.ts';
import {
  type RecordedValidation,
  type RecordingOptions,
  recordValidation,
} from '../../shacl/incremental/recordedValidation.ts';
import type { Violation } from '../../shacl/results/violation.ts';
import { shortForm, type TermPrinter } from '../../shacl/results/words.ts';
import { resultJson } from '../../vio/suite/caseJson.ts';
import type { ResultJson } from '../../vio/suite/format.ts';
import type { LoadedCase, LoadedSuite } from '../../vio/suite/readSuite.ts';
import type { ScoredCase } from '../scores/scores.ts';
import { type EvaluatedGraph, type RepairTask, taskOf } from './repairTask.ts';

export interface EvaluatedSuiteOptions extends Omit<RecordingOptions, 'term'> {
  /** How messages and titles name terms. */
  readonly term?: TermPrinter;
}

/** A suite whose graph was validated, so that its cases can be given to systems. */
export class EvaluatedSuite {
  readonly suite: LoadedSuite;
  readonly graph: EvaluatedGraph;
  /** What updates may use without declaring it: the graph's prefixes, the shapes', those that everybody knows. */
  readonly prefixes: ReadonlyMap<string, string>;
  /** Making a task takes a validation and a copy of the text; systems take turns at the same case. */
  readonly #tasks = new Map<string, Promise<RepairTask>>();

  /** Validates the graph. Rejects with the signal's reason when aborted. */
  static async of(
    suite: LoadedSuite,
    { term = shortForm, ...validation }: EvaluatedSuiteOptions,
    signal: AbortSignal,
  ): Promise<EvaluatedSuite> {
    const recorded = await recordValidation(suite.input, { ...validation, term }, signal);
    return new EvaluatedSuite(suite, recorded, term);
  }

  private constructor(suite: LoadedSuite, recorded: RecordedValidation, term: TermPrinter) {
    this.suite = suite;
    this.graph = { document: suite.graph, recorded, term };
    this.prefixes = new Map([...knownPrefixes, ...suite.manifest.prefixes, ...suite.graph.prefixes]);
  }

  /**
   * What systems are given of a case.
   *
   * @throws Error when the case does not violate anything, or cannot be written into the graph's text.
   */
  task(each: LoadedCase, signal: AbortSignal): Promise<RepairTask> {
    const { id, report, chosenResult } = each.json;
    const known = this.#tasks.get(id);
    if (known) return known;
    const wanted = report[chosenResult];
    const names = this.suite.names.graph.forChange(each.change);
    const isChosen = (result: Violation) =>
      wanted !== undefined && isSame(wanted, resultJson(result, names, this.suite.names.manifest));
    const task = taskOf(this.graph, { id, change: each.change }, isChosen, signal);
    this.#tasks.set(id, task);
    task.catch(() => this.#tasks.delete(id));
    for (const oldest of this.#tasks.keys()) {
      if (this.#tasks.size <= keptTasks) break;
      this.#tasks.delete(oldest);
    }
    return task;
  }

  /** What answers to a case are scored by. */
  scored({ json, change }: LoadedCase, task: RepairTask): ScoredCase {
    const { graph, prefixes } = this;
    return { graph, task, change, minRepairSize: json.stats.minRepairSize ?? undefined, prefixes };
  }
}

/** A changed graph can be a text of megabytes. */
const keptTasks = 4;

/** The same result, whatever its message says today. */
function isSame(a: ResultJson, b: ResultJson): boolean {
  return (
    a.focus === b.focus &&
    a.sourceShape === b.sourceShape &&
    a.component === b.component &&
    a.path === b.path &&
    a.value === b.value
  );
}
