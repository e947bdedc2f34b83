import type { Triple } from '../../../rdf/terms.ts';
import { namespaces } from '../../../rdf/vocab.ts';
import type { RepairProblem } from '../../repair.ts';
import { dataContext, defaultDataOptions } from './dataContext.ts';
import { shapesContext } from './shapesContext.ts';
import { partsOf, type Strategy } from './strategy.ts';
import { type PromptTurtle, turtleText } from './turtleText.ts';

/** What a prompt shows of the shapes and the data. */
export interface PromptContext {
  readonly shapes: ContextPart;
  readonly data: ContextPart;
  /** F+ was asked for, but no node satisfies the constraint. */
  readonly noPositiveExample: boolean;
}

export interface ContextPart {
  /** What is shown, each triple once. */
  readonly triples: readonly Triple[];
  readonly text: PromptTurtle;
  /** What is left out, in sentences. */
  readonly leftOut: readonly string[];
}

export interface ContextOptions {
  /** The prefixes of the shapes files; those of the data files take precedence. */
  readonly shapesPrefixes?: ReadonlyMap<string, string>;
  /** How many nodes that a qualified count could count are shown besides the values. */
  readonly maxConforming?: number;
  /** How many triples of the shapes, and of the data, are shown at most. The most relevant ones are kept. */
  readonly maxTriples?: number;
  /** Chooses among equally good positive examples. */
  readonly seed?: number;
}

/** About 100,000 tokens, which most models accept. */
const defaultMaxTriples = 5000;

/** The context of a strategy for a violation (spec/vio.md 16). */
export function promptContext(
  problem: RepairProblem,
  strategy: Strategy,
  options: ContextOptions = {},
): PromptContext {
  const { shapes, data } = partsOf(strategy);
  const { maxTriples = defaultMaxTriples } = options;
  const prefixes = prefixesOf(problem, options.shapesPrefixes);
  const shown = dataContext(problem, shapes, data, {
    maxConforming: options.maxConforming ?? defaultDataOptions.maxConforming,
    seed: options.seed ?? defaultDataOptions.seed,
  });
  const { sourceShape, focusNode } = problem.violation;
  const part = (
    triples: readonly Triple[],
    what: string,
    form: Omit<Parameters<typeof turtleText>[1], 'prefixes'>,
  ): ContextPart => {
    const kept = triples.slice(0, maxTriples);
    const leftOut =
      kept.length < triples.length
        ? [`${triples.length - kept.length} of ${triples.length} triples of the ${what} are left out.`]
        : [];
    return { triples: kept, text: turtleText(kept, { prefixes, ...form }), leftOut };
  };
  const dataPart = part(shown.triples, 'data', { first: focusNode, blankNodes: 'skolem' });
  const conforming = conformingLeftOut(shown.conformingLeftOut, problem);
  return {
    shapes: part(shapesContext(problem, shapes), 'shapes', { first: sourceShape, blankNodes: 'inline' }),
    data: { ...dataPart, leftOut: [...dataPart.leftOut, ...conforming] },
    noPositiveExample: shown.noPositiveExample,
  };
}

/**
 * The prefixes that prompts and answers may use: those of the data files (the edited file first), then those of the
 * shapes, then the well-known ones such as sh:.
 */
export function prefixesOf(
  { documents }: Pick<RepairProblem, 'documents'>,
  shapesPrefixes: ReadonlyMap<string, string> = new Map(),
): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>();
  const declarations = documents.map((document) => document.prefixes);
  for (const declared of [...declarations, shapesPrefixes, Object.entries(namespaces)]) {
    for (const [prefix, namespace] of declared) if (!prefixes.has(prefix)) prefixes.set(prefix, namespace);
  }
  return prefixes;
}

function conformingLeftOut(count: number, { violation, term }: RepairProblem): readonly string[] {
  const { constraint } = violation;
  if (count === 0 || constraint.kind !== 'qualifiedMinCount') return [];
  return [
    `At least ${count} more nodes of the data conform to ${term(constraint.shapeRef)}; only the nearest are shown.`,
  ];
}
