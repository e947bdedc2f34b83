import { Worker } from 'node:worker_threads';
import { followThread, lookInterval, type Thread } from '../../base/supervision.ts';
import { patience } from '../../platform/reading/ioGuard.ts';
import { programFile } from '../../platform/reading/shippedFiles.ts';
import { StillTime } from '../../platform/watch/probeReader.ts';
import type { LineParser, LinesToParse, ParsedPart } from '../../rdf/turtle/parsedPart.ts';

/** Parses lines in threads of their own. What a thread that fails or is stuck had to parse is left to the caller, which is watched. */
export function linePool(threads: number): LineParser {
  const all = Array.from({ length: threads }, () => new LineThread());
  return {
    atOnce: threads,
    parse: (lines) => all.reduce((least, each) => (each.waiting < least.waiting ? each : least)).parse(lines),
    end() {
      for (const each of all) each.end();
    },
  };
}

class LineThread {
  readonly #thread: Thread<ParsedPart | undefined, LinesToParse> = new Worker(programFile('lineThread.js'));
  readonly #waiting: ((part: ParsedPart | undefined) => void)[] = [];
  #hasEnded: boolean = false;
  #end = () => {};

  constructor() {
    void this.#follow();
  }

  /** How many parts it has still to parse. */
  get waiting(): number {
    return this.#waiting.length;
  }

  parse(lines: LinesToParse): Promise<ParsedPart | undefined> {
    if (this.#hasEnded) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
      this.#thread.postMessage(lines);
    });
  }

  end(): void {
    this.#end();
  }

  async #follow(): Promise<void> {
    const silence = new StillTime(lookInterval);
    let parsed = 0;
    await followThread<ParsedPart | undefined, void>(this.#thread, (end) => {
      this.#end = end;
      return {
        look: () => {
          if (silence.look(`${parsed}`, this.waiting === 0) >= patience) end();
        },
        failed: () => end(),
        exited: () => end(),
        received: (part) => {
          parsed++;
          this.#waiting.shift()?.(part);
        },
      };
    });
    this.#hasEnded = true;
    for (const resolve of this.#waiting.splice(0)) resolve(undefined);
  }
}
