import { UserError } from '../../base/userError.ts';
import { isAbsoluteIri } from '../../rdf/iri.ts';
import type { GivenSettings } from '../../service/ide/unitSettings.ts';
import type { VerdictOptions } from '../../service/report/verdict.ts';
import type { FirstLook, Shard } from '../../shacl/firstLook.ts';
import type { StoreAddress } from '../../workspace/project/storeLink.ts';
import { givenShard, givenStore } from '../input/options.ts';
import type { ValidationFormat } from './validationFormats.ts';

/** What `validate --endpoint` was asked to do. */
export interface EndpointRequest extends SharedRequest {
  readonly address: StoreAddress;
  readonly format: 'text' | 'json';
  readonly shard: Shard;
  /** Whether all focus nodes are judged here, rather than some of them by the store. */
  readonly judgesAll: boolean;
  /** Whether to report how the store was asked about each constraint. */
  readonly explainsPlan: boolean;
  /** Whether the most severe results are printed first. */
  readonly bySeverity: boolean;
  /** What is left out for a first answer. */
  readonly look: FirstLook | undefined;
  /** The folder that keeps what was found. */
  readonly resume: string | undefined;
  /** The folder that keeps the results of the last run, so that only what has changed is asked again. */
  readonly since: string | undefined;
  /** The graph for what rules infer in the store. */
  readonly scratch: ScratchRequest | undefined;
}

export interface ScratchRequest {
  readonly graph: string;
  /** Where updates are sent. */
  readonly updates: string;
  /** Whether they are sent without asking. */
  readonly isConsented: boolean;
}

/** What other requests say as well. */
interface SharedRequest {
  readonly shapes: readonly string[];
  readonly inference: GivenSettings;
  readonly judging: Pick<VerdictOptions, 'failOn' | 'allowed'>;
  readonly output: string | undefined;
  readonly maxResults: number | undefined;
  readonly look: FirstLook | undefined;
}

/** The options that apply to a whole store, besides `endpoint` itself. */
const options = [
  'shapes',
  'inference',
  'shacl',
  'fail-on',
  'allow',
  'format',
  'output',
  'max-results',
  'shard',
  'resume',
  'since',
  'judge-all',
  'explain-plan',
  'by-severity',
  'fail-fast',
  'sample',
  'scratch-graph',
  'yes',
  'update-endpoint',
];

/** @param values the options that were given, by name. */
export function readEndpointRequest(
  request: SharedRequest & { readonly data: readonly string[]; readonly format: ValidationFormat },
  values: {
    readonly endpoint: string;
    readonly shard?: string;
    readonly resume?: string;
    readonly 'fail-fast'?: boolean;
    readonly sample?: string;
    readonly since?: string;
    readonly 'judge-all'?: boolean;
    readonly 'explain-plan'?: boolean;
    readonly 'by-severity'?: boolean;
    readonly 'scratch-graph'?: string;
    readonly yes?: boolean;
    readonly 'update-endpoint'?: string;
  },
): EndpointRequest {
  const { data, format, shapes } = request;
  const address = givenStore('endpoint', values.endpoint);
  if (data.length > 0)
    throw new UserError(
      '--endpoint validates a store instead of files. --context takes the address of a store beside files.',
    );
  if (shapes.length === 0) throw new UserError('--endpoint needs --shapes.');
  const [other] = Object.keys(values).filter((name) => name !== 'endpoint' && !options.includes(name));
  if (other !== undefined) throw new UserError(`--${other} can't be used with --endpoint.`);
  if (format !== 'text' && format !== 'json')
    throw new UserError(`--endpoint prints text or json, not ${format}.`);
  for (const option of ['resume', 'shard', 'fail-fast', 'sample'] as const)
    if (values.since !== undefined && values[option] !== undefined)
      throw new UserError(
        `--${option} can't be used with --since, which keeps the results of the whole store.`,
      );
  for (const option of ['resume', 'shard', 'judge-all', 'explain-plan'] as const)
    if (request.look?.sample !== undefined && values[option] !== undefined)
      throw new UserError(
        `--sample can't be used with --${option}: its nodes are drawn from the whole store and judged here.`,
      );
  return {
    ...request,
    address,
    format,
    shard: givenShard(values.shard),
    judgesAll: values['judge-all'] === true,
    explainsPlan: values['explain-plan'] === true,
    bySeverity: values['by-severity'] === true,
    resume: values.resume,
    since: values.since,
    scratch: givenScratch(address, values),
  };
}

/** @throws UserError when it can't be the name of a graph. */
function givenScratch(
  { url, graphs }: StoreAddress,
  values: {
    readonly 'scratch-graph'?: string;
    readonly yes?: boolean;
    readonly 'update-endpoint'?: string;
    readonly shard?: string;
    readonly since?: string;
  },
): ScratchRequest | undefined {
  const given = values['scratch-graph'];
  for (const option of ['yes', 'update-endpoint'] as const)
    if (given === undefined && values[option] !== undefined)
      throw new UserError(`--${option} is for --scratch-graph.`);
  if (given === undefined) return undefined;
  const graph = /^<(.*)>$/.exec(given)?.[1] ?? given;
  if (!isAbsoluteIri(graph))
    throw new UserError(
      `--scratch-graph can't be '${given}': give an IRI such as https://example.org/scratch.`,
    );
  if (graphs.length === 0)
    throw new UserError(
      "--scratch-graph needs the graphs that hold the data, because no query can unite a default graph with another one: --endpoint 'URL FROM <GRAPH>'.",
    );
  for (const option of ['shard', 'since'] as const)
    if (values[option] !== undefined)
      throw new UserError(
        `--scratch-graph can't be used with --${option}: what rules infer is cleared at the end of each run.`,
      );
  return { graph, updates: values['update-endpoint'] ?? url, isConsented: values.yes === true };
}
