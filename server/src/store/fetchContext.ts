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

/**
 * Fetches what the verdicts about the nodes of data files rest on. The shapes determine what that is: the nodes are
 * judged, what the shapes look up on the way is asked for, and they are judged again until nothing is left to ask.
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
  const fragment = new StoreFragment(store);
  let document = new TurtleDocument(store.url, 0, '');
  for (let round = 1; round <= maxRounds; round++) {
    const input = await inputWith(document);
    if (input.entailment) fragment.addGap('What follows from its triples by inference was not asked for.');
    const { lookUps, asksForAll } = await lookUpsOfUnit(input, options);
    if (asksForAll) fragment.addGap('A query of the shapes looks at all triples.');
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
