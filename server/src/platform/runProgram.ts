import { spawn } from 'node:child_process';
import type { ProgramEnd, RunProgram } from '../evaluation/systems/command.ts';

export interface ProgramLimits {
  /** How long it may take, in ms. */
  readonly milliseconds: number;
  /** How much it may write, in bytes. */
  readonly maxOutput: number;
}

/**
 * Starts a program of this machine, without a shell. It is killed, and all that it started in its process group, when
 * it goes beyond the limits or nobody waits for it any more.
 */
export function programRunner(file: string, cwd: string, limits: ProgramLimits): RunProgram {
  return (input, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const child = spawn(file, [], { cwd, stdio: 'pipe', detached: process.platform !== 'win32' });
      let done = false;
      const kill = () => {
        try {
          if (child.pid !== undefined && process.platform !== 'win32') process.kill(-child.pid, 'SIGKILL');
          else child.kill('SIGKILL');
        } catch {
          // It has ended in the meantime.
        }
      };
      const end = (how: ProgramEnd) => {
        if (done) return;
        done = true;
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        kill();
        resolve(how);
      };
      const abort = () => {
        kill();
        done = true;
        clearTimeout(timer);
        reject(signal.reason);
      };
      signal.addEventListener('abort', abort, { once: true });
      const seconds = limits.milliseconds / 1000;
      const timer = setTimeout(
        () => end({ kind: 'timeout', message: `It took longer than ${seconds} s and was ended.` }),
        limits.milliseconds,
      );
      const [output, errors] = [child.stdout, child.stderr].map((stream) => {
        const chunks: Buffer[] = [];
        let size = 0;
        stream.on('data', (chunk: Buffer) => {
          size += chunk.length;
          if (size > limits.maxOutput) {
            end({ kind: 'flood', message: `It wrote more than ${limits.maxOutput} bytes and was ended.` });
          } else chunks.push(chunk);
        });
        return () => Buffer.concat(chunks).toString('utf8');
      }) as [() => string, () => string];
      child.on('error', (error) =>
        end({ kind: 'notStarted', message: `It can't be started: ${error.message}.` }),
      );
      // What it has started may hold its output open.
      child.on('exit', kill);
      child.on('close', (code, killedBy) =>
        end(
          code === null
            ? { kind: 'killed', message: `It was ended by ${killedBy}.` }
            : { kind: 'exited', code, output: output(), errors: errors() },
        ),
      );
      // A program that does not read its input closes the pipe.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
}
