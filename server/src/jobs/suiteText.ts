import { createHash } from 'node:crypto';
import type { SuiteProblem } from '../vio/suite/readSuite.ts';
import type { Sha256 } from '../vio/suite/suiteSource.ts';

/** What is wrong with a suite folder, in sentences. */
export function damage(problems: readonly SuiteProblem[]): string {
  const shown = problems.slice(0, 3).map(({ file, line, message }) => {
    const place = line === undefined ? file : `${file}, line ${line}`;
    return `${place}: ${message}`;
  });
  const rest = problems.length - shown.length;
  return [...shown, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ');
}

/** The SHA-256 of a text in UTF-8, in hexadecimal digits. */
export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** The same of a text in pieces. */
export function newSha256(): Sha256 {
  const hash = createHash('sha256');
  return { update: (piece) => void hash.update(piece), digest: () => hash.digest('hex') };
}
