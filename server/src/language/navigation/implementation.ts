import type { AnalysedFile } from '../../ide/analysedFile.ts';
import type { TermId } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { Place } from '../../shacl/results/locate.ts';
import { describingPlaces } from './describingPlace.ts';

/** An editor lists no more places in a useful way. */
const mostNodes = 1000;

/**
 * Where the focus nodes of a shape are described: the nodes that its targets select, in all units of the file. For a
 * class without a shape of its name, its instances. At most a thousand.
 */
export function implementations(id: TermId, { analyses, documents }: AnalysedFile): readonly Place[] {
  const nodes = new Set<TermId>();
  for (const { evaluator, graphs } of analyses) {
    const shape = graphs.input.shapes.get(id);
    const found =
      shape && shape.targets.length > 0
        ? evaluator.targets(shape)
        : graphs.input.dataGraph.subjects(rdf.type, id);
    for (const node of found.slice(0, mostNodes)) nodes.add(node);
  }
  return [...nodes].slice(0, mostNodes).flatMap((node) => {
    const [best] = describingPlaces(documents, node);
    return best ? [best] : [];
  });
}
