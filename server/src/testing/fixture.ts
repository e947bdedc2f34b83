import type { TextRange } from '../base/textRange.ts';
import { namespaces } from '../rdf/vocab.ts';

/**
 * The fixture language of our tests: files, cursors and labels in one text.
 *
 *     #- /data.ttl shapes:/shapes.ttl
 *     ex:alice a ex:Person ; ex:age "old" .
 *     #                             ^^^^^ sh:datatype: expected an integer
 *     #- /shapes.ttl
 *     ex:PersonShape …
 *
 * `#- /path` starts a file and may link others to it, `#  ^^^ text` labels the line above (`#^^ text` from its
 * first column on), `$0` is the cursor.
 * The prefixes ex: sh: xsd: rdf: rdfs: owl: are supplied to each file that declares none.
 */
export interface Fixture {
  readonly files: readonly FixtureFile[];
}

export interface FixtureFile {
  readonly path: string;
  readonly uri: string;
  /** The text with the supplied prefixes, but without cursors and labels. */
  readonly text: string;
  readonly labels: readonly Label[];
  readonly cursor: number | undefined;
  readonly shapes: readonly string[];
  readonly context: readonly string[];
}

export interface Label {
  readonly range: TextRange;
  readonly text: string;
}

/**
 * A multi-line text that is indented like the code around it. The common indentation and the first line end are
 * removed. When the closing quote is on a line of its own, the text ends with a line end.
 */
export function block(strings: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  const hole = '\u0000';
  const lines = strings.join(hole).replace(/^\n/, '').split('\n');
  const written = lines.filter((line) => line.trim() !== '');
  const indent = Math.min(...written.map((line) => /^ */.exec(line)![0].length));
  const [start, ...rest] = lines
    .map((line) => line.slice(indent))
    .join('\n')
    .split(hole);
  return rest.reduce((text, part, i) => `${text}${values[i]}${part}`, start!);
}

export const fixtureRoot = 'file:///workspace';

/** The prefixes that fixtures need not declare, on one line. */
export const suppliedPrefixes = Object.entries({ ex: 'http://example.org/ns#', ...namespaces })
  .map(([prefix, iri]) => `@prefix ${prefix}: <${iri}> .`)
  .join(' ')
  .concat('\n');

export function parseFixture(text: string): Fixture {
  const parts = text.split(/^#- (?=\/)/m);
  const [first = '', ...rest] = parts;
  const files = rest.length > 0 ? rest.map(parseFile) : [parseFile(`/data.ttl\n${first.replace(/^\n/, '')}`)];
  return { files };
}

/** The text without the supplied prefixes, for comparison with expected texts. */
export function withoutPrelude(text: string): string {
  return text.replace(suppliedPrefixes, '');
}

function parseFile(part: string): FixtureFile {
  const [header = '', ...lines] = part.split('\n');
  const [path = '', ...links] = header.trim().split(/\s+/);
  const linked = (role: string) =>
    links.filter((link) => link.startsWith(`${role}:`)).map((link) => link.slice(role.length + 1));

  // The prefixes go below the header comments, which must precede the first statement.
  const isTurtle = !/\.jsonc?$/.test(path);
  let prelude =
    !isTurtle || lines.some((line) => /^\s*(@prefix|PREFIX)\b/.test(line)) ? '' : suppliedPrefixes;
  let text = '';
  let lineStart = 0;
  let cursor: number | undefined;
  const labels: Label[] = [];
  for (const [i, line] of lines.entries()) {
    const label = /^#(\s*)(\^+)\s*(.*)$/.exec(line);
    if (label) {
      const start = label[1] === '' ? lineStart : lineStart + 1 + label[1]!.length;
      const end = lineStart + 1 + label[1]!.length + label[2]!.length;
      labels.push({ range: { start, end }, text: label[3]! });
      continue;
    }
    if (!line.startsWith('#')) {
      text += prelude;
      prelude = '';
    }
    lineStart = text.length;
    const at = line.indexOf('$0');
    if (at >= 0) cursor = lineStart + at;
    text += line.replace('$0', '') + (i < lines.length - 1 ? '\n' : '');
  }
  return {
    path,
    uri: fixtureRoot + path,
    text,
    labels,
    cursor,
    shapes: linked('shapes'),
    context: linked('context'),
  };
}
