import type { RunFolder } from '../run/runFolder.ts';
import { updateOfText } from '../suite/repairTask.ts';
import { Postponed, type RepairSystem } from '../system.ts';

/** A file with a syntax error. */
export interface UnreadableCase {
  readonly name: string;
  /** With its place: `case-1.ttl:3: …`. */
  readonly problem: string;
}

/**
 * Cases that a person answers by editing files. Each case is written as a Turtle file, linked to its shapes; once the
 * person has changed a file, the change is the answer.
 */
export class CaseFiles {
  readonly #folder: Pick<RunFolder, 'read' | 'write'>;
  readonly #header: string;
  readonly #waiting = new Set<string>();
  readonly #unreadable: UnreadableCase[] = [];

  /** @param shapes the path of the shapes, from the folder; undefined to link none, so that editors give no feedback. */
  constructor(folder: Pick<RunFolder, 'read' | 'write'>, shapes: string | undefined) {
    this.#folder = folder;
    this.#header = shapes === undefined ? '' : `# shapes: ${shapes}\n`;
  }

  /** The names of the files that nobody has changed. */
  get waiting(): readonly string[] {
    return [...this.#waiting].sort();
  }

  /** Changed files that are not answers yet. */
  get unreadable(): readonly UnreadableCase[] {
    return this.#unreadable;
  }

  /** @param id the id of the system: `person:ada`. */
  system(id: string): RepairSystem {
    return {
      id,
      strategy: undefined,
      repair: async ({ caseId, problem }) => {
        const before = problem.documents[0]!;
        const name = `${caseId}.ttl`;
        const shown = this.#header + before.text;
        const text = (await this.#folder.read(name))?.replace(/\r\n/g, '\n');
        if (text === undefined) await this.#folder.write(name, [shown]);
        if (text === undefined || text === shown) {
          this.#waiting.add(name);
          throw new Postponed();
        }
        const isLinked = text.startsWith(this.#header);
        const answer = updateOfText(problem, isLinked ? text.slice(this.#header.length) : text);
        if (answer.kind === 'error') {
          const line = answer.line + Number(isLinked && this.#header !== '');
          this.#unreadable.push({ name, problem: `${name}:${line}: ${answer.message}` });
          throw new Postponed();
        }
        const { update } = answer;
        // How long the person took is not known: a file may stay open over lunch.
        return { rounds: [{ answer: text, update, envelopeStrict: true, prefixesInjected: [], ms: 0 }] };
      },
    };
  }
}
