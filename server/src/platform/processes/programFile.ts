import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of another program of this build, wherever the bundler has put the code that asks. */
export function programFile(name: string): string {
  const beside = fileURLToPath(new URL(name, import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL(`../${name}`, import.meta.url));
}
