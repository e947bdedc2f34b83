import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import { defaultMinSupport, draftFrom } from '../../languageServer/jobs/draft.ts';
import { otherFormat } from '../../rdf/turtle/otherFormat.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { CliCommand } from '../command.ts';
import { count, readOptions } from '../input/options.ts';
import { dataOptions, helpOption, linkOptions, type OptionTable, optionsHelp } from '../input/optionTable.ts';
import { dataReading, unaborted, Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { displayPath } from '../output/paths.ts';
import { printToFile } from '../output/reportOutput.ts';

export const draftOptions = {
  context: { heading: 'What is read', ...linkOptions.context },
  ...dataOptions,
  'min-support': {
    heading: 'What is drafted',
    type: 'string',
    value: 'COUNT',
    help: `how many nodes or values have to support a constraint (${defaultMinSupport} unless given)`,
  },
  closed: {
    type: 'boolean',
    help: 'sh:closed shapes: no other properties than those that the data use are allowed',
  },
  sample: {
    type: 'string',
    value: 'NODES',
    help: 'look at no more nodes of each class, for large graphs; all of the data is validated with the draft nevertheless',
  },
  seed: { type: 'string', value: 'N', help: 'with --sample: which nodes are drawn (default 1)' },
  out: {
    heading: 'What is written',
    type: 'string',
    short: 'o',
    value: 'FILE',
    help: 'the Turtle file to write, as a whole or not at all; without it, standard output',
  },
  help: helpOption,
} as const satisfies OptionTable;

/**
 * `shacl-repair draft`: writes shapes that data conforms to. 0 when it does, 1 when validating them with the drafted shapes shows
 * otherwise, 2 when some input is invalid or has no instances of classes.
 */
export const draft: CliCommand = async (args, io) => {
  const { values, positionals } = readOptions(args, { options: draftOptions });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  if (positionals.length === 0)
    throw new UserError('give at least one Turtle file, or - for standard input.');
  const minSupport = count('min-support', values['min-support']) ?? defaultMinSupport;
  const nodes = count('sample', values.sample);
  const seed = count('seed', values.seed) ?? 1;
  const workspace = await Workspace.open(io, {}, dataReading(values));
  const read = async (names: readonly string[]) => {
    const documents: TurtleDocument[] = [];
    for await (const document of names.length === 0 ? [] : workspace.texts(names)) {
      if ('message' in document)
        throw new UserError(`${displayPath(io.cwd, document.uri)}: ${document.message}`);
      const [error] = document.errors;
      if (error)
        throw new UserError(
          `${displayPath(io.cwd, document.uri)} has syntax errors: ${otherFormat(document) ?? error.message}`,
        );
      documents.push(document);
    }
    return documents;
  };
  const data = await read(positionals);
  const context = await read(values.context ?? []);
  const drafted = await draftFrom(
    { data, context },
    { minSupport, isClosed: values.closed ?? false, ...(nodes !== undefined && { sample: { nodes, seed } }) },
    unaborted,
  );
  if (!drafted) {
    throw new UserError(
      `nothing can be drafted: no class has ${minSupport} nodes whose values are alike. With more data, or a smaller --min-support, there may be shapes.`,
    );
  }
  const { text, shapes, constraints, results } = drafted;
  const { out } = values;
  const print = async (to: CommandIo) => {
    to.stdout.write(text);
  };
  await (out === undefined ? print(io) : printToFile(out, io, print));
  const verdict =
    results === 0
      ? 'The data conforms to them.'
      : `The data has ${counted(results, 'result')}; validate lists them.`;
  io.stderr.write(
    `${counted(shapes, 'shape')} with ${counted(constraints, 'constraint')} drafted. ${verdict}\n`,
  );
  return results === 0 ? 0 : 1;
};

const help = `Usage: shacl-repair draft DATA... [options]

Drafts shapes from data: for each class that it has instances of, what holds for all of them. Cardinalities, datatypes, classes,
sets of values, patterns, languages and the order of dates, each with how many nodes or values speak for it, and what an ontology
says of them (domains, ranges, restrictions), with its name. What holds but for a few exceptions is a comment. The drafts are a start:
what the data happen to have need not be what was meant. An ontology can be given as DATA.

${optionsHelp(draftOptions)}
Exit codes: 0 done, 1 the data does not conform to what was drafted, 2 could not read the files given, or there is nothing to draft.
`;
