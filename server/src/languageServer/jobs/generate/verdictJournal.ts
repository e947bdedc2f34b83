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
import type { GraphDelta } from '../../../rdf/graph.ts';
import type { CrossChecker } from '../../../vio/cases/crossCheck.ts';
import type { VioProblem } from '../../../vio/problem.ts';
import { statedGraph } from '../../../vio/suite/suiteJson.ts';
import { SuiteNames } from '../../../vio/suite/suiteNames.ts';
import type { CrossCheck } from '../../../vio/vioCase.ts';
import type { Staging } from '../ports.ts';

/**
 * Keeps the other engine's verdicts on changed graphs for the next run of the same command, because asking that engine
 * is most of the work. The first line names the subject of the journal. A journal about another subject is not used.
 */
export class VerdictJournal {
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
