import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

let collect: (() => void) | undefined;

/**
 * Returns unused memory to the system. V8 does so only under pressure, so a server that once read a large file would
 * keep looking large. Takes about 100 ms per GB, so call it when idle.
 */
export function collectGarbage(): void {
  if (collect === undefined) {
    setFlagsFromString('--expose-gc');
    collect = runInNewContext('gc') as () => void;
  }
  collect();
}

/** Available from Node 22.15 on, except on Windows. */
type Execve = (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => never;

/**
 * Ends this process even if one of its threads waits for a drive that does not respond. An orderly exit and
 * process.reallyExit would both wait for the thread. Output must be flushed before. When Node can only kill itself, the
 * exit code is that of a killed process.
 * @param beforeKill is called in that case.
 */
export async function exitAtOnce(code: number, beforeKill: () => Promise<void>): Promise<void> {
  const { execve } = process as { readonly execve?: Execve };
  try {
    // This replaces the process with a program that has no other threads.
    execve?.call(process, '/bin/sh', ['sh', '-c', `exit ${code}`], {});
  } catch {
    // /bin/sh is missing.
  }
  await beforeKill();
  process.kill(process.pid, 'SIGKILL');
}
