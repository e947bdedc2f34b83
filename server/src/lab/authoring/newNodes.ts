import { mostFrequent } from '../../base/mostFrequent.ts';
import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { namespaceOf } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import type { RepairableUnit } from '../../repair/repair.ts';
import { changedInput } from '../../shacl/incremental/changedInput.ts';
import { compareResults } from '../../shacl/incremental/impact.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { revealedBy } from '../../shacl/results/revealed.ts';

/**
 * The results that a change introduces anywhere in the unit, and those of the context that it makes results of the data files.
 *
 * @throws the signal's reason when aborted.
 */
export async function introducedViolations(
  { recorded }: RepairableUnit,
  delta: GraphDelta,
  signal: AbortSignal,
): Promise<readonly Violation[]> {
  const change = changedInput(recorded.input, delta);
  const impact = await recorded.revalidate(change, signal);
  const { introduced } = compareResults(impact.before, impact.after);
  return [...introduced, ...revealedBy(recorded, change, impact)];
}

const maxLooked = 500;

/**
 * A named node of the data whose namespace suits a new node: an instance of the class, otherwise a node of the
 * namespace that most subjects have. Undefined when no subject has a name.
 */
export function typicalSubject(data: Graph, type: TermId): TermId | undefined {
  const kin = data.subjects(rdf.type, type).find((node) => terms.isIri(node));
  if (kin !== undefined) return kin;
  const subjects = new Map<TermId, string>();
  for (const { subject } of data.triples()) {
    if (terms.isIri(subject)) subjects.set(subject, namespaceOf(terms.value(subject)));
    if (subjects.size === maxLooked) break;
  }
  const namespace = mostFrequent([...subjects.values()]);
  return [...subjects].find(([, own]) => own === namespace)?.[0];
}
