import { spawn } from 'node:child_process';
import { text } from 'node:stream/consumers';
import { Refusal } from '../refusal.ts';

/** What clingo finds. */
export type Solution =
  /** The atoms of an optimal stable model. */
  | { readonly kind: 'optimum'; readonly atoms: readonly string[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'timeout' };

/** The part of clingo's JSON output that is read. */
interface Output {
  readonly Result: 'SATISFIABLE' | 'UNSATISFIABLE' | 'OPTIMUM FOUND' | 'UNKNOWN';
  readonly Call?: readonly { readonly Witnesses?: readonly { readonly Value: readonly string[] }[] }[];
}

/**
 * Solves a program with clingo 5.4 or newer, found on the PATH.
 *
 * @param seconds the most seconds that it may take.
 * @throws Refusal when clingo is missing or can't read the program.
 */
export async function solve(program: string, seconds: number): Promise<Solution> {
  const child = spawn(
    'clingo',
    ['--outf=2', '--warn=none', `--time-limit=${Math.max(1, Math.round(seconds))}`],
    {
      stdio: ['pipe', 'pipe', 'pipe'],
    },
  );
  const failed = new Promise<never>((_, reject) => {
    child.on('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Refusal(
          error.code === 'ENOENT'
            ? 'clingo is not installed: apt-get install gringo (Debian, Ubuntu), or conda install -c conda-forge clingo'
            : error.message,
        ),
      ),
    );
  });
  // clingo may end before it has read everything; its exit code tells.
  child.stdin.on('error', () => {});
  child.stdin.end(program);
  const [output, errors] = await Promise.race([
    Promise.all([text(child.stdout), text(child.stderr)]),
    failed,
  ]);
  const { Result, Call } = parsed(output, errors);
  if (Result === 'OPTIMUM FOUND')
    return { kind: 'optimum', atoms: Call?.at(-1)?.Witnesses?.at(-1)?.Value ?? [] };
  return { kind: Result === 'UNSATISFIABLE' ? 'none' : 'timeout' };
}

function parsed(output: string, errors: string): Output {
  try {
    return JSON.parse(output) as Output;
  } catch {
    throw new Refusal(`clingo can't solve the program: ${errors.trim().split('\n')[0]}`);
  }
}
