import { connect } from 'node:net';
import type { Duplex, Readable, Writable } from 'node:stream';
import {
  AbstractMessageReader,
  type DataCallback,
  type Disposable,
  ErrorCodes,
  IPCMessageReader,
  IPCMessageWriter,
  type Message,
  type MessageWriter,
  StreamMessageWriter,
} from 'vscode-languageserver/node';
import { Gate } from './gate.ts';

/** How messages are read and written, according to the program's arguments. */
export interface Transport {
  readonly reader: GuardedReader;
  readonly writer: MessageWriter;
}

/**
 * The transport that `--node-ipc`, `--stdio`, `--socket=PORT` or `--pipe=NAME` asks for.
 *
 * @param end is called when no more messages can come, with the reason if that is an error.
 * @throws Error when none of them is given.
 */
export function transportOf(argv: readonly string[], end: (fault?: string) => void): Transport {
  const argument = (name: string) => {
    const place = argv.findIndex((each) => each === name || each.startsWith(`${name}=`));
    return place < 0 ? undefined : argv[place]!.slice(name.length + 1) || argv[place + 1];
  };
  if (argv.includes('--node-ipc')) return ipc(end);
  if (argv.includes('--stdio')) return streams(process.stdin, process.stdout, end);
  const port = argument('--socket');
  if (port !== undefined) return socket(connect(Number(port), '127.0.0.1'), end);
  const pipe = argument('--pipe');
  if (pipe !== undefined) return socket(connect(pipe), end);
  throw new Error('give --stdio, --node-ipc, --socket=PORT or --pipe=NAME: how messages come and go.');
}

function ipc(end: () => void): Transport {
  const writer = new IPCMessageWriter(process);
  const inner = new IPCMessageReader(process);
  process.on('disconnect', () => end());
  return { reader: new GuardedReader(writer, (take) => inner.listen(take)), writer };
}

function socket(stream: Duplex, end: (fault?: string) => void): Transport {
  stream.on('error', (error) => end(error.message));
  return streams(stream, stream, end);
}

function streams(input: Readable, output: Writable, end: (fault?: string) => void): Transport {
  const writer = new StreamMessageWriter(output);
  const reader = new GuardedReader(writer, (take) => {
    const frames = new Frames(take, (problem) => {
      const error = { code: ErrorCodes.ParseError, message: `This is not JSON: ${problem}` };
      void writer.write({ jsonrpc: '2.0', id: null, error } as Message);
    });
    const read = (bytes: Buffer) => {
      try {
        frames.push(bytes);
      } catch (error) {
        input.off('data', read);
        end(`The input can no longer be read: ${(error as Error).message}.`);
      }
    };
    input.on('data', read);
    input.on('end', () => end());
    input.on('close', () => end());
    return { dispose: () => input.off('data', read) };
  });
  return { reader, writer };
}

/** Gives the connection what the gate lets through, and answers the rest. */
export class GuardedReader extends AbstractMessageReader {
  readonly gate = new Gate();
  /** Receives notifications that are dropped. */
  onLeftOut: (problem: string) => void = () => {};
  readonly #writer: MessageWriter;
  readonly #start: (take: (message: unknown) => void) => Disposable;

  constructor(writer: MessageWriter, start: (take: (message: unknown) => void) => Disposable) {
    super();
    this.#writer = writer;
    this.#start = start;
  }

  listen(callback: DataCallback): Disposable {
    return this.#start((message) => {
      const decision = this.gate.take(message);
      switch (decision.kind) {
        case 'pass':
          callback(decision.message as Message);
          break;
        case 'drop':
          if (decision.problem !== undefined) this.onLeftOut(decision.problem);
          break;
        case 'refuse': {
          const { id, code, message: why } = decision;
          void this.#writer.write({ jsonrpc: '2.0', id, error: { code, message: why } } as Message);
          break;
        }
      }
    });
  }
}

/**
 * The frames of messages in a stream: a header with the length of the body, an empty line, the body. The reader of
 * vscode-jsonrpc waits forever after a header that it can't read, and stores everything that follows. Here such a header
 * ends the connection with an error.
 */

/** Takes bytes as they come. */
export class Frames {
  readonly #onMessage: (message: unknown) => void;
  readonly #onNoJson: (problem: string) => void;
  /** The bytes of the header or body received so far. */
  #pieces: Buffer[] = [];
  #size = 0;
  /** The length of the body; undefined while the header is read. */
  #length: number | undefined;

  /** @param onNoJson is called for a body that is not JSON; the next frame can still be read. */
  constructor(onMessage: (message: unknown) => void, onNoJson: (problem: string) => void) {
    this.#onMessage = onMessage;
    this.#onNoJson = onNoJson;
  }

  /** @throws FrameError when nothing that follows can be read any more. */
  push(bytes: Buffer): void {
    let rest: Buffer | undefined = bytes;
    while (rest) rest = this.#length === undefined ? this.#header(rest) : this.#body(rest, this.#length);
  }

  /** What is left of the bytes; undefined when more are needed. */
  #header(bytes: Buffer): Buffer | undefined {
    const read = Buffer.concat([...this.#pieces, bytes]);
    const end = read.indexOf('\r\n\r\n');
    if (end < 0 ? read.length > maxHeader : end > maxHeader) {
      throw new FrameError(`a header has more than ${maxHeader} bytes`);
    }
    if (end < 0) {
      // The rest of something that can't become a header would never arrive.
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

/** A header can't be read, so the start of the next one is unknown. */
export class FrameError extends Error {}

/** In bytes. */
const maxHeader = 4096;
/** More than a text that an editor opens, and less than the maximum length of a string in JavaScript. */
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
    throw new FrameError(
      `a header has the Content-Length ${is}, which is not a whole number up to ${maxBody}`,
    );
  }
  return Number(given);
}

/** A field's name in lower case, and its value. */
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
