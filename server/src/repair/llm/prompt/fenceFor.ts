/** A fence of backticks that none of the texts can close. */
export function fenceFor(texts: readonly string[]): string {
  const runs = texts.flatMap((text) => text.match(/`+/g) ?? []);
  return '`'.repeat(Math.max(3, ...runs.map((run) => run.length + 1)));
}
