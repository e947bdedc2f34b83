import { existsSync } from 'node:fs';
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Position } from './driver.ts';
import type { Inputs } from './runner.ts';

/** Fills a folder with a copy of the demo workspace. */
export async function copyDemo(folder: string, { root }: Inputs): Promise<void> {
  await cp(path.join(root, 'test-fixtures/demo'), folder, { recursive: true });
}

/** Files of ../shared/data that belong together. */
export interface SharedFiles {
  readonly folder: string;
  readonly data: string;
  readonly shapes: string;
  readonly context?: string;
}

/** Why a scenario on shared data can't run, undefined when it can. */
export function lacks({ folder }: SharedFiles): (inputs: Inputs) => string | undefined {
  return (inputs) =>
    existsSync(sharedFolder(inputs, folder)) ? undefined : `there is no ../shared/data/${folder}`;
}

/** Fills a folder with copies of shared files, linked by the settings of the workspace. */
export async function copyShared(folder: string, inputs: Inputs, files: SharedFiles): Promise<void> {
  const { data, shapes, context } = files;
  for (const file of [data, shapes, ...(context ? [context] : [])]) {
    await cp(path.join(sharedFolder(inputs, files.folder), file), path.join(folder, file));
  }
  const link = { data, shapes: [shapes], context: context ? [context] : [] };
  await mkdir(path.join(folder, '.vscode'));
  await writeFile(
    path.join(folder, '.vscode/settings.json'),
    JSON.stringify({ 'shaclRepair.links': [link] }),
  );
}

function sharedFolder({ root }: Inputs, folder: string): string {
  return path.join(root, '../shared/data', folder);
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
