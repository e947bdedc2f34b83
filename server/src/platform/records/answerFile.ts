import path from 'node:path';
import { label, object, parsedAs } from '../../base/jsonShape.ts';
import type { AnswerStore } from '../../repair/llm/model/cachedModel.ts';
import { answerShape, type ModelAnswer } from '../../repair/llm/model/languageModel.ts';
import { appendLines, type Lines } from '../files/appendLines.ts';
import { namedFolder } from '../files/named.ts';
import { readBytesBelow } from '../files/readBelow.ts';

/** Answers of models in a JSON Lines file. */
export interface AnswerFile extends AnswerStore {
  /** Waits for pending writes. */
  close(): Promise<void>;
}

/**
 * Opens a file of answers. Creates it and its folder if necessary, for its owner only. Each answer is one line and is
 * written immediately, so answers survive when the process is killed; an incomplete line damages no other one. Lines that
 * other processes append are read when the file is next opened. The folder may be a link, the file may not.
 *
 * @param tell is called for lines that can't be read, and when nothing can be written. Answers are then kept in memory.
 */
export async function openAnswerFile(file: string, tell: (problem: string) => void): Promise<AnswerFile> {
  const answers = new Map<string, ModelAnswer>();
  let lines: Lines | undefined;
  const giveUp = (error: unknown) => {
    const broken = lines;
    lines = undefined;
    tell(`Answers are kept in memory only. ${(error as Error).message}`);
    try {
      broken?.close();
    } catch {
      // The reason was reported above.
    }
  };
  try {
    const folder = namedFolder(path.dirname(file), 0o700);
    const own = path.join(folder, path.basename(file));
    // Without this, a new line would be appended to the incomplete one and lost as well.
    lines = appendLines(own, { halfLine: 'end', tell });
    read(readBytesBelow(own)!, answers, (bad) => tell(unreadable(file, bad)));
  } catch (error) {
    giveUp(error);
  }
  return {
    async get(key) {
      return answers.get(key);
    },
    async put(key, answer) {
      answers.set(key, answer);
      try {
        lines?.add(JSON.stringify({ key, answer }));
      } catch (error) {
        giveUp(error);
      }
    },
    async close() {
      const open = lines;
      lines = undefined;
      open?.close();
    },
  };
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
    // An incomplete line of a killed process can't be parsed.
    const entry = parsedAs(entryShape, line);
    if (entry) answers.set(entry.key, entry.answer);
    else bad.push(number);
  }
  if (bad.length > 0) tell(bad);
}

const entryShape = object({ key: label, answer: answerShape });

function unreadable(file: string, lines: readonly number[]): string {
  return lines.length === 1
    ? `${file}, line ${lines[0]}: this answer can't be read, so it will be asked for again.`
    : `${file}, line ${lines[0]} and ${lines.length - 1} more: these answers can't be read, so they will be asked for again.`;
}
