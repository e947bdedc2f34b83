import type { SuiteProblem } from '../../vio/suite/readSuite.ts';

/** What is wrong with a suite folder, in sentences. */
export function suiteDamage(problems: readonly SuiteProblem[]): string {
  const shown = problems.slice(0, 3).map(({ file, line, message }) => {
    const place = line === undefined ? file : `${file}, line ${line}`;
    return `${place}: ${message}`;
  });
  const rest = problems.length - shown.length;
  return [...shown, ...(rest > 0 ? [`And ${rest} more.`] : [])].join(' ');
}
