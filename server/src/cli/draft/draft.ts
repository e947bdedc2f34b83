import { counted } from '../../base/counted.ts';
import { UserError } from '../../base/userError.ts';
import { defaultMinSupport, draftFrom } from '../../languageServer/jobs/draft.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { isLanguage } from '../../rdf/publishedVocabularies.ts';
import { otherFormat } from '../../rdf/turtle/otherFormat.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { namespaces, rdf } from '../../rdf/vocab.ts';
import { storeSample } from '../../service/ide/storeSample/storeSample.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import { countedRows } from '../../workspace/store/countedSelect.ts';
import { type Store, StoreError } from '../../workspace/store/store.ts';
import type { CliCommand } from '../command.ts';
import { count, givenStore, readOptions } from '../input/options.ts';
import { dataOptions, helpOption, linkOptions, type OptionTable, optionsHelp } from '../input/optionTable.ts';
import { dataReading, unaborted, Workspace } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';
import { displayPath } from '../output/paths.ts';
import { printToFile } from '../output/reportOutput.ts';

/** How many instances of a store are drawn by default. */
const defaultSample = 1000;

export const draftOptions = {
  context: { heading: 'What is read', ...linkOptions.context },
  endpoint: {
    type: 'string',
    value: 'URL',
    help: 'instead of DATA: instances of the classes of a triple store, drawn with --sample and --seed',
  },
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
    help: `look at no more nodes of each class, for large graphs; all of the data is validated with the draft nevertheless. With --endpoint: of all classes together (${defaultSample} unless given)`,
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
 * `shacl-repair draft`: writes shapes that data conforms to. 0 when it does, 1 when validation with the drafted shapes
 * shows that it does not, 2 when some input is invalid or has no instances of classes.
 */
export const draft: CliCommand = async (args, io) => {
  const { values, positionals } = readOptions(args, { options: draftOptions });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
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
  const sources = await sourcesOf(values.endpoint, positionals, { count: nodes ?? defaultSample, seed }, io);
  const context = await read(values.context ?? []);
  const isSampled = sources.kind === 'files' && nodes !== undefined;
  const given =
    sources.kind === 'files'
      ? { data: await read(positionals), context }
      : { data: [sources.data], context: [sources.context, ...context], excerpt: sources.excerpt };
  const drafted = await draftFrom(
    given,
    { minSupport, isClosed: values.closed ?? false, ...(isSampled && { sample: { nodes, seed } }) },
    unaborted,
  );
  if (!drafted) {
    const isTyped = given.data.some(({ graph }) => graph.withPredicate(rdf.type).length > 0);
    throw new UserError(
      isTyped
        ? `nothing can be drafted: no class has ${minSupport} nodes whose values are alike. With more data, or a smaller --min-support, there may be shapes.`
        : 'nothing can be drafted: shapes are drafted for classes, and no node has one (rdf:type).',
    );
  }
  const { text, shapes, constraints, results } = drafted;
  const { out } = values;
  const print = async (to: CommandIo) => {
    to.stdout.write(text);
  };
  await (out === undefined ? print(io) : printToFile(out, io, print));
  const what = sources.kind === 'files' ? 'data' : 'sample';
  const verdict =
    results === 0
      ? `The ${what} conforms to them.`
      : `The ${what} has ${counted(results, 'result')}; validate lists them.`;
  io.stderr.write(
    `${counted(shapes, 'shape')} with ${counted(constraints, 'constraint')} drafted. ${verdict}\n`,
  );
  return results === 0 ? 0 : 1;
};

/** What shapes are drafted from, as far as that is known before files are read. */
type Sources =
  | { readonly kind: 'files' }
  | ({ readonly kind: 'store'; readonly excerpt: string } & Pick<DraftedStore, 'data' | 'context'>);

/** @throws UserError when the store can't be asked, or gives unreliable answers. */
async function sourcesOf(
  endpoint: string | undefined,
  files: readonly string[],
  draw: { readonly count: number; readonly seed: number },
  io: CommandIo,
): Promise<Sources> {
  if (endpoint === undefined) {
    if (files.length === 0)
      throw new UserError(
        'give the data: files, folders (. for this one) or patterns, - for standard input, or --endpoint URL.',
      );
    return { kind: 'files' };
  }
  if (files.length > 0) throw new UserError('give data files or --endpoint, not both.');
  const store = io.openStore(givenStore('endpoint', endpoint));
  io.probe?.step(`asking ${store.url}`);
  try {
    const { data, context, sample, instances } = await draftedStore(store, draw, unaborted);
    const excerpt = `${sample.toLocaleString('en')} of ${counted(instances, 'instance')} in ${store.url}, drawn with the seed ${draw.seed}`;
    return { kind: 'store', excerpt, data, context };
  } catch (error) {
    if (error instanceof StoreError) throw new UserError(`${store.url}: ${error.message}`);
    throw error;
  }
}

const help = `Usage: shacl-repair draft DATA... [options]
       shacl-repair draft --endpoint URL [--sample NODES] [options]

Drafts shapes from data: for each class that it has instances of, what holds for all of them. Cardinalities, datatypes, classes,
sets of values, patterns, languages and the order of dates, each with how many nodes or values speak for it, and what an ontology
says of them (domains, ranges, restrictions), with its name. What holds but for a few exceptions is a comment. The drafts are a start:
what the data happen to have need not be what was meant. An ontology can be given as DATA.

${optionsHelp(draftOptions)}
Exit codes: 0 done, 1 the data does not conform to what was drafted, 2 could not read the files given, or there is nothing to draft.
`;

/** A sample of the instances of all classes of a store. */
interface DraftedStore {
  readonly data: TurtleDocument;
  /** The classes of the values. */
  readonly context: TurtleDocument;
  readonly sample: number;
  /** How many instances there are that are IRIs. */
  readonly instances: number;
}

/**
 * Draws instances of the classes of a store, with the classes of their values.
 *
 * @throws StoreError when its answers are unreliable; the signal's reason when aborted.
 */
async function draftedStore(
  store: Store,
  { count, seed }: { readonly count: number; readonly seed: number },
  signal: AbortSignal,
): Promise<DraftedStore> {
  const listed = async (variable: string, pattern: string) =>
    (await countedRows(store, variable, pattern, signal))
      .map((row) => row[variable.slice(1)] ?? '')
      .filter((term) => term.startsWith('<'));
  const classes = (await listed('?class', '?node a ?class')).filter(
    (term) => !isLanguage(namespaceOf(term.slice(1, -1))),
  );
  const properties = await listed('?property', '?node a ?class ; ?property ?value');
  if (classes.length === 0) throw new StoreError('It has no instances of classes.');
  // When a shape looks at the classes of all values, verdicts rest on these classes.
  const looked = properties.map(
    (term) => `[ <${namespaces.sh}path> ${term} ; <${namespaces.sh}class> <urn:x-none> ]`,
  );
  const text = `<urn:x-shape> a <${namespaces.sh}NodeShape> ; <${namespaces.sh}targetClass> ${classes.join(', ')} ;
    <${namespaces.sh}property> ${looked.join(', ')} .`;
  const shapes = readShapes(new TurtleDocument('file:///targets.ttl', 0, text).graph);
  const inputWith = async ({ graph }: TurtleDocument) => ({
    dataGraph: graph,
    reportedGraph: graph,
    classGraph: graph,
    shapes,
  });
  const drawn = await storeSample(store, { inputWith, looksUpClasses: true, count, seed }, signal);
  if ('gaps' in drawn) throw new StoreError(drawn.gaps.join(' '));
  const document = (name: string, triples: string) => new TurtleDocument(`file:///${name}.nt`, 0, triples);
  return {
    data: document('sample', drawn.data),
    context: document('neighbours', drawn.context),
    sample: drawn.nodes.length,
    instances: drawn.targets,
  };
}
