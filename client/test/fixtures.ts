import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Position } from './driver.ts';
import type { Inputs } from './runner.ts';

/** Fills a folder with a copy of the demo workspace. */
export async function copyDemo(folder: string, { root }: Inputs): Promise<void> {
  await cp(path.join(root, 'test-fixtures/demo'), folder, { recursive: true });
}

/** Where a text begins in a file that has it exactly once. */
export async function find(file: string, text: string): Promise<Position> {
  const content = await readFile(file, 'utf8');
  const offset = content.indexOf(text);
  if (offset === -1 || content.includes(text, offset + 1))
    throw new Error(`${path.basename(file)} has to have ${text} once.`);
  const before = content.slice(0, offset).split('\n');
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

/** The position some characters further in the same line. */
export function after({ line, column }: Position, characters: number): Position {
  return { line, column: column + characters };
}
