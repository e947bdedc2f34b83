import { UserError } from '../../../base/userError.ts';
import { isAbsoluteIri } from '../../../rdf/iri.ts';
import { choice, count, givenStore, readOptions } from '../../input/options.ts';
import { helpOption, type OptionTable, optionsHelp, shapesOption } from '../../input/optionTable.ts';
import { timeBudgetOption } from '../../input/timeBudget.ts';

export const storeRepairOptions = {
  endpoint: {
    heading: 'What is repaired',
    type: 'string',
    value: 'URL',
    help: "the SPARQL endpoint, whose default graph is repaired; 'URL FROM <GRAPH>' for a named graph",
  },
  shapes: shapesOption,
  context: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'an ontology in which classes and values are looked up, too, and which no update changes; can be repeated',
  },
  'focus-node': { type: 'string', multiple: true, value: 'IRI', help: 'a node to repair; can be repeated' },
  'focus-nodes': {
    type: 'string',
    value: 'FILE',
    help: 'a file with the IRIs of such nodes, one on each line',
  },
  only: { type: 'string', value: 'KEY', help: 'just the result with this key, as lists show it' },
  max: {
    type: 'string',
    value: 'N',
    help: 'at most N repairs for each result (default: shaclRepair.repair.maxSuggestions, 5)',
  },
  'time-budget': {
    ...timeBudgetOption,
    help: 'stop to search after so long, and print the results that are known, as undecided: no repair is offered or sent then',
  },
  format: {
    heading: 'What is printed',
    type: 'string',
    short: 'f',
    value: 'FORMAT',
    help: 'text (default), json',
  },
  output: {
    type: 'string',
    short: 'o',
    value: 'FILE',
    help: 'write the best update of each result to this file as well, with what it does as comments',
  },
  run: {
    heading: 'What is sent to the store',
    type: 'boolean',
    help: 'send the update of one result to the store, and check the outcome; without --yes, ask on a terminal, and elsewhere only print what would be sent',
  },
  repair: {
    type: 'string',
    value: 'KEY',
    help: 'with --run, the repair with this key, as the list shows it in brackets; without --yes also its number; if not given, the one that is certain',
  },
  yes: { type: 'boolean', help: 'with --run, consent to the update' },
  'update-endpoint': {
    type: 'string',
    value: 'URL',
    help: 'where updates are sent, if not to the same address',
  },
  help: helpOption,
} as const satisfies OptionTable;

/** What `repair --endpoint` was asked to do. */
export type StoreRepairRequest = Exclude<ReturnType<typeof storeRepairRequest>, 'help'>;

/** True for the arguments of `repair` that name a store instead of files. */
export function isForStore(args: readonly string[]): boolean {
  return args.some((arg) => arg === '--endpoint' || arg.startsWith('--endpoint='));
}

/** @throws UserError when options contradict each other. */
export function storeRepairRequest(args: readonly string[]) {
  const { values, positionals } = readOptions(args, { options: storeRepairOptions });
  if (values.help) return 'help';
  if (positionals.length > 0)
    throw new UserError('--endpoint repairs a store, not files: leave out the names of data files.');
  if (values.endpoint === undefined)
    throw new UserError('give the address of a SPARQL endpoint: --endpoint https://example.org/sparql.');
  const endpoint = givenStore('endpoint', values.endpoint);
  if (endpoint.graphs.length > 1)
    throw new UserError('an update changes one graph: give one address with one graph behind FROM.');
  if (values.shapes === undefined) throw new UserError('give the shapes: --shapes FILE.');
  const focusNodes = (values['focus-node'] ?? []).map(givenIri);
  if (focusNodes.length === 0 && values['focus-nodes'] === undefined)
    throw new UserError('say which nodes to repair: --focus-node IRI or --focus-nodes FILE.');
  for (const option of ['repair', 'yes', 'update-endpoint'] as const) {
    if (values[option] !== undefined && !values.run) throw new UserError(`--${option} goes with --run.`);
  }
  if (values.run && values.format === 'json') throw new UserError('--run is reported as text only.');
  return {
    endpoint,
    shapes: values.shapes,
    context: values.context ?? [],
    focusNodes,
    focusNodesFile: values['focus-nodes'],
    only: values.only,
    max: count('max', values.max),
    format: choice('format', values.format, ['text', 'json']) ?? 'text',
    output: values.output,
    timeBudget: values['time-budget'],
    /** Undefined when nothing is to be sent. */
    run: values.run
      ? {
          address: values['update-endpoint'] ?? endpoint.url,
          repair: givenRepair(values.repair),
          isConsented: values.yes === true,
        }
      : undefined,
  };
}

/** Identifies a repair in a list: its key, or its number in the list. */
export type GivenRepair =
  | { readonly kind: 'key'; readonly key: string }
  | { readonly kind: 'number'; readonly number: number };

/** @throws UserError when it is neither. */
function givenRepair(text: string | undefined): GivenRepair | undefined {
  if (text === undefined) return undefined;
  if (/^[0-9a-f]{12}$/.test(text)) return { kind: 'key', key: text };
  if (/^[1-9]\d{0,3}$/.test(text)) return { kind: 'number', number: Number(text) };
  throw new UserError(
    `--repair can't be '${text}': give the key of a repair, as the list shows it in brackets.`,
  );
}

/**
 * An IRI as given, with or without angle brackets.
 * @throws UserError for other texts.
 */
export function givenIri(text: string): string {
  const iri = /^<(.*)>$/.exec(text)?.[1] ?? text;
  if (!isAbsoluteIri(iri)) throw new UserError(`'${text}' is not an IRI such as https://example.org/room1.`);
  return iri;
}

export const storeRepairHelp = `Usage: shacl-repair repair --endpoint URL --shapes FILE --focus-node IRI [options]

Lists the violations at nodes of a triple store with verified repairs, each as a SPARQL Update that changes nothing
unless all is as it was when the repair was verified. Only what the verdicts rest on is asked for. See docs/store-changes.md.
Nothing is changed without --run --yes.

${optionsHelp(storeRepairOptions)}

Exit codes: 0 nothing to repair, 1 there are results, 2 could not run, 3 undecided.
`;
