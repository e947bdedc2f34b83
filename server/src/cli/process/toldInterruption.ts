/** Signals of people, of job schedulers at a time limit, and of terminals that are closed. */
const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Says what is done and how to go on when the process is interrupted, and then lets the signal end it. */
export class ToldInterruption {
  readonly #say: (text: string) => void;
  #text: string | undefined;

  constructor(say: (text: string) => void) {
    this.#say = say;
  }

  /** Changes what is said. Before the first call, signals are not listened to. */
  change(text: string): void {
    if (this.#text === undefined) for (const signal of interrupts) process.once(signal, this.#tell);
    this.#text = text;
  }

  /** Stops listening. */
  dispose(): void {
    for (const signal of interrupts) process.off(signal, this.#tell);
  }

  readonly #tell = (signal: NodeJS.Signals): void => {
    this.dispose();
    try {
      this.#say(`\nInterrupted. ${this.#text}\n`);
    } finally {
      process.kill(process.pid, signal);
    }
  };
}
