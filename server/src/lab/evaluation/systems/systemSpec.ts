import type { LanguageModel, TokenUsage } from '../../../repair/llm/model/languageModel.ts';
import { type PromptTemplate, promptVersions } from '../../../repair/llm/prompt/prompt.ts';
import { isStrategy, type Strategy } from '../../../repair/llm/prompt/strategy.ts';
import type { LoadedSuite } from '../../../vio/suite/readSuite.ts';
import type { Cell } from '../run/runJson.ts';
import type { RunningCell } from '../run/runTrials.ts';
import { type AgentToolset, agentSystem, isAgentTools, type OpenDesk } from './agentSystem.ts';
import { commandSystem, type RunProgram } from './commandSystem.ts';
import { modelSystem, type ResponseFormat } from './modelSystem.ts';
import type { CaseFiles } from './personSystem.ts';
import { plainSystems } from './plainSystems.ts';

/** A system as its name describes it. */
export type SystemSpec =
  | { readonly kind: 'plain'; readonly id: string }
  | { readonly kind: 'model' | 'choose' | 'agent'; readonly model: string }
  | { readonly kind: 'command'; readonly file: string }
  | { readonly kind: 'person'; readonly name: string };

/** Reads `symbolic`, `model:gpt-4o`, `choose:gpt-4o`, `agent:gpt-4o`, `command:./repair.py`, `person:ada`; undefined for anything else. */
export function readSystem(name: string): SystemSpec | undefined {
  if (Object.hasOwn(plainSystems, name)) return { kind: 'plain', id: name };
  const [, kind, rest] = /^(model|choose|agent|command|person):\s*(\S.*?)\s*$/s.exec(name) ?? [];
  if (kind === undefined || rest === undefined) return undefined;
  if (kind === 'command') return { kind, file: rest };
  if (kind === 'person') return { kind, name: rest };
  return { kind: kind as 'model' | 'choose' | 'agent', model: rest };
}

/** How models are asked in a run. */
export interface ModelParameters {
  readonly template: PromptTemplate;
  /** Undefined for the template's own: none for the paper's. */
  readonly responseFormat: ResponseFormat | undefined;
  readonly rounds: number;
  readonly temperature: number;
  /** The maximum length of an answer. Undefined for no limit where the template is the paper's, and for 2,000 elsewhere. */
  readonly maxTokens: number | undefined;
  readonly seed: number | undefined;
}

/** As in the paper: one request, the most likely answer. */
export const paperParameters: ModelParameters = {
  template: 'replication',
  responseFormat: undefined,
  rounds: 1,
  temperature: 0,
  maxTokens: undefined,
  seed: undefined,
};

/** The assumed maximum length of answers. */
const usualMaxTokens = 2000;

export function plainCell(id: string): Cell {
  return { ...withoutModel(id), parameters: {} };
}

/** @param timeout the time limit of the program for a case, in seconds. */
export function commandCell(file: string, timeout: number): Cell {
  return { ...withoutModel(`command:${file}`), parameters: { timeout } };
}

export function personCell(name: string): Cell {
  return { ...withoutModel(`person:${name}`), parameters: {} };
}

/** A system that asks a model. */
type AskedSpec = Extract<SystemSpec, { readonly model: string }>;

/** An agent with some tools, asked by the product's prompt with some strategy. */
export function agentCell(
  { model }: AskedSpec,
  tools: AgentToolset,
  {
    strategy,
    turns,
    temperature,
    maxTokens,
    seed,
  }: Pick<ModelParameters, 'temperature' | 'maxTokens' | 'seed'> & {
    readonly strategy: Strategy;
    readonly turns: number;
  },
): Cell {
  const system = `agent:${model}`;
  return {
    id: `${system} tools=${tools}`,
    system,
    strategy: `tools=${tools}`,
    model,
    parameters: {
      tools,
      prompt: strategy,
      promptVersion: promptVersions.product,
      turns: tools === 'none' ? 1 : turns,
      temperature,
      maxTokens: maxTokens ?? usualMaxTokens,
      seed: seed ?? null,
    },
    notRun: null,
  };
}

export function modelCell(
  { kind, model }: AskedSpec,
  strategy: Strategy,
  { template: given, responseFormat, rounds, temperature, maxTokens, seed }: ModelParameters,
): Cell {
  const system = `${kind}:${model}`;
  // Options to choose from are not part of the paper's prompt.
  const template = kind === 'choose' ? 'product' : given;
  const format = responseFormat ?? (template === 'replication' ? 'none' : 'json');
  const parameters = {
    template,
    promptVersion: promptVersions[template],
    responseFormat: format,
    reading: template === 'replication' ? 'strict' : 'lenient',
    rounds,
    temperature,
    maxTokens: maxTokens ?? usualMaxTokens,
    bare: template === 'replication' && format === 'none' && maxTokens === undefined,
    seed: seed ?? null,
  };
  return {
    id: `${system} ${strategy}`,
    system,
    strategy,
    model,
    parameters: kind === 'choose' ? { ...parameters, choices: maxChoices } : parameters,
    notRun: null,
  };
}

/** As many repairs as the editor lists. */
const maxChoices = 5;

function withoutModel(id: string) {
  return { id, system: id, strategy: null, model: null, notRun: null } as const;
}

/** What cells need to run. */
export interface SystemContext {
  readonly suite: LoadedSuite;
  model(id: string): LanguageModel;
  /** The price of tokens of a model in USD; undefined if it is not known. */
  price(id: string): (usage: TokenUsage) => number | undefined;
  /** The cases of people; undefined where none can be asked. */
  readonly caseFiles: CaseFiles | undefined;
  /** Gives agents their tools; undefined where there are none. */
  readonly openDesk: OpenDesk | undefined;
  /** @param timeout in seconds. */
  program(file: string, timeout: number): RunProgram;
}

/** The system that a cell of a new run or of run.json describes. Undefined if this version would ask differently. */
export function runningCell(cell: Cell, context: SystemContext): RunningCell | undefined {
  const spec = readSystem(cell.system);
  switch (spec?.kind) {
    case 'plain':
      return { ...cell, repair: plainRepair(spec.id, context) };
    case 'command': {
      const { timeout } = cell.parameters;
      if (typeof timeout !== 'number') return undefined;
      const { graph, manifest, context: ontologies } = context.suite;
      const repair = commandSystem(cell.system, {
        run: context.program(spec.file, timeout),
        shapes: manifest.graph,
        context: ontologies?.graph,
        prefixes: new Map([...manifest.prefixes, ...graph.prefixes]),
      });
      return { ...cell, repair };
    }
    case 'person':
      return context.caseFiles && { ...cell, repair: context.caseFiles.system(cell.system) };
    case 'model':
    case 'choose': {
      const parameters = readParameters(cell);
      if (!parameters) return undefined;
      const shapesPrefixes = context.suite.manifest.prefixes;
      const repair = modelSystem(cell.system, context.model(spec.model), { ...parameters, shapesPrefixes });
      return { ...cell, price: context.price(spec.model), repair };
    }
    case 'agent': {
      const parameters = readAgentParameters(cell);
      if (!parameters || !context.openDesk) return undefined;
      const shapesPrefixes = context.suite.manifest.prefixes;
      const repair = agentSystem(cell.system, context.model(spec.model), {
        ...parameters,
        shapesPrefixes,
        openDesk: context.openDesk,
      });
      return { ...cell, price: context.price(spec.model), repair };
    }
    case undefined:
      return undefined;
  }
}

function plainRepair(id: string, { suite }: SystemContext): RunningCell['repair'] {
  const changes = new Map(suite.cases.map(({ json, change }) => [json.id, change]));
  return plainSystems[id]!({ changeOf: (caseId) => changes.get(caseId)! });
}

function readAgentParameters({ parameters }: Cell) {
  const { tools, prompt, promptVersion, turns, temperature, maxTokens, seed = null } = parameters;
  const isKnown =
    isAgentTools(tools) &&
    typeof prompt === 'string' &&
    isStrategy(prompt) &&
    promptVersion === promptVersions.product &&
    typeof turns === 'number' &&
    typeof temperature === 'number' &&
    typeof maxTokens === 'number' &&
    (seed === null || typeof seed === 'number');
  if (!isKnown) return undefined;
  return { tools, strategy: prompt, turns, temperature, maxTokens, seed: seed ?? undefined };
}

function readParameters({ strategy, parameters }: Cell) {
  const { template, rounds, temperature, maxTokens, seed = null, choices = null } = parameters;
  // Versions before these parameters always asked for JSON, and limited all answers.
  const { responseFormat = 'json', bare = false } = parameters;
  const isKnown =
    strategy !== null &&
    isStrategy(strategy) &&
    isTemplate(template) &&
    parameters.promptVersion === promptVersions[template] &&
    isResponseFormat(responseFormat) &&
    typeof rounds === 'number' &&
    typeof temperature === 'number' &&
    typeof maxTokens === 'number' &&
    typeof bare === 'boolean' &&
    (seed === null || typeof seed === 'number') &&
    (choices === null || typeof choices === 'number');
  if (!isKnown) return undefined;
  return {
    strategy,
    template,
    responseFormat,
    rounds,
    temperature,
    maxTokens,
    bare,
    seed: seed ?? undefined,
    choices: choices ?? undefined,
  };
}

function isResponseFormat(value: unknown): value is ResponseFormat {
  return value === 'none' || value === 'json';
}

function isTemplate(value: unknown): value is PromptTemplate {
  return value === 'replication' || value === 'product';
}
