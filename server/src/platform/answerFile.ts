import { type FileHandle, mkdir, open, readFile } from 'node:fs/promises';
import path from 'node:path';
import { either, flag, label, number, object, optional, parsedAs, text } from '../base/jsonShape.ts';
import type { AnswerStore } from '../llm/cached.ts';
import type { ModelAnswer } from '../llm/languageModel.ts';

/** Answers of models in a file of JSON Lines. */
export interface AnswerFile extends AnswerStore {
  /** Waits for what is being written. */
  close(): Promise<void>;
}

/**
 * Opens a file of answers, and makes it where there is none, readable by its owner only. Each answer is one line, and
 * written at once: what was put before a process was killed is there, and half a line costs no other one. What
 * others add to the file meanwhile is read the next time.
 *
 * @param tell is told of lines that can't be read, and why nothing can be written; answers are then kept in memory.
 */
export async function openAnswerFile(file: string, tell: (problem: string) => void): Promise<AnswerFile> {
  const answers = new Map<string, ModelAnswer>();
  let handle: FileHandle | undefined;
  const giveUp = async (error: unknown) => {
    tell(`${file} can't be used to keep answers: ${(error as Error).message}. They are kept in memory.`);
    const broken = handle;
    handle = undefined;
    await broken?.close();
  };
  try {
    await mkdir(path.dirname(file), { recursive: true });
    handle = await open(file, 'a+', 0o600);
    read(await readFile(file), answers, (lines) => tell(unreadable(file, lines)));
  } catch (error) {
    await giveUp(error);
  }
  let written: Promise<void> = Promise.resolve();
  return {
    async get(key) {
      return answers.get(key);
    },
    async put(key, answer) {
      answers.set(key, answer);
      written = written.then(async () => {
        try {
          if (handle) await append(handle, JSON.stringify({ key, answer }));
        } catch (error) {
          await giveUp(error);
        }
      });
      await written;
    },
    async close() {
      await written;
      await handle?.close();
      handle = undefined;
    },
  };
}

/** In one write, which no other process can come between. */
async function append(handle: FileHandle, line: string): Promise<void> {
  const { size } = await handle.stat();
  const last = Buffer.alloc(1);
  if (size > 0) await handle.read(last, 0, 1, size - 1);
  // After half a line, the next one would be lost as well.
  const bytes = Buffer.from(size > 0 && last.toString() !== '\n' ? `\n${line}\n` : `${line}\n`);
  const { bytesWritten } = await handle.write(bytes);
  if (bytesWritten < bytes.length) throw new Error('the disk is full');
}

function read(
  bytes: Buffer,
  answers: Map<string, ModelAnswer>,
  tell: (lines: readonly number[]) => void,
): void {
  const bad: number[] = [];
  let number = 0;
  for (let start = 0; start < bytes.length; ) {
    const newline = bytes.indexOf('\n', start);
    const end = newline < 0 ? bytes.length : newline;
    const line = bytes.toString('utf8', start, end).trim();
    number++;
    start = end + 1;
    if (line === '') continue;
    // Half a line: the process that wrote it was killed.
    const entry = parsedAs(entryShape, line);
    if (entry) answers.set(entry.key, entry.answer);
    else bad.push(number);
  }
  if (bad.length > 0) tell(bad);
}

const entryShape = object({
  key: label,
  answer: object({
    text,
    finish: either('done', 'length', 'filtered'),
    usage: object({ input: number, cachedInput: optional(number), output: number, estimated: flag }),
    model: label,
    host: optional(label),
    format: either('json_schema', 'json_object', 'prompt'),
    ms: number,
    fromCache: flag,
  }),
});

function unreadable(file: string, lines: readonly number[]): string {
  return lines.length === 1
    ? `${file}, line ${lines[0]}: this answer can't be read, so it will be asked for again.`
    : `${file}, line ${lines[0]} and ${lines.length - 1} more: these answers can't be read, so they will be asked for again.`;
}
