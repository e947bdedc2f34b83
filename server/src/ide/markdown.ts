/** A text as code, on one line, whatever backticks it has. */
export function code(text: string): string {
  const fence = '`'.repeat(1 + Math.max(0, ...[...text.matchAll(/`+/g)].map(([run]) => run.length)));
  return `${fence}${text.replaceAll('\n', ' ')}${fence}`;
}

/** Texts come from data and shapes files and must not become links, images or markup. */
export function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]<>()#!|~&]/g, '\\$&').replaceAll('\n', '  \n');
}
