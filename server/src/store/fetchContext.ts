import type { LookUp } from '../rdf/observedGraph.ts';
import type { ValidationInput } from '../shacl/validationUnit.ts';
import { TurtleDocument } from '../turtle/turtleDocument.ts';
import { fetchAll } from './fetchAll.ts';
import { lookUpsOfUnit } from './lookUpsOfUnit.ts';
import { type Store, StoreError } from './store.ts';
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

/** Whether a store was asked for all of some look-ups. */
export type AreKnown = (lookUps: readonly LookUp[]) => boolean;

/**
 * Fetches what the verdicts about the nodes of data files rest on. The shapes determine what that is: the nodes are
 * judged, what the shapes look up on the way is asked for, and they are judged again until nothing is left to ask. Where
 * all triples matter, all are fetched if the store has few.
 *
 * @param inputWith the unit with what is known of the store as context.
 * @throws the signal's reason when aborted.
 */
export async function fetchContext(
  store: Store,
  inputWith: (document: TurtleDocument) => Promise<ValidationInput>,
  options: { readonly looksUpClasses: boolean },
  signal: AbortSignal,
): Promise<StoreContext> {
  /** Why all triples matter, and why they are not known. */
  let reason: string | undefined;
  let problem: string | undefined;
  const needs = async (document: TurtleDocument): Promise<Needed> => {
    const input = await inputWith(document);
    const { lookUps, asksForAll } = await lookUpsOfUnit(input, options);
    reason ??= whyAllMatters(input, asksForAll);
    if (reason === undefined) return { lookUps, gaps: [] };
    return problem === undefined ? { lookUps: [], gaps: [] } : { lookUps, gaps: [`${reason} ${problem}`] };
  };
  const found = await fetchNeeded(store, needs, signal);
  if (reason === undefined) return found;
  try {
    return { document: await fetchAll(store, signal), gaps: [] };
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    problem = error.message;
  }
  return fetchNeeded(store, needs, signal);
}

/** Why a unit looks at all triples of a store, as a sentence; undefined when it does not. */
export function whyAllMatters({ entailment }: ValidationInput, asksForAll: boolean): string | undefined {
  if (entailment) return 'What follows by inference depends on all of its triples.';
  return asksForAll ? 'A query of the shapes looks at all triples.' : undefined;
}

/**
 * Fetches what some work looks up in a store: the work is done on what is known so far, what it looked up is asked for,
 * and it is done again until it looks up nothing that is not known.
 *
 * @param needs does the work with what is known of the store, and tells what it looked up. It may ask whether some look-ups
 * were answered, and leave work for later that has no sense before.
 * @param fragment what is known already. It grows.
 * @throws the signal's reason when aborted.
 */
export async function fetchNeeded(
  store: Store,
  needs: (known: TurtleDocument, areKnown: AreKnown) => Promise<Needed>,
  signal: AbortSignal,
  fragment: StoreFragment = new StoreFragment(store),
): Promise<StoreContext> {
  const areKnown: AreKnown = (lookUps) => fragment.unknown(lookUps).length === 0;
  let document = new TurtleDocument(store.url, 0, fragment.text);
  for (let round = 1; round <= maxRounds; round++) {
    const { lookUps, gaps } = await needs(document, areKnown);
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
