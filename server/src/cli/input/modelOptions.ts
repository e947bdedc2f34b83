/** The options for the model that proposes repairs. */

import { parseJson } from '../../base/parseJson.ts';
import { UserError } from '../../base/userError.ts';
import { orList } from '../../base/wordSearch.ts';
import type { ModelSettings } from '../../languageServer/protocol/settings.ts';
import type { SessionLimits } from '../../repair/llm/model/modelSession.ts';
import { readPrices } from '../../repair/llm/model/prices.ts';
import { isStrategy, type Strategy, strategies } from '../../repair/llm/prompt/strategy.ts';
import type { AskOptions } from '../../service/ide/model/modelRepairs.ts';
import type { CommandIo, Environment } from '../io.ts';
import { uriOf } from '../output/paths.ts';
import { count } from './options.ts';
import { askingOptions, type OptionTable } from './optionTable.ts';

export const modelOptions = {
  strategy: {
    heading: 'Language models',
    type: 'string',
    value: 'STRATEGY',
    help: 'what a model is shown: SF+ (default), or another of M, S, Sn with G, F, F+',
  },
  'base-url': askingOptions['base-url'],
  candidates: {
    type: 'string',
    value: 'N',
    help: 'how many conversations about each result are begun, for different repairs: 1 (default) to 10',
  },
  'max-cost': askingOptions['max-cost'],
  prices: askingOptions.prices,
  answers: {
    type: 'string',
    value: 'DIR',
    help: "keep the model's answers in this folder, and reuse those that are there",
  },
} as const satisfies OptionTable;

type GivenValues = { readonly [Name in keyof typeof modelOptions]?: string | undefined };

/** The named model, with options that override the settings. */
export interface GivenModel {
  readonly id: string;
  readonly choose: boolean;
  readonly strategy: Strategy | undefined;
  readonly candidates: number | undefined;
  readonly baseUrl: string | undefined;
  readonly maxCost: number | undefined;
  readonly prices: string | undefined;
  readonly answers: string | undefined;
}

/** As `--system` names it. */
export function systemOf({ choose, id }: Pick<GivenModel, 'choose' | 'id'>): string {
  return `${choose ? 'choose' : 'model'}:${id}`;
}

/** The model of `--system model:ID` or `choose:ID`; undefined for symbolic repairs. */
export function givenModel(
  system = 'symbolic',
  values: GivenValues,
  env: Environment,
): GivenModel | undefined {
  const { 'base-url': baseUrl, 'max-cost': maxCost, strategy, candidates, prices, answers } = values;
  if (system === 'symbolic') {
    const [given] = Object.keys(modelOptions).filter(
      (name) => values[name as keyof GivenValues] !== undefined,
    );
    if (given !== undefined) {
      throw new UserError(`--${given} is for models: give --system model:ID with it.`);
    }
    return undefined;
  }
  const [kind] = system.split(':', 1);
  if (kind !== 'model' && kind !== 'choose') {
    throw new UserError(`--system can't be '${system}': give symbolic, model:ID or choose:ID.`);
  }
  return {
    id: modelId(kind, system.slice(kind.length + 1), env),
    choose: kind === 'choose',
    strategy: givenStrategy(strategy),
    candidates: count('candidates', candidates, 10),
    baseUrl,
    maxCost: givenCost(maxCost),
    prices,
    answers,
  };
}

/**
 * The model that `model:ID` names; for `model` alone, the one that the environment names. The settings of a workspace
 * decide neither the model, nor the endpoint, nor what it may cost.
 *
 * @throws UserError when there is none.
 */
export function modelId(
  kind: 'model' | 'choose' | 'agent',
  id: string,
  { OPENAI_MODEL }: Environment,
): string {
  const named = id.trim() || OPENAI_MODEL?.trim();
  if (named) return named;
  throw new UserError(
    `--system ${kind} needs the id of a model: give ${kind}:gpt-4o, say, or set OPENAI_MODEL.`,
  );
}

function givenStrategy(given: string | undefined): Strategy | undefined {
  if (given === undefined || isStrategy(given)) return given;
  throw new UserError(`--strategy can't be '${given}': give ${orList(strategies)}.`);
}

function givenCost(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  if (/^\d+(\.\d+)?$/.test(given)) return Number(given);
  throw new UserError(`--max-cost can't be '${given}': give USD, such as 0.50.`);
}

/** Which model is asked, and how. */
export interface RequestedModel extends AskOptions {
  readonly id: string;
  readonly baseUrl: string | undefined;
  /** How long the endpoint may send nothing, in ms. */
  readonly timeout: number;
  readonly limits: SessionLimits;
  /** The folder that answers are kept in and taken from; undefined to keep none. */
  readonly answers: string | undefined;
}

/**
 * Everything that is needed to ask a model. Of a workspace's settings, only those apply that it may decide: not which model
 * is asked, where, and at what cost.
 */
export async function modelRequest(
  { id, choose, strategy, candidates, baseUrl, maxCost, prices, answers }: GivenModel,
  settings: ModelSettings,
  maxSuggestions: number,
  io: CommandIo,
): Promise<RequestedModel> {
  const { concurrency, requestsPerMinute } = settings.limits;
  return {
    id,
    baseUrl,
    choose,
    strategy: strategy ?? settings.strategy,
    candidates: candidates ?? settings.candidates,
    maxRounds: settings.maxRounds,
    temperature: settings.temperature,
    maxSuggestions,
    timeout: settings.timeout,
    limits: {
      concurrency,
      requestsPerMinute,
      maxCost,
      prices: prices === undefined ? [] : await pricesIn(prices, io),
    },
    answers,
  };
}

async function pricesIn(given: string, { fileSystem, cwd }: CommandIo) {
  const file = await fileSystem.read(uriOf(cwd, given));
  if (file.kind === 'unreadable') throw new UserError(`--prices: ${given} can't be read: ${file.detail}`);
  const read = parseJson(file.text);
  if (read.kind === 'error') throw new UserError(`--prices: ${given} ${read.problem}.`);
  const { prices, problems } = readPrices(read.value, `--prices: ${given}`);
  if (problems.length > 0) throw new UserError(problems.map((each) => `${each}.`).join('\n'));
  return prices;
}
