import { text } from 'node:stream/consumers';
import type { CommandInput } from '../../server/src/lab/evaluation/systems/commandSystem.ts';
import { Refusal } from './refusal.ts';

/**
 * Runs a system as a program of `evaluate --system command:`: one line of JSON in, `{"update": …}` out. A refusal ends
 * it with code 3, and its reason is the last line on standard error.
 */
export async function runProgram(answer: (input: CommandInput) => Promise<string>): Promise<void> {
  try {
    const update = await answer(JSON.parse(await text(process.stdin)) as CommandInput);
    process.stdout.write(`${JSON.stringify({ update })}\n`);
  } catch (error) {
    process.stderr.write(`${error instanceof Refusal ? error.message : String(error)}\n`);
    process.exitCode = error instanceof Refusal ? 3 : 1;
  }
}

/** A whole number of the environment. */
export function numberIn(name: string, otherwise: number): number {
  const value = Number(process.env[name]);
  return Number.isFinite(value) && value > 0 ? value : otherwise;
}
