import { FileProblem } from './fileProblem.ts';

/**
 * Whether a name is safe for a file below a folder: it is a single step, leads nowhere else on any system, and has no
 * meaning for a shell.
 */
export function isPlainName(name: string): boolean {
  return /^[A-Za-z0-9._-]+$/.test(name) && !/^\.+$/.test(name);
}

/**
 * The steps of a path below a folder, given with slashes.
 *
 * @throws FileProblem when a step is not a plain name.
 */
export function plainSteps(path: string): readonly string[] {
  const steps = path.split('/');
  const odd = steps.find((step) => !isPlainName(step));
  if (odd === undefined) return steps;
  throw new FileProblem(
    `${JSON.stringify(path)} can't be the name of a file: only A–Z, a–z, 0–9, '.', '_' and '-' may be in it.`,
  );
}
