import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import { tripleToNTriples } from '../../rdf/nTriples.ts';
import { formattedText } from '../../rdf/turtle/formatting/formatDocument.ts';
import { otherFormat } from '../../rdf/turtle/otherFormat.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { turtleOf } from '../../rdf/turtle/turtleOf.ts';
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
 * `shacl-repair convert`: writes what a file states as Turtle or N-Triples. 0 when done, 2 when the file can't be read as a
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
  const isLines = /\.(?:nt|ntriples)$/i.test(to);
  if (to !== '-' && !isLines && !/\.(?:ttl|turtle)$/i.test(to))
    throw new UserError(`'${to}' is no name for what can be written: Turtle (.ttl) or N-Triples (.nt).`);
  const workspace = await Workspace.open(io, {}, givenReading(values));
  const documents: (TurtleDocument | UnreadableText)[] = [];
  for await (const each of workspace.texts([from])) documents.push(each);
  const [document, another] = documents;
  if (!document || another) throw new UserError(`'${from}' stands for several files: give one.`);
  if ('message' in document) throw new UserError(document.message);
  const [error] = document.errors;
  if (error) {
    const place = placeText(printerFor(io.stderr, io), document, error.range.start);
    io.stderr.write(`${place}: ${otherFormat(document) ?? error.message} Nothing was written.\n`);
    return 2;
  }
  if (document.isTurtle && !document.format && !isLines)
    throw new UserError(`'${from}' is Turtle already. 'shacl-repair format' lays it out.`);
  const print = async ({ stdout }: CommandIo) => {
    if (!isLines)
      return stdout.writeExact(turtle(document, uriOf(io.cwd, to === '-' ? stdinName : to), workspace));
    for (const triple of document.graph.triples()) {
      stdout.writeExact(`${tripleToNTriples(triple)}\n`);
      await stdout.drained();
    }
  };
  await (to === '-' ? print(io) : printToFile(to, io, print));
  if (to !== '-') io.stderr.write(`${to}: ${counted(document.graph.size, 'triple')}.\n`);
  return 0;
};

function turtle(document: TurtleDocument, uri: string, { settings }: Workspace): string {
  return formattedText(uri, turtleOf(document, uri), settings.format);
}

const help = `Usage: shacl-repair convert IN OUT [options]

Writes what a file states as Turtle (.ttl) or N-Triples (.nt): from JSON-LD, RDF/XML, TriG, N-Quads, N-Triples or Turtle, as
the name of IN says, or - for standard input. OUT is replaced as a whole; - stands for Turtle on standard output. Comments and the
names of graphs are left out: of TriG, N-Quads and JSON-LD the union of all graphs is written, or those of --graph.

${optionsHelp(convertOptions)}

Exit codes: 0 done, 2 could not run or could not read the file as a whole; nothing is written then.
`;
