import { fork } from 'node:child_process';
import os from 'node:os';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { FromEngine, Heartbeat, SentByEngine } from '../../protocol/engine/messages.ts';
import { LastDiagnostics, unpackedByFile } from '../../protocol/methods/packedAnswers.ts';
import type { Priority } from './engines.ts';
import type { EngineListener, EngineProcess } from './watchdog.ts';

/** Starts an engine in a process of its own. With low priority it leaves the processor to processes that need it. */
export function startEngine(file: string, listener: EngineListener, priority: Priority): EngineProcess {
  // Only this process calls models and stores. The engine reads untrusted files and gets no key.
  const {
    OPENAI_API_KEY: _,
    SHACL_REPAIR_STORE_PASSWORD: _password,
    SHACL_REPAIR_STORE_TOKEN: _token,
    AWS_SECRET_ACCESS_KEY: _secretKey,
    AWS_SESSION_TOKEN: _sessionToken,
    SHACL_REPAIR_INSPECT_ENGINE: inspectPort,
    ...env
  } = process.env;
  const child = fork(file, [], {
    // What the engine prints must not get into the protocol on this process's stdout.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc', 'pipe', 'pipe'],
    // With the debugger options of this process the engine would use the same port.
    execArgv: inspectPort === undefined ? [] : [`--inspect=${inspectPort}`],
    // Under Electron the editor's own binary runs as Node only when told to.
    env: {
      ...env,
      ELECTRON_RUN_AS_NODE: '1',
      SHACL_REPAIR_PIPE: '4',
      SHACL_REPAIR_CALLS: '5',
      SHACL_REPAIR_PARENT: String(process.pid),
      // Files on a drive that does not answer hold a thread each.
      UV_THREADPOOL_SIZE: '16',
    },
  });
  // This is done early, because threads inherit the priority of the thread that starts them.
  if (priority === 'low') lower(child.pid);
  let over = false;
  const end = (reason: string) => {
    if (over) return;
    over = true;
    listener.exited(reason);
  };
  const last = new LastDiagnostics();
  child.on('message', (message) => listener.received(unpacked(message as SentByEngine, last)));
  child.on('error', (error) => end(error.message));
  child.on('exit', (code, signal) =>
    end(signal ? `it was ended by ${signal}` : `it exited with code ${code}`),
  );
  lines(child.stdout, (line) => listener.printed(line));
  lines(child.stderr, (line) => listener.printed(line));
  lines(child.stdio[4] as Readable, (line) => listener.beat(JSON.parse(line) as Heartbeat));
  const [, , , , , calls] = child.stdio as readonly unknown[] as readonly (Writable | null)[];
  calls?.on('error', () => {
    // Reported by the exit of the process.
  });
  return {
    call() {
      calls?.write('\n');
    },
    send(message) {
      // A process that has ended is reported by its exit, not by each message to it.
      if (child.connected) child.send(message, () => {});
    },
    kill() {
      child.kill('SIGKILL');
    },
  };
}

function unpacked(message: SentByEngine, last: LastDiagnostics): FromEngine {
  if (message.kind !== 'packed') return message;
  const { files, ...validated } = message;
  return { ...validated, kind: 'validated', diagnostics: unpackedByFile(message.uri, files, last) };
}

const lowest = os.constants.priority.PRIORITY_LOW;

function lower(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    // An editor may itself have been started with less than normal priority.
    os.setPriority(pid, Math.min(os.getPriority() + os.constants.priority.PRIORITY_BELOW_NORMAL, lowest));
  } catch {
    // The process has ended already, or the platform does not allow it; then the engine keeps its priority.
  }
}

function lines(stream: Readable | null, each: (line: string) => void): void {
  if (!stream) return;
  stream.on('error', () => {
    // Reported by the exit of the process.
  });
  createInterface({ input: stream }).on('line', each);
}
