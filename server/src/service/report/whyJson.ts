import type { WhyItem } from '../../shacl/why/whyTree.ts';
import { type JsonLocation, placeJson } from './excerpt.ts';

/** One line of an explanation in JSON. */
export interface JsonWhy {
  readonly kind: WhyItem['kind'];
  readonly text: string;
  readonly location: JsonLocation | null;
  readonly items: readonly JsonWhy[];
}

export function whyJson({ kind, text, place, items }: WhyItem): JsonWhy {
  return { kind, text, location: place ? placeJson(place) : null, items: items.map(whyJson) };
}
