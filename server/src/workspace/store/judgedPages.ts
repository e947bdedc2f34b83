import { termToNTriples } from '../../rdf/nTriples.ts';
import type { TermId } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { Evaluator } from '../../shacl/evaluator.ts';
import type { Shape } from '../../shacl/model/shape.ts';
import type { UncheckedPart, Violation } from '../../shacl/model/violation.ts';
import { splitResults } from '../../shacl/results/reported.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import type { HashRange } from './hashRange.ts';
import type { PushDown } from './pushDown/pushDown.ts';
import type { NodePage } from './targetPlan.ts';

/** What is needed to judge the nodes of pages. */
export interface PageJudge {
  /** Judges nodes, in several batches if the store does not answer for all together. */
  judge(items: readonly Item[]): AsyncGenerator<JudgedBatch>;
  /** The judgement of no nodes. */
  nothing(gaps: readonly string[]): Promise<JudgedStoreNodes>;
  /** Whether a node was judged before. */
  isKnown(name: string): boolean;
  readonly pushDown: PushDown;
  readonly nodesPerBatch: number;
}

/** What is known about the nodes of a store before they are listed. */
export interface KnownOfAll {
  /** Those that were judged already. */
  readonly done: ReadonlySet<string>;
  /** How many nodes there are altogether, if those that are not listed conform. */
  readonly total: number | undefined;
  /** How many of them were judged or listed before. */
  readonly seen: number;
  /** What places end with. */
  readonly asked: string;
}

/** The end of the position after the last node. */
const lastHash = 'f'.repeat(32);

/**
 * Judges the nodes that are listed page by page, except for those that the store lets pass, and those that were judged
 * already.
 *
 * @param left how many nodes are listed, as far as it is known.
 * @param to where the nodes before them end.
 */
export async function* judgedPages(
  pages: AsyncIterable<NodePage>,
  { done, total, seen, asked }: KnownOfAll,
  judge: PageJudge,
  left: number | undefined,
  to: string,
): AsyncGenerator<JudgedBatch> {
  for await (const { nodes, gaps, range } of joined(pages, judge.pushDown)) {
    if (gaps.length > 0) yield { ...(await judge.nothing(gaps)), to };
    const candidates = nodes.map(({ term: name, hash }) => ({
      name,
      hash,
      to: `listed ${hash}`,
      isSuspect: done.has(name),
    }));
    const open = candidates.filter(({ isSuspect }) => !isSuspect);
    let counted = 0;
    for await (const batch of judgedPage({ candidates, open, range }, judge, to)) {
      if (left !== undefined) left = Math.max(0, left - batch.focusNodes);
      if (batch.to !== to) {
        const before = counted;
        while (counted < open.length && open[counted]!.to <= batch.to) counted++;
        seen += counted - before;
        to =
          total === undefined && asked === ''
            ? batch.to
            : `${batch.to} ${total === undefined ? refuted : seen} ${asked}`;
      }
      yield { ...batch, to, left };
    }
  }
  if (total === undefined || total === seen) return;
  const gaps = total < seen ? [`It counts ${total} nodes that are targets, and lists ${seen}.`] : [];
  yield {
    ...(await judge.nothing(gaps)),
    focusNodes: Math.max(0, total - seen),
    to: `listed ${lastHash} ${total} ${asked}`,
  };
}

interface PagedNode extends Item {
  readonly hash: string;
  /** Whether the store can't pass it. */
  readonly isSuspect: boolean;
}

/**
 * In positions of a run that judges all nodes because the store let one with a result pass: replaces the number of seen
 * nodes.
 */
export const refuted = 'refuted';

/** Joins pages that follow each other, until they have as many nodes as the store should be asked about together. */
async function* joined(
  pages: AsyncIterable<NodePage>,
  pushDown: Pick<PushDown, 'nodesTogether'>,
): AsyncGenerator<NodePage> {
  let open: NodePage | undefined;
  for await (const page of pages) {
    if (page.gaps.length > 0) {
      if (open) yield open;
      open = undefined;
      yield page;
      continue;
    }
    const range = { from: (open ?? page).range.from, to: page.range.to };
    open = { range, nodes: [...(open?.nodes ?? []), ...page.nodes], gaps: [] };
    if (open.nodes.length < pushDown.nodesTogether) continue;
    yield open;
    open = undefined;
  }
  if (open) yield open;
}

async function* judgedPage(
  {
    candidates,
    open,
    range,
  }: {
    readonly candidates: readonly PagedNode[];
    readonly open: readonly PagedNode[];
    readonly range: HashRange;
  },
  { judge, nothing, isKnown, pushDown, nodesPerBatch }: PageJudge,
  before: string,
): AsyncGenerator<JudgedBatch> {
  const { names, gaps } = await pushDown.passed(range, candidates);
  if (gaps.length > 0) yield { ...(await nothing(gaps)), to: before };
  const isPassed = ({ name }: Item) => names.has(name) && !isKnown(name);
  const suspects = open.filter((each) => !isPassed(each));
  const passed = open.filter(isPassed);
  let counted = 0;
  for (let start = 0; start < suspects.length; ) {
    const end = boundAfter(suspects, start + nodesPerBatch);
    for await (const batch of judge(suspects.slice(start, end))) {
      const first = counted;
      while (counted < passed.length && passed[counted]!.to <= batch.to) counted++;
      yield { ...batch, focusNodes: batch.focusNodes + counted - first };
    }
    start = end;
  }
  const rest = passed.length - counted;
  if (rest > 0) yield { ...(await nothing([])), focusNodes: rest, to: open.at(-1)!.to };
}

/** The findings about some nodes, as far as possible. */
export interface JudgedStoreNodes extends ResultsOfNodes {
  /** What is not known, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/** The findings about some nodes. Only valid until the next ones are requested. */
export interface JudgedBatch extends JudgedStoreNodes {
  /** Where to go on behind this batch. */
  readonly to: string;
  /** What the store computed wrongly although nothing is open, as sentences without its name. */
  readonly notes?: readonly string[];
  /** How many nodes are left at most, as far as it is known. */
  readonly left?: number | undefined;
}

/** A node, and where to go on behind it. */
export interface Item {
  readonly name: string;
  readonly to: string;
}

/** The first index, from the given one on, after which the list can be cut: items with equal hashes stay together. */
export function boundAfter(items: readonly Item[], index: number): number {
  let bound = Math.min(index, items.length);
  while (bound > 0 && bound < items.length && items[bound]!.to === items[bound - 1]!.to) bound++;
  return bound;
}

/** The results of some nodes of a store. */
export interface ResultsOfNodes {
  /** What they were judged on. */
  readonly input: ValidationInput;
  /** Node by node, in the order of the shapes. */
  readonly violations: readonly Violation[];
  /** How many of the nodes are focus nodes. */
  readonly focusNodes: number;
  /** The names of these in N-Triples. */
  readonly judged: ReadonlySet<string>;
  readonly notChecked: readonly UncheckedPart[];
}

/** @param isFocus whether a node is to be judged by a root shape. */
export function judgeNodes(
  evaluator: Evaluator,
  input: ValidationInput,
  nodes: readonly TermId[],
  isFocus: (shape: Shape, node: TermId) => boolean,
): ResultsOfNodes {
  const results = new Map<TermId, Violation[]>();
  for (const shape of input.shapes.roots) {
    const focusNodes = nodes.filter((node) => isFocus(shape, node));
    evaluator.askQueries(shape.id, focusNodes);
    for (const node of focusNodes) {
      const found = results.get(node) ?? [];
      found.push(...evaluator.validateNode(node, shape.id));
      results.set(node, found);
    }
  }
  const violations = nodes.flatMap((node) => results.get(node) ?? []);
  return {
    input,
    violations: splitResults(violations, input).reported,
    focusNodes: results.size,
    judged: new Set([...results.keys()].map(termToNTriples)),
    notChecked: evaluator.notChecked,
  };
}

/** The ids of terms in N-Triples, in their order. None may be a blank node. */
export function idsOf(names: readonly string[]): readonly TermId[] {
  const text = names.map((name) => `<x:s> <x:p> ${name} .`).join('\n');
  const { graph } = new TurtleDocument('x:names', 0, text);
  const ids = new Map(Array.from(graph.triples(), ({ object }) => [termToNTriples(object), object]));
  return names.flatMap((name) => ids.get(name) ?? []);
}
