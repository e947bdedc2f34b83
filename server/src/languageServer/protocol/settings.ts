import { isObject } from '../../base/jsonShape.ts';
import type { SessionLimits } from '../../repair/llm/model/modelSession.ts';
import { readPrices } from '../../repair/llm/model/prices.ts';
import { type Approach, readApproach } from '../../repair/llm/prompt/strategy.ts';
import type { ModelRepairSettings } from '../../repair/llm/repairWithModel.ts';
import {
  defaultSettings,
  formatChoices,
  hintKinds,
  inferences,
  type LinkSetting,
  rdfVersions,
  type Settings,
  shaclVersions,
  usesLenses,
} from '../../workspace/project/settings.ts';

/** When open documents are validated: while their users type, when they are opened and saved, or never. */
export type WhenToValidate = (typeof whenToValidate)[number];
const whenToValidate = ['onType', 'onSave', 'off'] as const;

/** Everything under `shaclRepair.*` that the server reads: the settings of the core, and its own timing. */
export interface ServerSettings {
  readonly core: Settings;
  /** How long typing has to pause before SHACL is checked, in ms. */
  readonly debounce: number;
  /** When open documents are validated. */
  readonly validates: WhenToValidate;
  /** Whether what other programs change on disk is judged. */
  readonly judgesDiskChanges: boolean;
  /** How long one constraint may take, in ms. */
  readonly timeout: number;
  readonly model: ModelSettings;
  /** Programs that may be started as repair systems: absolute paths. */
  readonly programs: readonly string[];
}

/** Which language model is asked, and how. */
export interface ModelSettings extends ModelRepairSettings {
  readonly provider: 'none' | 'vscode' | 'openai';
  /** As the provider names it; empty when not set. */
  readonly id: string;
  readonly baseUrl: string;
  /** How long an endpoint may send nothing, in ms. */
  readonly timeout: number;
  readonly limits: SessionLimits;
}

/**
 * Reads settings from layers such as `{ links, validation: { engine } }`, the first one that gives a value
 * winning, the documented defaults last. A value of the wrong type counts as not given and is named in `problems`.
 * `values` has the values by name.
 */
export function readSettings(layers: readonly unknown[]): {
  readonly settings: ServerSettings;
  readonly problems: readonly string[];
  readonly values: ReadonlyMap<string, SettingValue>;
} {
  const problems: string[] = [];
  const values = new Map<string, SettingValue>();
  const read = <T>(name: string, parse: (value: unknown) => T | undefined, fallback: T): T => {
    for (const layer of layers) {
      const value = valueAt(layer, name);
      if (value === undefined || value === null) continue;
      const parsed = parse(value);
      if (parsed !== undefined) {
        values.set(name, { value: parsed, isGiven: true });
        return parsed;
      }
      problems.push(`The setting shaclRepair.${name} can't be ${JSON.stringify(value)}; it is ignored.`);
    }
    values.set(name, { value: fallback, isGiven: false });
    return fallback;
  };
  const { format } = defaultSettings;
  const core: Settings = {
    ...defaultSettings,
    links: read('links', links, defaultSettings.links),
    ontologies: read('ontologies', texts, defaultSettings.ontologies),
    engine: read('validation.engine', oneOf(['builtin', 'rdf-validate-shacl']), defaultSettings.engine),
    subClassOfFrom: read(
      'validation.subClassOfFrom',
      listOf(oneOf(['data', 'context', 'shapes'])),
      defaultSettings.subClassOfFrom,
    ),
    inference: read('validation.inference', oneOf(inferences), defaultSettings.inference),
    rdf: read('validation.rdf', oneOf(rdfVersions), defaultSettings.rdf),
    shacl: read('validation.shacl', oneOf(shaclVersions), defaultSettings.shacl),
    maxSuggestions: read('repair.maxSuggestions', atLeast(1), defaultSettings.maxSuggestions),
    inlayHints: read('inlayHints', listOf(oneOf(hintKinds)), defaultSettings.inlayHints),
    usesLens: read('codeLens.uses', oneOf(usesLenses), defaultSettings.usesLens),
    format: {
      indent: read('format.indent', indentation, format.indent),
      predicates: read('format.predicates', oneOf(formatChoices.predicates), format.predicates),
      alignObjects: read('format.alignObjects', flag, format.alignObjects),
      objects: read('format.objects', oneOf(formatChoices.objects), format.objects),
      semicolons: read('format.semicolons', oneOf(formatChoices.semicolons), format.semicolons),
      dot: read('format.dot', oneOf(formatChoices.dot), format.dot),
      keepOnOneLine: read('format.keepOnOneLine', oneOf(formatChoices.keepOnOneLine), format.keepOnOneLine),
      sortPrefixes: read('format.sortPrefixes', flag, format.sortPrefixes),
      alignPrefixes: read('format.alignPrefixes', flag, format.alignPrefixes),
    },
  };
  const prices = readPrices(
    layers
      .map((layer) => valueAt(layer, 'model.prices'))
      .find((value) => value !== undefined && value !== null),
  );
  const settings = {
    core,
    debounce: read('validation.debounce', atLeast(0), 150),
    validates: read('validation.run', oneOf(whenToValidate), 'onType'),
    judgesDiskChanges: read('validation.changesOnDisk', flag, false),
    timeout: read('validation.timeout', milliseconds, 10_000),
    model: {
      provider: read('model.provider', oneOf(['none', 'vscode', 'openai']), 'none'),
      id: read('model.id', text, '').trim(),
      baseUrl: read('model.baseUrl', text, '').trim() || defaultBaseUrl,
      ...read<Approach>('model.strategy', approach, { strategy: 'SF+', choose: false }),
      candidates: read('model.candidates', wholeUpTo(10), 1),
      maxRounds: read('model.maxRounds', wholeUpTo(10), 3),
      temperature: read('model.temperature', between(0, 2), 0),
      timeout: read('model.timeout', milliseconds, 120_000),
      limits: {
        concurrency: read('model.concurrency', wholeUpTo(100), 4),
        requestsPerMinute: read('model.requestsPerMinute', atLeast(1), undefined),
        maxCost: read('model.maxCost', atLeast(0), undefined),
        prices: prices.prices,
      },
    },
    programs: read('evaluation.programs', paths, []),
  };
  problems.push(...prices.problems.map((problem) => `${problem}; it is ignored.`));
  return { settings, problems, values };
}

export interface SettingValue {
  readonly value: unknown;
  /** False for the default. */
  readonly isGiven: boolean;
}

export const defaultBaseUrl = 'https://api.openai.com/v1';

/** Finds `validation.engine` as nested objects or, as some clients send it, under the dotted name. */
function valueAt(layer: unknown, name: string): unknown {
  if (!isObject(layer)) return undefined;
  if (layer[name] !== undefined) return layer[name];
  const dot = name.indexOf('.');
  return dot < 0 ? undefined : valueAt(layer[name.slice(0, dot)], name.slice(dot + 1));
}

function links(value: unknown): readonly LinkSetting[] | undefined {
  return listOf(link)(value);
}

function link(value: unknown): LinkSetting | undefined {
  if (!isObject(value) || typeof value.data !== 'string') return undefined;
  const shapes = paths(value.shapes ?? []);
  const context = paths(value.context ?? []);
  return shapes && context && { data: value.data, shapes, context };
}

/** One path may stand for a list of one. */
function paths(value: unknown): readonly string[] | undefined {
  return listOf((item) => (typeof item === 'string' ? item : undefined))(
    typeof value === 'string' ? [value] : value,
  );
}

function listOf<T>(item: (value: unknown) => T | undefined): (value: unknown) => readonly T[] | undefined {
  return (value) => {
    if (!Array.isArray(value)) return undefined;
    const items = value.map(item);
    return items.every((parsed) => parsed !== undefined) ? items : undefined;
  };
}

/** An object whose values are texts. */
function texts(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isObject(value)) return undefined;
  const entries = Object.entries(value);
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? Object.fromEntries(entries)
    : undefined;
}

function oneOf<const T>(choices: readonly T[]): (value: unknown) => T | undefined {
  return (value) => choices.find((choice) => choice === value);
}

function atLeast(minimum: number): (value: unknown) => number | undefined {
  return (value) => (typeof value === 'number' && value >= minimum ? value : undefined);
}

function between(minimum: number, maximum: number): (value: unknown) => number | undefined {
  return (value) => (typeof value === 'number' && value >= minimum && value <= maximum ? value : undefined);
}

/** From 1. */
function wholeUpTo(maximum: number): (value: unknown) => number | undefined {
  const inRange = between(1, maximum);
  return (value) => (Number.isInteger(value) ? inRange(value) : undefined);
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function flag(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

/** A number of spaces, or `tab`. */
function indentation(value: unknown): string | undefined {
  if (value === 'tab') return '\t';
  const spaces = wholeUpTo(8)(value);
  return spaces === undefined ? undefined : ' '.repeat(spaces);
}

function approach(value: unknown): Approach | undefined {
  return typeof value === 'string' ? readApproach(value) : undefined;
}

/** A time-out of less than a tenth of a second makes no sense, so such a number is taken as seconds. */
function milliseconds(value: unknown): number | undefined {
  if (typeof value !== 'number' || !(value > 0)) return undefined;
  return value < 100 ? value * 1000 : value;
}
