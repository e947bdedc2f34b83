/** The folder of a run: files by name. Nobody else writes to it. */
export interface RunFolder {
  /** The text of a file; undefined if there is none. */
  read(name: string): Promise<string | undefined>;
  /** The lines of a file without line ends; none if there is no file. An incomplete last line is left out. */
  lines(name: string): AsyncIterable<string>;
  /** Appends a line durably: once this resolves, the line survives a crash of the process. */
  append(name: string, line: string): Promise<void>;
  /** Replaces a file atomically. */
  write(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void>;
  /** Releases the folder for other writers. */
  close(): Promise<void>;
}

/** A folder in memory. */
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
