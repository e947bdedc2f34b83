import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import { isomorphic } from '../../rdf/isomorphism.ts';
import { termToNTriples, tripleToNTriples } from '../../rdf/nTriples.ts';
import { terms } from '../../rdf/terms.ts';
import { formattedText } from '../../rdf/turtle/formatting/formatDocument.ts';
import { otherFormat } from '../../rdf/turtle/otherFormat.ts';
import type { TurtleSyntaxError } from '../../rdf/turtle/syntaxError.ts';
import { textFormatOf } from '../../rdf/turtle/textFormat.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import {
  type TriplesByGraph,
  trigOf,
  triplesByGraph,
  turtleOf,
  UnnamedGraphError,
  withoutGraphBlocks,
} from '../../rdf/turtle/turtleOf.ts';
import type { TakePart } from '../../service/ide/readStored.ts';
import type { CliCommand } from '../command.ts';
import { readOptions } from '../input/options.ts';
import { dataOptions, helpOption, type OptionTable, optionsHelp } from '../input/optionTable.ts';
import { type UnreadableText, Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { stdinName, uriOf } from '../output/paths.ts';
import { placeText, printerFor } from '../output/print.ts';
import { printToFile } from '../output/reportOutput.ts';
import { givenReading, validateOptions } from '../validate/validateOptions.ts';

export const convertOptions = {
  graph: validateOptions.graph,
  'input-format': dataOptions['input-format'],
  'stdin-filename': dataOptions['stdin-filename'],
  help: helpOption,
} as const satisfies OptionTable;

/**
 * `shacl-repair convert`: writes what a file states as Turtle, TriG, N-Triples or N-Quads. 0 when done, 2 when the file can't be read as a
 * whole: then nothing is written.
 */
export const convert: CliCommand = async (args, io) => {
  const { values, positionals } = readOptions(args, { options: convertOptions });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  const [from, to, ...more] = positionals;
  if (from === undefined || to === undefined || more.length > 0)
    throw new UserError('give two files: the one to read and the one to write, each of which may be -.');
  const format = formatOf(to);
  const workspace = await Workspace.open(io, {}, givenReading(values));
  const conversion: Conversion = { workspace, from, to, format, keepsGraphs: values.graph === undefined };
  let count = 0;
  const print = async (printing: CommandIo) => {
    count =
      format === 'Turtle' || format === 'TriG'
        ? await printText(conversion, format, printing)
        : await printLines(conversion, printing);
  };
  try {
    await (to === '-' ? print(io) : printToFile(to, io, print));
  } catch (error) {
    if (!(error instanceof SyntaxProblem)) throw error;
    const { document, first } = error;
    const place = placeText(printerFor(io.stderr, io), document, first.range.start);
    io.stderr.write(`${place}: ${otherFormat(document) ?? first.message} Nothing was written.\n`);
    return 2;
  }
  if (to !== '-') io.stderr.write(`${to}: ${counted(count, 'triple')}.\n`);
  return 0;
};

interface Conversion {
  readonly workspace: Workspace;
  readonly from: string;
  readonly to: string;
  readonly format: Written;
  /** False when graphs were chosen, whose union is written. */
  readonly keepsGraphs: boolean;
}

/** A text that can't be read as a whole. */
class SyntaxProblem extends Error {
  override readonly name = 'SyntaxProblem';
  readonly document: TurtleDocument;
  readonly first: TurtleSyntaxError;

  constructor(document: TurtleDocument, first: TurtleSyntaxError) {
    super(first.message);
    this.document = document;
    this.first = first;
  }
}

/** @throws SyntaxProblem, UserError when there is nothing to convert. */
function requireConvertible(document: TurtleDocument, { from, format, keepsGraphs }: Conversion): void {
  const [error] = document.errors;
  if (error) throw new SyntaxProblem(document, error);
  if (document.isTurtle && (document.format?.name ?? 'Turtle') === format && keepsGraphs)
    throw new UserError(`'${from}' is ${format} already. 'shacl-repair format' lays it out.`);
}

/** The only text that the argument stands for. @throws UserError */
async function textOf(conversion: Conversion, take?: TakePart): Promise<TurtleDocument> {
  const { workspace, from } = conversion;
  const documents: (TurtleDocument | UnreadableText)[] = [];
  for await (const each of workspace.texts([from], take)) documents.push(each);
  const [document, another] = documents;
  if (!document || another) throw new UserError(`'${from}' matches several files: give one.`);
  if ('message' in document) throw new UserError(document.message);
  return document;
}

/** Prints Turtle or TriG. Returns the number of triples. */
async function printText(
  conversion: Conversion,
  format: 'Turtle' | 'TriG',
  { stdout, cwd }: CommandIo,
): Promise<number> {
  const { workspace, from, to, keepsGraphs } = conversion;
  const document = await textOf(conversion);
  requireConvertible(document, conversion);
  const uri = uriOf(cwd, to === '-' ? stdinName : to);
  const text =
    (keepsGraphs ? withComments(document, format, uri) : undefined) ??
    (format === 'TriG' ? trigOf(graphsIn(document, from), document.prefixes, uri) : turtleOf(document, uri));
  stdout.writeExact(formattedText(uri, text, workspace.settings.format));
  return document.graph.size;
}

/** Prints N-Triples or N-Quads, large files part by part. Returns the number of triples, those of each part counted once. */
async function printLines(conversion: Conversion, { stdout }: CommandIo): Promise<number> {
  let count = 0;
  const print = async (document: TurtleDocument) => {
    requireConvertible(document, conversion);
    const graphs =
      conversion.format === 'N-Quads'
        ? graphsIn(document, conversion.from)
        : [[undefined, document.graph.triples()] as const];
    let lines = '';
    for (const [graph, triples] of graphs) {
      const end = graph === undefined ? '.' : `${termToNTriples(graph)} .`;
      for (const triple of triples) {
        lines += `${tripleToNTriples(triple).slice(0, -1)}${end}\n`;
        if (lines.length < lengthAtOnce) continue;
        stdout.writeExact(lines);
        lines = '';
        await stdout.drained();
      }
    }
    stdout.writeExact(lines);
    await stdout.drained();
    count += document.graph.size;
  };
  const takePart = async (document: TurtleDocument) => {
    await print(document);
    if (terms.size > manyTerms) terms.sweep(() => {});
  };
  await print(await textOf(conversion, takePart));
  return count;
}

/** How much is printed in one write, in UTF-16 code units. */
const lengthAtOnce = 256 * 1024;

/** With more terms than this, those of printed parts are forgotten. */
const manyTerms = 50_000;

type Written = 'Turtle' | 'TriG' | 'N-Triples' | 'N-Quads';

/** @throws UserError for other formats. */
function formatOf(to: string): Written {
  const name = textFormatOf(to)?.name ?? 'Turtle';
  if (to !== '-' && (to.endsWith('.gz') || (name === 'Turtle' && !/\.(?:ttl|turtle)$/i.test(to))))
    throw new UserError(
      `'${to}' does not name a format that can be written: Turtle (.ttl), TriG (.trig), N-Triples (.nt) or N-Quads (.nq).`,
    );
  return name;
}

/** @throws UserError where a graph has no name that can be written. */
function graphsIn(document: TurtleDocument, from: string): TriplesByGraph {
  try {
    return triplesByGraph(document);
  } catch (error) {
    if (!(error instanceof UnnamedGraphError)) throw error;
    throw new UserError(`'${from}' has a graph that no IRI names. Give it one to keep it apart.`);
  }
}

/** The text itself where Turtle becomes TriG or the other way round, if it states the same under its new name. */
function withComments(document: TurtleDocument, to: 'Turtle' | 'TriG', uri: string): string | undefined {
  const from = document.isTurtle ? (document.format?.name ?? 'Turtle') : undefined;
  if (!(from === 'Turtle' && to === 'TriG') && !(from === 'TriG' && to === 'Turtle')) return undefined;
  const text = from === 'TriG' ? withoutGraphBlocks(document) : document.text;
  // Relative IRIs are relative to the name of the file.
  return [text, `@base <${document.uri}> .\n${text.replace(/^\uFEFF/, '')}`].find((each) => {
    const { errors, graph } = new TurtleDocument(uri, 0, each);
    return errors.length === 0 && isomorphic(graph.triples(), document.graph.triples());
  });
}

const help = `Usage: shacl-repair convert IN OUT [options]

Writes what a file states as Turtle (.ttl), TriG (.trig), N-Triples (.nt) or N-Quads (.nq): from JSON-LD, RDF/XML, TriG,
N-Quads, N-Triples or Turtle, as the name of IN says, or - for standard input. OUT is replaced as a whole; - stands for Turtle on
standard output. Between Turtle and TriG, comments and order stay. Between TriG and N-Quads, graphs keep their names; else the union
of all graphs is written, or those of --graph. N-Triples and N-Quads are written part by part, so that files may be larger than
memory; what such a file states twice is then written twice.

${optionsHelp(convertOptions)}

Exit codes: 0 done, 2 could not run or could not read the file as a whole; nothing is written then.
`;
