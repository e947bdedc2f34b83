import type { LinkedUnit } from '../../project/linkedUnit.ts';
import type { Settings } from '../../project/settings.ts';
import { storeUri } from '../../project/storeLink.ts';
import { fetchContext } from '../../store/fetchContext.ts';
import type { Store } from '../../store/store.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { type ShapesCache, unitGraphs } from '../unitGraphs.ts';

/**
 * A unit with the part of a store as context on which the verdicts about its data files rest. What the store does not
 * tell leaves the verdict open, with the reason.
 *
 * @throws the signal's reason when aborted.
 */
export async function withStore(
  linked: LinkedUnit,
  store: Store,
  { settings, shapesCache }: { readonly settings: Settings; readonly shapesCache: ShapesCache },
  signal: AbortSignal,
): Promise<LinkedUnit> {
  const { document, gaps } = await fetchContext(
    store,
    async (known) => (await unitGraphs(withStoreTriples(linked, known, []), settings, shapesCache)).input,
    { looksUpClasses: settings.subClassOfFrom.includes('context') },
    signal,
  );
  return withStoreTriples(linked, document, gaps);
}

/**
 * A unit with triples of a store as context.
 *
 * @param document the triples; its uri is that of the store.
 * @param gaps why not all is known that matters, as sentences without the name of the store.
 */
export function withStoreTriples(
  linked: LinkedUnit,
  document: TurtleDocument,
  gaps: readonly string[],
): LinkedUnit {
  const { unit, documents } = linked;
  const { uri } = document;
  const link = linked.stores.find(({ address }) => storeUri(address) === uri);
  const messages = gaps.map((gap) => `Not all that ${uri} knows was taken into account. ${gap}`);
  return {
    ...linked,
    unit: { ...unit, context: [...unit.context, uri] },
    documents: new Map([...documents, [uri, document]]),
    links: [...linked.links, { uri, role: 'context', reasons: [link?.reason ?? { kind: 'named' }] }],
    stores: linked.stores.filter((each) => each !== link),
    // The gaps tell that these leave the verdict undecided.
    notChecked: [...linked.notChecked, ...messages.map((reason) => ({ reason, concerns: [] }))],
    gaps: [
      ...linked.gaps,
      ...messages.map((message) => ({ message, uri, leavesResultsOpen: true as const })),
    ],
  };
}
