import { spawn } from 'node:child_process';
import type { ProgramEnd, RunProgram } from '../../lab/evaluation/systems/commandSystem.ts';
import { endOrphans, endTree, newMarker } from './processTree.ts';

export interface ProgramLimits {
  /** The time limit, in ms. */
  readonly milliseconds: number;
  /** The output limit, in bytes. */
  readonly maxOutput: number;
}

/**
 * Starts a program of this machine without a shell. The program is killed with all its processes when it ends, exceeds
 * a limit, or is aborted (processTree.ts). The next runner ends programs whose own runner was killed.
 */
export function programRunner(file: string, cwd: string, limits: ProgramLimits): RunProgram {
  let isFirst = true;
  return (input, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      if (isFirst) endOrphans();
      isFirst = false;
      const marker = newMarker();
      const child = spawn(file, [], {
        cwd,
        stdio: 'pipe',
        detached: process.platform !== 'win32',
        env: marker.environment,
      });
      let done = false;
      const kill = () => {
        if (child.pid !== undefined) endTree(child.pid, marker);
      };
      /** The pipes of processes that escaped must not keep this process alive. */
      const letGo = () => {
        for (const pipe of [child.stdin, child.stdout, child.stderr]) pipe.destroy();
      };
      const end = (how: ProgramEnd) => {
        if (done) return;
        done = true;
        clearTimeout(timer);
        signal.removeEventListener('abort', abort);
        kill();
        letGo();
        resolve(how);
      };
      const abort = () => {
        if (done) return;
        done = true;
        kill();
        letGo();
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
      // Its child processes may keep its output open.
      child.on('exit', kill);
      child.on('close', (code, killedBy) =>
        end(
          code === null
            ? { kind: 'killed', message: `It was ended by ${killedBy}.` }
            : { kind: 'exited', code, output: output(), errors: errors() },
        ),
      );
      // Writing fails when the program closes its input without reading it.
      child.stdin.on('error', () => {});
      child.stdin.end(input);
    });
}
