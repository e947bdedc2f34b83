import type { ParseArgsConfig } from 'node:util';

/** The options of a command by name, as node's parseArgs reads them and as its help describes them. */
export type OptionTable = Readonly<Record<string, OptionEntry>>;

type ParseArgsOption = NonNullable<ParseArgsConfig['options']>[string];

export interface OptionEntry extends ParseArgsOption {
  /** The name of its value in the help, for example FILE. */
  readonly value?: string;
  /** What the option does, in one line that is wrapped. Options without a text are not in the help. */
  readonly help: string;
  /** The heading that it and the options behind it stand under, up to the next heading. */
  readonly heading?: string;
}

/** The options of a help text, in the order of the table, under its headings. */
export function optionsHelp(table: OptionTable): string {
  const rows = Object.entries(table).map(([name, { short, value, help, heading }]) => {
    const dashed = `${short ? `-${short}, ` : ''}--${name}`;
    return { left: value === undefined ? dashed : `${dashed} ${value}`, help, heading };
  });
  const width = Math.max(...rows.map(({ left }) => left.length)) + 2;
  const indent = ' '.repeat(width + 2);
  return rows
    .map(({ left, help, heading }, row) => {
      const lines = wrapped(help, maxWidth - indent.length);
      const above = heading === undefined ? '' : `${row > 0 ? '\n' : ''}${heading}\n`;
      return above + `  ${left.padEnd(width)}${lines.join(`\n${indent}`)}`.trimEnd();
    })
    .join('\n');
}

const maxWidth = 118;

function wrapped(text: string, width: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] += ` ${word}`;
    else lines.push(word);
  }
  return lines;
}
