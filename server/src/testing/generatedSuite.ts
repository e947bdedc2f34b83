import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const cli = fileURLToPath(new URL('../../../dist/cli.js', import.meta.url));

/** A model with a constraint that an answer can make endless, with another one beside it. */
export const stuckByAnswers = {
  data: 'ex:r a ex:Room ; ex:code "aa" ; ex:of ex:b .',
  shapes: `ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:code ; sh:pattern "^(?=a)(a+)+$" ; sh:minCount 1 ] ;
  sh:property [ sh:path ex:of ; sh:minCount 1 ] .`,
  /** An update that does. */
  endless: `INSERT DATA { ex:r ex:code "${'a'.repeat(40)}!" }`,
} as const;

const prefixes = `@prefix ex: <http://example.org/ns#> . @prefix sh: <http://www.w3.org/ns/shacl#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .\n`;

/**
 * Writes data.ttl and shapes.ttl into a folder, and generates a suite there with the built command line.
 *
 * @param suite the name of its folder.
 */
export function generateSuite(
  folder: string,
  suite: string,
  { data, shapes }: { readonly data: string; readonly shapes: string },
): void {
  writeFileSync(path.join(folder, 'data.ttl'), prefixes + data);
  writeFileSync(path.join(folder, 'shapes.ttl'), prefixes + shapes);
  const args = ['generate', 'data.ttl', '--shapes', 'shapes.ttl', '--cross-check', 'none', '--out', suite];
  execFileSync(process.execPath, [cli, ...args], { cwd: folder, stdio: 'pipe' });
}
