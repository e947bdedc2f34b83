import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The path of another program of this build. It does not depend on where the bundler put the calling code. */
export function programFile(name: string): string {
  const beside = fileURLToPath(new URL(name, import.meta.url));
  return existsSync(beside) ? beside : fileURLToPath(new URL(`../${name}`, import.meta.url));
}
