import { readFileSync, rmSync, writeFileSync } from 'node:fs';

/** Another process writes to a folder. */
export class LockedError extends Error {
  override readonly name = 'LockedError';
}

/**
 * Keeps other processes from writing to a folder. One that was killed leaves its lock behind, which does not count.
 *
 * @param lock the file that says who writes to it.
 * @returns how to unlock it.
 * @throws LockedError while another process writes to it.
 */
export function lockFolder(folder: string, lock: string): () => void {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    const owner = Number(readFileSync(lock, 'utf8'));
    if (owner > 0 && owner !== process.pid && isRunning(owner)) {
      throw new LockedError(
        `${folder} is being written by process ${owner}. Wait for it, or, if that is something else, remove ${lock}.`,
      );
    }
    writeFileSync(lock, String(process.pid));
  }
  return () => rmSync(lock, { force: true });
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It is somebody else's.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
