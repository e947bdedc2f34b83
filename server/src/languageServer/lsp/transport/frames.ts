/**
 * The frames that messages come in over a stream: a header with the length of the body, an empty line, the body. The
 * reader of vscode-jsonrpc waits forever after a header that it can't read, and stores everything that follows. Here such a
 * header ends the connection with an error.
 */

/** Takes bytes as they come. */
export class Frames {
  readonly #onMessage: (message: unknown) => void;
  readonly #onNoJson: (problem: string) => void;
  /** The bytes of the header or body that have come so far. */
  #pieces: Buffer[] = [];
  #size = 0;
  /** The length of the body; undefined while the header is read. */
  #length: number | undefined;

  /** @param onNoJson is told of a body that is no JSON; the next frame can still be read. */
  constructor(onMessage: (message: unknown) => void, onNoJson: (problem: string) => void) {
    this.#onMessage = onMessage;
    this.#onNoJson = onNoJson;
  }

  /** @throws FrameError when nothing that follows can be read any more. */
  push(bytes: Buffer): void {
    let rest: Buffer | undefined = bytes;
    while (rest) rest = this.#length === undefined ? this.#header(rest) : this.#body(rest, this.#length);
  }

  /** What is left of the bytes; undefined when more have to come. */
  #header(bytes: Buffer): Buffer | undefined {
    const read = Buffer.concat([...this.#pieces, bytes]);
    const end = read.indexOf('\r\n\r\n');
    if (end < 0 ? read.length > maxHeader : end > maxHeader) {
      throw new FrameError(`a header has more than ${maxHeader} bytes`);
    }
    if (end < 0) {
      // The rest of what can't become a header would never come.
      const [last, ...lines] = read.toString('latin1').split('\r\n').reverse() as [string, ...string[]];
      for (const line of lines) fieldIn(line);
      if (!beginning.test(last)) throw unreadable(last);
      this.#pieces = [read];
      return undefined;
    }
    this.#length = lengthIn(read.toString('latin1', 0, end));
    this.#pieces = [];
    this.#size = 0;
    return read.subarray(end + 4);
  }

  #body(bytes: Buffer, length: number): Buffer | undefined {
    const missing = length - this.#size;
    this.#pieces.push(bytes.subarray(0, missing));
    this.#size += Math.min(bytes.length, missing);
    if (this.#size < length) return undefined;
    const body = Buffer.concat(this.#pieces).toString('utf8');
    this.#pieces = [];
    this.#size = 0;
    this.#length = undefined;
    this.#take(body);
    return bytes.length > missing ? bytes.subarray(missing) : undefined;
  }

  #take(body: string): void {
    let message: unknown;
    try {
      message = JSON.parse(body);
    } catch (error) {
      this.#onNoJson((error as Error).message);
      return;
    }
    this.#onMessage(message);
  }
}

/** A header can't be read, so it is not known where the next one begins. */
export class FrameError extends Error {}

/** In bytes. */
const maxHeader = 4096;
/** More than a text that an editor opens, and less than a text in JavaScript may have. */
const maxBody = 400_000_000;

function lengthIn(header: string): number {
  const fields = new Map<string, string>();
  for (const line of header.split('\r\n')) {
    const [name, content] = fieldIn(line);
    fields.set(name, content);
  }
  const charset = /charset\s*=\s*"?([^";\s]+)/i.exec(fields.get('content-type') ?? '')?.[1];
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw new FrameError(
      `a header names the charset ${JSON.stringify(charset.slice(0, 80))}, and only utf-8 is read`,
    );
  }
  const given = fields.get('content-length');
  if (given === undefined) throw new FrameError('a header has no Content-Length');
  if (!/^\d+$/.test(given) || Number(given) > maxBody) {
    const is = JSON.stringify(given.slice(0, 80));
    throw new FrameError(`a header has the Content-Length ${is}, which is no whole number up to ${maxBody}`);
  }
  return Number(given);
}

/** A field's name in lower case, and what it says. */
function fieldIn(line: string): readonly [name: string, content: string] {
  const field = /^([!#$%&'*+.^_`|~\w-]+):([\t\x20-\x7e]*)$/.exec(line);
  if (!field) throw unreadable(line);
  return [field[1]!.toLowerCase(), field[2]!.trim()];
}

/** What a line of a header may begin with. */
const beginning = /^[!#$%&'*+.^_`|~\w-]*(:[\t\x20-\x7e]*)?\r?$/;

function unreadable(line: string): FrameError {
  return new FrameError(`a header has the line ${JSON.stringify(line.slice(0, 80))}`);
}
