import { spawnSync } from 'node:child_process';
import path from 'node:path';

const cli = path.join(import.meta.dirname, 'dist', 'cli.js');

/** A preloaded script that prints the largest memory of the process, in KB, when a thread ends. */
const saysMemory = `data:text/javascript,process.on("exit",()=>process.stderr.write("\\nmaxRSS "+process.resourceUsage().maxRSS+"\\n"))`;

/** The cost of running the command line in its own process. */
export interface CommandCost {
  readonly status: number | null;
  /** In ms, including the start of the process. */
  readonly time: number;
  /** The largest resident set, in MB. */
  readonly memory: number;
}

/** Runs `shacl-repair` as it is shipped. */
export function runCommandLine(args: readonly string[], cwd: string): CommandCost {
  const start = performance.now();
  const { status, stderr } = spawnSync(process.execPath, ['--import', saysMemory, cli, ...args], {
    cwd,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  const time = performance.now() - start;
  const kilobytes = [...stderr.matchAll(/^maxRSS (\d+)$/gm)].map(([, count]) => Number(count));
  if (kilobytes.length === 0) throw new Error(`shacl-repair ${args.join(' ')} failed: ${stderr}`);
  return { status, time, memory: Math.max(...kilobytes) / 1000 };
}
