import { type Why, whyOf } from '../../../shacl/why/why.ts';
import { type WhyItem, whyTree } from '../../../shacl/why/whyTree.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { violationMessage } from './diagnostics.ts';
import type { PlacedViolation } from './placedViolation.ts';
import { isOfStore } from './storeEvidence.ts';

export type { WhyItem, WhyKind } from '../../../shacl/why/whyTree.ts';

/** A result with the lines that explain it. */
export interface ResultExplanation {
  readonly key: string;
  readonly message: string;
  readonly items: readonly WhyItem[];
}

/** Explains a result: what it rests on, down to the statements in files. */
export function explainResult(
  { key, violation }: Pick<PlacedViolation, 'key' | 'violation'>,
  { graphs, evaluator, print }: Pick<UnitAnalysis, 'graphs' | 'evaluator' | 'print'>,
): ResultExplanation {
  const { input, data, context, shapes } = graphs;
  const why: Why = evaluator.attributeTo(violation.constraint, () => whyOf(violation, input, { most }));
  const items = whyTree(why, {
    shapes: input.shapes,
    entailment: input.entailment,
    documents: [...new Set([...data, ...context, ...shapes])],
    shapesDocuments: shapes,
    print,
  });
  return { key, message: violationMessage(violation, graphs, print), items: items.map(withoutRemotePlace) };
}

/** An explanation as an indented list. */
export function explanationLines(
  items: readonly WhyItem[],
  lineOf: (item: WhyItem) => string,
  indent = '  ',
): readonly string[] {
  return items.flatMap((item) => [
    `${indent}- ${lineOf(item)}`,
    ...explanationLines(item.items, lineOf, `${indent}  `),
  ]);
}

/** A place in the triples of a store can't be shown, so the store's address is given instead. */
function withoutRemotePlace(item: WhyItem): WhyItem {
  const items = item.items.map(withoutRemotePlace);
  if (item.place === undefined || !isOfStore(item.place.document)) return { ...item, items };
  return { ...item, items, text: `${item.text}, according to ${item.place.document.uri}`, place: undefined };
}

/** More than almost any explanation takes. Reached within about 2 s, before the watchdog loses patience. */
const most = { triples: 600_000, rows: 2_000_000 };
