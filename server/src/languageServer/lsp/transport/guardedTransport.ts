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
import { Frames } from './frames.ts';
import { Gate } from './gate.ts';

/** How messages are read and written, as the arguments of the program say. */
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
  /** Is told of notifications that are left out. */
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
