import type { HashRange } from './hashRange.ts';
import { boundAfter, type Item, type JudgedBatch, type JudgedStoreNodes } from './judgedBatch.ts';
import type { Page, Pages, StoredNode } from './pages.ts';
import type { PushDown } from './pushDown/pushDown.ts';

/** What the nodes of pages are judged with. */
export interface PageJudge {
  /** Judges nodes, in several batches where the store does not answer for all at once. */
  judge(items: readonly Item[]): AsyncGenerator<JudgedBatch>;
  /** The judgement of no nodes. */
  nothing(gaps: readonly string[]): Promise<JudgedStoreNodes>;
  /** Whether a node was judged before. */
  isKnown(name: string): boolean;
  readonly pushDown: PushDown;
  readonly nodesPerBatch: number;
}

/**
 * Judges the nodes of a range, page by page: those that the store does not pass are looked at.
 *
 * @param to where the nodes before the range end.
 */
export async function* judgedPages(
  pages: Pages,
  range: HashRange,
  judge: PageJudge,
  to: string,
): AsyncGenerator<JudgedBatch> {
  const counts = await pages.counts(range);
  let left = counts?.reduce((sum, count) => sum + count, 0);
  for await (const { nodes, gaps, range: part } of joined(pages.pages(range, counts), judge.pushDown)) {
    if (gaps.length > 0) yield { ...(await judge.nothing(gaps)), to };
    for await (const batch of judgedPage(nodes, part, judge, to)) {
      if (left !== undefined) left = Math.max(0, left - batch.focusNodes);
      to = batch.to;
      yield { ...batch, left };
    }
  }
}

/** Joins pages that follow each other, until they have as many nodes as the store should be asked about at once. */
async function* joined(
  pages: AsyncIterable<Page>,
  pushDown: Pick<PushDown, 'nodesTogether'>,
): AsyncGenerator<Page> {
  let open: Page | undefined;
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
  nodes: readonly StoredNode[],
  range: HashRange,
  { judge, nothing, isKnown, pushDown, nodesPerBatch }: PageJudge,
  before: string,
): AsyncGenerator<JudgedBatch> {
  const candidates = nodes.map(({ term, hash }) => ({ name: term, hash, to: `listed ${hash}` }));
  const { names, gaps } = await pushDown.passed(range, candidates);
  if (gaps.length > 0) yield { ...(await nothing(gaps)), to: before };
  const isPassed = ({ name }: Item) => names.has(name) && !isKnown(name);
  const suspects = candidates.filter((each) => !isPassed(each));
  const passed = candidates.filter(isPassed);
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
  if (rest > 0) yield { ...(await nothing([])), focusNodes: rest, to: candidates.at(-1)!.to };
}
