import { whyOf } from '../shacl/why/why.ts';
import { type WhyItem, whyTree } from '../shacl/why/whyTree.ts';
import { type JsonLocation, placeJson } from './jsonLocation.ts';
import type { ValidationRunResult } from './validationRun.ts';

/** One line of an explanation in JSON. */
export interface JsonWhy {
  readonly kind: WhyItem['kind'];
  readonly text: string;
  readonly location: JsonLocation | null;
  readonly items: readonly JsonWhy[];
}

/** Why a result is there, as a tree of lines. */
export function whyResult({ violation, analysis }: ValidationRunResult): readonly WhyItem[] {
  const { graphs, evaluator, print } = analysis;
  const { input, data, context, shapes } = graphs;
  const why = evaluator.inNameOf(violation.constraint, () => whyOf(violation, input, { milliseconds }));
  return whyTree(why, {
    shapes: input.shapes,
    entailment: input.entailment,
    documents: [...new Set([...data, ...context, ...shapes])],
    shapesDocuments: shapes,
    print,
  });
}

/** Longer than nearly any explanation takes, shorter than the watchdog's patience. */
const milliseconds = 2000;

export function whyJson({ kind, text, place, items }: WhyItem): JsonWhy {
  return { kind, text, location: place ? placeJson(place) : null, items: items.map(whyJson) };
}
