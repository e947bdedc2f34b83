export const memoryRemedy =
  'Give fewer or smaller files at once, or more memory: NODE_OPTIONS=--max-old-space-size=8192.';

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
