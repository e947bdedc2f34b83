/** Where a run is kept: files by their names, as in a folder that nobody else writes to. */
export interface RunFolder {
  /** The text of a file; undefined where there is none. */
  read(name: string): Promise<string | undefined>;
  /** The lines of a file without their ends, none where there is no file. Half a line at its end is not among them. */
  lines(name: string): AsyncIterable<string>;
  /** Adds a line, for good: when it resolves, the line is there whatever becomes of the process. */
  append(name: string, line: string): Promise<void>;
  /** Replaces a file at once. */
  write(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void>;
  /** Lets others write to it. */
  close(): Promise<void>;
}

/** A folder that is gone with the process. */
export class RunInMemory implements RunFolder {
  readonly #files: Map<string, string>;
  readonly #prefix: string;

  /** @param files texts by name, behind the prefix. */
  constructor(files = new Map<string, string>(), prefix = '') {
    this.#files = files;
    this.#prefix = prefix;
  }

  async read(name: string): Promise<string | undefined> {
    return this.#files.get(this.#prefix + name);
  }

  async *lines(name: string): AsyncIterable<string> {
    yield* ((await this.read(name)) ?? '').split('\n').slice(0, -1);
  }

  async append(name: string, line: string): Promise<void> {
    const text = (await this.read(name)) ?? '';
    this.#files.set(this.#prefix + name, `${text.slice(0, text.lastIndexOf('\n') + 1)}${line}\n`);
  }

  async write(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
    let text = '';
    for await (const piece of pieces) text += piece;
    this.#files.set(this.#prefix + name, text);
  }

  async close(): Promise<void> {}
}

/** The files of a run (design contract). */
export const runFiles = {
  run: 'run.json',
  trials: 'trials.jsonl',
  prompts: 'prompts.jsonl',
  answers: 'answers.jsonl',
  json: 'report.json',
  markdown: 'report.md',
  csv: 'report.csv',
  html: 'report.html',
} as const;
