import { UserError } from '../../base/userError.ts';
import { memoryRemedy } from '../../platform/processes/ownProcess.ts';
import type { Environment } from '../io.ts';

/** The message for an error that no command expects: the cause and, if it is known, the remedy. */
export function crashText(error: unknown, { DEBUG }: Environment): string {
  const { message, stack } = error instanceof Error ? error : new Error(String(error));
  if (DEBUG) return `shacl-repair: ${stack ?? message}`;
  if (error instanceof UserError) return `shacl-repair: ${message}`;
  if (isOutOfMemory(error)) return `shacl-repair: ${outOfMemory}`;
  if (/\bE[MN]FILE\b/.test(message))
    return `shacl-repair: a part of the program can't be loaded: ${message}. Too many files are open: raise the limit (ulimit -n), and try again.`;
  // Parts are loaded on demand, by a thread that passes on only the message.
  if (/^Cannot find (?:module|package) /.test(message))
    return `shacl-repair: a part of the program can't be loaded: ${message}. Install shacl-repair again.`;
  return `shacl-repair: internal error: ${message} (DEBUG=1 shows where)`;
}

const outOfMemory = `This takes more memory than Node.js may use (ERR_WORKER_OUT_OF_MEMORY). ${memoryRemedy}`;

/** Whether a thread ended because its heap was full. */
export function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
