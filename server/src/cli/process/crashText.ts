import { UserError } from '../../base/userError.ts';
import type { Environment } from '../io.ts';

/** The message for an error that no command expects: the cause and, if it is known, the remedy. */
export function crashText(error: unknown, { DEBUG }: Environment): string {
  const { message, stack, code } = (error instanceof Error ? error : new Error(String(error))) as Error & {
    readonly code?: string;
  };
  if (DEBUG) return `shacl-repair: ${stack ?? message}`;
  if (error instanceof UserError) return `shacl-repair: ${message}`;
  if (code === 'ERR_WORKER_OUT_OF_MEMORY') return `shacl-repair: ${outOfMemory}`;
  if (/\bE[MN]FILE\b/.test(message))
    return `shacl-repair: a part of the program can't be loaded: ${message}. Too many files are open: raise the limit (ulimit -n), and try again.`;
  return `shacl-repair: internal error: ${message} (DEBUG=1 shows where)`;
}

const outOfMemory =
  'This takes more memory than Node.js may use (ERR_WORKER_OUT_OF_MEMORY). Give fewer or smaller files at once, or more memory: NODE_OPTIONS=--max-old-space-size=8192.';
