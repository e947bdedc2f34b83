import type { ParseArgsConfig } from 'node:util';

/** The options of a command by name, as node's parseArgs reads them and as its help describes them. */
export type OptionTable = Readonly<Record<string, OptionEntry>>;

type ParseArgsOption = NonNullable<ParseArgsConfig['options']>[string];

export interface OptionEntry extends ParseArgsOption {
  /** The name of its value in the help, for example FILE. */
  readonly value?: string;
  /** What the option does. Its lines are wrapped. */
  readonly help: string;
  /** The heading of this option and those after it, up to the next heading. */
  readonly heading?: string;
}

/** A command with what it takes. */
export interface DescribedCommand {
  readonly name: string;
  readonly summary: string;
  readonly options: OptionTable;
}

/** What every command has. */
export const helpOption = { type: 'boolean', short: 'h', help: 'print this' } as const;

export const shapesOption = {
  type: 'string',
  short: 's',
  multiple: true,
  value: 'FILE',
  help: 'shapes; can be repeated for several files',
} as const;

export const shaclOption = {
  type: 'string',
  value: 'VERSION',
  help: '1.2 (default), or 1.0: what came with the drafts of SHACL 1.2 has no meaning then, and is reported where it stands',
} as const satisfies OptionEntry;

const rdfOption = {
  type: 'string',
  value: 'VERSION',
  help: '1.2 (default), or 1.1: what came with RDF 1.2 is a syntax error then (triple terms, reifiers, annotations, directions behind languages, VERSION)',
} as const satisfies OptionEntry;

/** The versions of RDF and SHACL that files are held to. */
export const versionOptions = { rdf: rdfOption, shacl: shaclOption } as const satisfies OptionTable;

/** The options that link shapes and context to data. */
export const linkOptions = {
  shapes: { heading: 'What is read', ...shapesOption },
  context: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'an ontology that classes and values are looked up in; can be repeated',
  },
  inference: {
    type: 'string',
    value: 'WHAT',
    help: "none (default), rdfs, rdfs+inverse, rules or rules+rdfs, as of 'shacl-repair validate'",
  },
} as const satisfies OptionTable;

/** Which data files are read. */
export const dataOptions = {
  exclude: {
    type: 'string',
    multiple: true,
    value: 'GLOB',
    help: "leave out the data files that this pattern matches, and folders with all that is in them: 'drafts', '*.tmp.ttl', 'data/**/old'; can be repeated",
  },
  'stdin-filename': {
    type: 'string',
    value: 'FILE',
    help: 'treat standard input as the text of this file, with its links and its name',
  },
  'input-format': {
    type: 'string',
    value: 'FORMAT',
    help: 'the format of standard input and pipes: turtle (default; also for N-Triples), n-quads, trig, json-ld or rdf-xml. For files, the extension decides',
  },
} as const satisfies OptionTable;

/** How runs that ask models are kept and shown. */
export const runOptions = {
  out: {
    heading: 'What is written',
    type: 'string',
    value: 'FOLDER',
    help: 'where the run is kept: run.json, trials.jsonl, and its reports',
  },
  resume: {
    type: 'boolean',
    help: 'continue the run in FOLDER: recorded questions are not asked again',
  },
  'dry-run': { type: 'boolean', help: 'show about how many tokens and USD it takes, and send nothing' },
  format: { type: 'string', short: 'f', value: 'FORMAT', help: 'text (default), json: of the report' },
} as const satisfies OptionTable;

/** How such a run asks models, at any OpenAI-compatible endpoint. */
export const askingOptions = {
  temperature: { type: 'string', value: 'T', help: '0 (default) for the most likely answer' },
  seed: {
    type: 'string',
    value: 'N',
    help: 'asks for the same answers again, if the endpoint supports it; repeats count up from it',
  },
  'base-url': {
    type: 'string',
    value: 'URL',
    help: "the endpoint (default: OPENAI_BASE_URL, else OpenAI's), with the key in OPENAI_API_KEY",
  },
  concurrency: {
    type: 'string',
    value: 'N',
    help: 'how much is done at the same time (default: shaclRepair.model.concurrency for models, else 1)',
  },
  'requests-per-minute': {
    type: 'string',
    value: 'N',
    help: 'ask no more often (default: shaclRepair.model.requestsPerMinute)',
  },
  prices: {
    type: 'string',
    value: 'FILE',
    help: 'what models cost: a JSON list as of shaclRepair.model.prices',
  },
  'max-cost': {
    type: 'string',
    value: 'USD',
    help: 'of the whole run: ask nothing that could cost more than the rest of the budget; needs --prices',
  },
  answers: {
    type: 'string',
    value: 'DIR',
    help: 'keep answers in this folder instead of FOLDER, and reuse those that are there',
  },
} as const satisfies OptionTable;

/** The options of a help text, in the order of the table, under its headings. */
export function optionsHelp(table: OptionTable): string {
  const rows = Object.entries(table).map(([name, entry]) => ({ ...entry, left: optionLabel(name, entry) }));
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

/** `-s, --shapes FILE` */
export function optionLabel(name: string, { short, value }: OptionEntry): string {
  const dashed = `${short ? `-${short}, ` : ''}--${name}`;
  return value === undefined ? dashed : `${dashed} ${value}`;
}

const maxWidth = 118;

function wrapped(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const lines: string[] = [];
    for (const word of line.split(' ')) {
      const last = lines.at(-1);
      if (last !== undefined && last.length + 1 + word.length <= width) lines[lines.length - 1] += ` ${word}`;
      else lines.push(word);
    }
    return lines;
  });
}
