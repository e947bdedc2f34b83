import { type ParseArgsConfig, parseArgs } from 'node:util';
import { UserError } from '../../base/userError.ts';
import { isWebAddress } from '../../base/webAddress.ts';
import { orList } from '../../base/wordSearch.ts';
import { isAbsoluteIri } from '../../rdf/iri.ts';
import type { RdfVersion } from '../../rdf/turtle/turtleDocument.ts';
import type { Shard } from '../../shacl/firstLook.ts';
import type { Inference } from '../../shacl/shapesGraph/regimes.ts';
import {
  inferences,
  rdfVersions,
  type ShaclVersion,
  shaclVersions,
} from '../../workspace/project/settings.ts';
import { readStoreAddress, type StoreAddress } from '../../workspace/project/storeLink.ts';

/** The options and file names of a command line, read by node's parseArgs, with errors that name the option. */
export function readOptions<Config extends ParseArgsConfig>(
  args: readonly string[],
  config: Config,
): ReturnType<typeof parseArgs<Config & { args: string[]; allowPositionals: true }>> {
  try {
    return parseArgs({ ...config, args: [...args], allowPositionals: true });
  } catch (error) {
    throw new UserError(explain(error as NodeJS.ErrnoException, config.options ?? {}));
  }
}

/** The value of an option that has a fixed set of them; undefined when it is not given. */
export function choice<const Choice extends string>(
  option: string,
  value: string | undefined,
  choices: readonly Choice[],
): Choice | undefined {
  if (value === undefined) return undefined;
  const found = choices.find((each) => each === value);
  if (found === undefined) throw new UserError(`--${option} can't be '${value}': give ${orList(choices)}.`);
  return found;
}

/** The value of `--inference`, which takes precedence over the settings. */
export function givenInference(value: string | undefined): { readonly inference?: Inference } {
  const inference = choice('inference', value, inferences);
  return inference === undefined ? {} : { inference };
}

/** The values of `--rdf` and `--shacl`, which take precedence over the settings. */
export function givenVersions(values: { readonly rdf?: string; readonly shacl?: string }): {
  readonly rdf?: RdfVersion;
  readonly shacl?: ShaclVersion;
} {
  const rdf = choice('rdf', values.rdf, rdfVersions);
  const shacl = choice('shacl', values.shacl, shaclVersions);
  return { ...(rdf && { rdf }), ...(shacl && { shacl }) };
}

/** The value of an option that is a count; undefined when it is not given. */
export function count(
  option: string,
  value: string | undefined,
  maximum = Number.POSITIVE_INFINITY,
): number | undefined {
  if (value === undefined) return undefined;
  if (!/^[1-9][0-9]{0,8}$/.test(value) || Number(value) > maximum) {
    const range = maximum === Number.POSITIVE_INFINITY ? 'from 1 up' : `from 1 to ${maximum}`;
    throw new UserError(`--${option} can't be '${value}': give a whole number ${range}.`);
  }
  return Number(value);
}

/** The value of an option that is a number of 0 or more; undefined when it is not given. */
export function decimal(option: string, value: string | undefined, example: string): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d{1,9}(\.\d+)?$/.test(value)) return Number(value);
  throw new UserError(`--${option} can't be '${value}': give a number such as ${example}.`);
}

/** The shard of `--shard I/N`; without the option, everything. */
export function givenShard(value: string | undefined): Shard {
  if (value === undefined) return { index: 1, of: 1 };
  const [, index, of] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(value) ?? [];
  if (index === undefined || Number(index) > Number(of)) {
    throw new UserError(`--shard can't be '${value}': give I/N, such as 2/8 for the second of eight parts.`);
  }
  return { index: Number(index), of: Number(of) };
}

function explain({ code, message }: NodeJS.ErrnoException, options: object): string {
  const option = /'(?:-\w, )?(--?[^' ]+)[^']*'/.exec(message)?.[1];
  switch (code) {
    case 'ERR_PARSE_ARGS_UNKNOWN_OPTION': {
      const similar = option && similarName(option.replace(/^-+/, ''), Object.keys(options));
      return `unknown option ${option}.${similar ? ` Did you mean --${similar}?` : ''}`;
    }
    case 'ERR_PARSE_ARGS_INVALID_OPTION_VALUE':
      return /does not take an argument/.test(message)
        ? `${option} takes no value.`
        : `${option} needs a value.`;
    default:
      return message;
  }
}

/** The first of several names of options or commands that may have been meant. */
export function similarName(given: string, names: readonly string[]): string | undefined {
  return names.find((name) => isSimilar(given, name));
}

/** True for names that are about a typing error apart: one is the start of the other, or they differ in a letter or two. */
function isSimilar(given: string, name: string): boolean {
  if (given.length < 2) return false;
  if (name.startsWith(given) || given.startsWith(name)) return true;
  const letters = [...given];
  const common = [...name].filter((letter) => {
    const at = letters.indexOf(letter);
    if (at >= 0) letters.splice(at, 1);
    return at >= 0;
  });
  return given[0] === name[0] && common.length >= Math.max(given.length, name.length) - 1;
}

/**
 * A store as options name it: its address and, behind `FROM` as in links of files, the named graphs whose union counts.
 * @throws UserError when it is none.
 */
export function givenStore(option: string, text: string): StoreAddress {
  const address = readStoreAddress(text);
  if (address === undefined || !address.graphs.every(isAbsoluteIri))
    throw new UserError(
      `--${option} can't be '${text}': give an address, such as https://example.org/sparql; with a named graph, 'https://example.org/sparql FROM <http://example.org/graph>'.`,
    );
  return address;
}

/**
 * The files and the addresses of stores in `--context`.
 *
 * @throws UserError for an invalid address.
 */
export function givenContext(values: readonly string[] = []): {
  readonly context: readonly string[];
  readonly storeAddresses: readonly StoreAddress[];
} {
  return {
    context: values.filter((each) => !isWebAddress(each)),
    storeAddresses: values.filter(isWebAddress).map((each) => givenStore('context', each)),
  };
}
