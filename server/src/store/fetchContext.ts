import type { LookUp } from '../rdf/observedGraph.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';
import { lookUpsOfUnit } from './lookUpsOfUnit.ts';
import type { Store } from './store.ts';
import { StoreFragment } from './storeFragment.ts';

/** The part of a store on which the verdicts about some data files rest. */
export interface StoreContext {
  /** Its triples; the uri is the address of the store. */
  readonly document: TurtleDocument;
  /** Why not all is known that matters, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/** Paths that lead further into the store than this many look-ups are not followed to their end. */
const maxRounds = 100;

/** What has to be known of a store. */
export interface Needed {
  /** In the order in which they are met; the same ones may come in every round. */
  readonly lookUps: readonly LookUp[];
  /** Why more than that matters and is not asked for, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/**
 * Fetches what the verdicts about the nodes of data files rest on. The shapes determine what that is: the nodes are
 * judged, what the shapes look up on the way is asked for, and they are judged again until nothing is left to ask.
 *
 * @param inputWith the unit with what is known of the store as context.
 * @throws the signal's reason when aborted.
 */
export function fetchContext(
  store: Store,
  inputWith: (document: TurtleDocument) => Promise<ValidationInput>,
  options: { readonly looksUpClasses: boolean },
  signal: AbortSignal,
): Promise<StoreContext> {
  const needs = async (document: TurtleDocument): Promise<Needed> => {
    const input = await inputWith(document);
    const { lookUps, asksForAll } = await lookUpsOfUnit(input, options);
    const gaps: string[] = [];
    if (input.entailment) gaps.push('What follows from its triples by inference was not asked for.');
    if (asksForAll) gaps.push('A query of the shapes looks at all triples.');
    return { lookUps, gaps };
  };
  return fetchNeeded(store, needs, signal);
}

/**
 * Fetches what some work looks up in a store: the work is done on what is known so far, what it looked up is asked for,
 * and it is done again until it looks up nothing that is not known.
 *
 * @param needs does the work with what is known of the store, and tells what it looked up.
 * @throws the signal's reason when aborted.
 */
export async function fetchNeeded(
  store: Store,
  needs: (known: TurtleDocument) => Promise<Needed>,
  signal: AbortSignal,
): Promise<StoreContext> {
  const fragment = new StoreFragment(store);
  let document = new TurtleDocument(store.url, 0, '');
  for (let round = 1; round <= maxRounds; round++) {
    const { lookUps, gaps } = await needs(document);
    for (const gap of gaps) fragment.addGap(gap);
    const unknown = fragment.unknown(lookUps);
    if (unknown.length === 0 || fragment.isFull) return finished(document, fragment);
    await fragment.fetch(unknown, signal);
    document = document.changed(round, fragment.text);
  }
  fragment.addGap(`Paths of the shapes lead further than ${maxRounds} steps.`);
  return finished(document, fragment);
}

function finished(document: TurtleDocument, fragment: StoreFragment): StoreContext {
  fragment.check();
  return { document, gaps: fragment.gaps };
}
