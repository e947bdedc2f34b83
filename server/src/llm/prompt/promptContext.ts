import type { Triple } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import type { RepairProblem } from '../../repair/repair.ts';
import { dataContext, defaultDataOptions } from './dataContext.ts';
import { shapesContext } from './shapesContext.ts';
import { partsOf, type Strategy } from './strategy.ts';
import { type TurtleText, turtleText } from './turtleText.ts';

/** What a prompt shows of shapes and data. */
export interface PromptContext {
  readonly shapes: ContextPart;
  readonly data: ContextPart;
  /** F+ was asked for, and no node does it right. */
  readonly noPositiveExample: boolean;
}

export interface ContextPart {
  /** What is shown, each triple once. */
  readonly triples: readonly Triple[];
  readonly text: TurtleText;
  /** What is left out, a sentence each. */
  readonly leftOut: readonly string[];
}

export interface ContextOptions {
  /** What the shapes' own files abbreviate; the prefixes of the data files come first. */
  readonly shapesPrefixes?: ReadonlyMap<string, string>;
  /** How many nodes that a qualified count could count are shown besides the values. */
  readonly maxConforming?: number;
  /** How many triples of shapes, and of data, are shown; those that matter most are kept. */
  readonly maxTriples?: number;
  /** Chooses among equally good positive examples. */
  readonly seed?: number;
}

/** About 100,000 tokens, which is what most models take. */
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

/** The prefixes that prompts use and answers may: those of the data files, the edited one first, then of the shapes, then sh: and its like. */
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
