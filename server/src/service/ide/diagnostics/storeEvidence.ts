import { isWebAddress } from '../../../base/webAddress.ts';
import { type Triple, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import type { UnitGraphs } from '../unitGraphs.ts';

/** Supporting triples that only a store contains. */
export interface StoreEvidence {
  /** The address of the store, with the graphs that were asked. */
  readonly store: string;
  /** At least one. */
  readonly triples: readonly Triple[];
}

/**
 * What a result rests on that only stores contain, by store: the triple of the value, and the types of the focus node and
 * of the value. What longer paths and queries rest on beyond that is not included.
 */
export function storeEvidence(
  violation: Violation,
  graphs: Pick<UnitGraphs, 'data' | 'context'>,
): readonly StoreEvidence[] {
  return onlyInStores(graphs, (store) => candidates(violation, store));
}

/**
 * The given triples that only stores contain, by store.
 *
 * @param candidatesIn the triples that matter, some of which the store states.
 */
export function onlyInStores(
  { data, context }: Pick<UnitGraphs, 'data' | 'context'>,
  candidatesIn: (store: TurtleDocument) => readonly Triple[],
): readonly StoreEvidence[] {
  const stores = context.filter(isOfStore);
  if (stores.length === 0) return [];
  const files = [...data, ...context.filter((document) => !isOfStore(document))];
  const isIn =
    ({ subject, predicate, object }: Triple) =>
    (document: TurtleDocument) =>
      document.graph.has(subject, predicate, object);
  return stores.flatMap((store) => {
    const triples = candidatesIn(store).filter((triple) => isIn(triple)(store) && !files.some(isIn(triple)));
    return triples.length > 0 ? [{ store: store.uri, triples }] : [];
  });
}

/** The same as text, one line for each store. */
export function storeEvidenceText(
  violation: Violation,
  graphs: UnitGraphs,
  print: TermPrinter,
): readonly string[] {
  return storeEvidence(violation, graphs).map(({ store, triples }) => {
    const shown = triples.slice(0, most).map(({ subject, predicate, object }) => {
      const verb = predicate === rdf.type ? 'a' : print(predicate);
      return `${print(subject)} ${verb} ${print(object)}`;
    });
    const rest = triples.length > most ? '; …' : '';
    return `According to ${store}: ${shown.join('; ')}${rest}.`;
  });
}

/** More would bury the result. */
const most = 4;

function candidates({ focusNode, value, path }: Violation, { graph }: TurtleDocument): readonly Triple[] {
  const types = [focusNode, value].flatMap((node) =>
    node === undefined || terms.isLiteral(node)
      ? []
      : graph.objects(node, rdf.type).map((object) => ({ subject: node, predicate: rdf.type, object })),
  );
  if (value === undefined || path === undefined) return types;
  if (path.kind === 'predicate')
    return [{ subject: focusNode, predicate: path.predicate, object: value }, ...types];
  if (path.kind === 'inverse' && path.path.kind === 'predicate')
    return [{ subject: value, predicate: path.path.predicate, object: focusNode }, ...types];
  return types;
}

/** True for the triples of a store, which are not in a file that could be shown. */
export function isOfStore({ uri }: TurtleDocument): boolean {
  return isWebAddress(uri);
}
