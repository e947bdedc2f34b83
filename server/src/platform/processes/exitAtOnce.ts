/** From Node 22.15 on, but on Windows. */
type Execve = (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => never;

/**
 * Ends this process although a thread of it waits for a drive that does not answer: an orderly exit would wait for the
 * thread, and so would process.reallyExit. What was printed has to be flushed before. Where Node can only kill itself,
 * the exit code is that of a killed process.
 * @param beforeKill is called in that case.
 */
export async function exitAtOnce(code: number, beforeKill: () => Promise<void>): Promise<void> {
  const { execve } = process as { readonly execve?: Execve };
  try {
    // The program that takes the place of this one has no other threads.
    execve?.call(process, '/bin/sh', ['sh', '-c', `exit ${code}`], {});
  } catch {
    // There is no such shell here.
  }
  await beforeKill();
  process.kill(process.pid, 'SIGKILL');
}
