import type { Graph } from '../../../rdf/graph.ts';
import { compareTerms } from '../../../rdf/termOrder.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { namespaces, rdf, rdfs } from '../../../rdf/vocab.ts';
import { isEditable, usesOf } from '../../drafts/draft.ts';
import { type Fix, fixOfChange } from '../../drafts/fix.ts';
import { labelProperties } from '../../evidence/nameProperties.ts';
import { termWithText } from '../violate/literalText.ts';
import { nameOf, nearbyText } from '../violate/nearbyTerms.ts';
import { slipsOf } from '../violate/typingSlips.ts';
import { inventedFix, type ViolationEdits, type ViolationGoal, valuesAt } from '../violate/violationEdits.ts';

/**
 * Adds a statement with a property that the data uses and the shape does not allow, the most frequent one first, or a
 * remark; or mistypes a property of the node.
 */
export const closedViolationEdits: ViolationEdits<'closed'> = {
  *edits(goal) {
    const { constraint, draft } = goal;
    const { graph } = draft;
    const strange = strangeProperties(goal);
    for (const node of valuesAt(goal)) {
      if (terms.isLiteral(node)) continue;
      for (const predicate of strange) {
        const object = valueFor(node, predicate, goal);
        if (object === undefined || graph.has(node, predicate, object)) continue;
        yield fixOfChange({ added: [{ subject: node, predicate, object }], removed: [] }, 'placeholder');
      }
      const remark = remarks.find((each) => !constraint.allowed.has(each));
      const object = terms.literal(nameOf(node, goal) || nearbyText(goal));
      if (remark !== undefined && !graph.has(node, remark, object)) {
        yield inventedFix({ added: [{ subject: node, predicate: remark, object }], removed: [] }, object);
      }
      yield* mistypedProperties(node, goal);
    }
  },
};

/** What people write about anything, whatever the shapes say. */
const remarks: readonly TermId[] = [
  rdfs.comment,
  terms.constant(`${namespaces.rdfs}seeAlso`),
  terms.constant('http://www.w3.org/2004/02/skos/core#note'),
  terms.constant(`${namespaces.owl}versionInfo`),
];

/** The properties of the data that the shape does not allow: first those that no shape mentions and that say something about things. */
function strangeProperties({ constraint, draft: { search } }: ViolationGoal<'closed'>): readonly TermId[] {
  const strange = propertiesOf(search.input.dataGraph).filter((each) => !constraint.allowed.has(each));
  const rank = (predicate: TermId) =>
    (isAboutClasses(predicate) ? 2 : 0) + (search.shapes.graph.incoming(predicate).length > 0 ? 1 : 0);
  return strange.toSorted((a, b) => rank(a) - rank(b));
}

const aboutThings: ReadonlySet<TermId> = new Set([rdfs.label, ...remarks]);

/** True for properties of RDFS, OWL and SHACL that describe classes and properties. */
function isAboutClasses(predicate: TermId): boolean {
  if (aboutThings.has(predicate)) return false;
  const iri = terms.value(predicate);
  return [namespaces.rdf, namespaces.rdfs, namespaces.owl, namespaces.sh].some((each) =>
    iri.startsWith(each),
  );
}

const known = new WeakMap<Graph, readonly TermId[]>();

/** All properties of a graph, the most frequent ones first. */
function propertiesOf(graph: Graph): readonly TermId[] {
  let properties = known.get(graph);
  if (properties === undefined) {
    const counts = new Map<TermId, number>();
    for (const { predicate } of graph.triples()) counts.set(predicate, (counts.get(predicate) ?? 0) + 1);
    properties = [...counts].sort(([a, m], [b, n]) => n - m || compareTerms(a, b)).map(([each]) => each);
    known.set(graph, properties);
  }
  return properties;
}

const maxUses = 50;

/** The value that a property has elsewhere; a label says what the node itself is called. */
function valueFor(node: TermId, predicate: TermId, goal: ViolationGoal): TermId | undefined {
  const value = usesOf(goal.draft, predicate, maxUses).find(
    ({ object }) => object !== node && !terms.isBlank(object),
  )?.object;
  const name = labelProperties.includes(predicate) ? nameOf(node, goal) : '';
  return name === '' || value === undefined || !terms.isLiteral(value) ? value : termWithText(value, name);
}

function* mistypedProperties(node: TermId, goal: ViolationGoal<'closed'>): Iterable<Fix> {
  const { constraint, draft } = goal;
  for (const triple of draft.graph.outgoing(node)) {
    if (triple.predicate === rdf.type || !isEditable(draft, triple)) continue;
    const predicate = slipsOf(triple.predicate, goal).find((slip) => !constraint.allowed.has(slip));
    if (predicate === undefined || terms.isBlank(triple.object)) continue;
    yield inventedFix({ added: [{ ...triple, predicate }], removed: [triple] }, predicate);
  }
}
