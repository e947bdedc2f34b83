import { planEdits } from '../../../rdf/edits/planEdits.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf, sh } from '../../../rdf/vocab.ts';
import { allComponents } from '../../../shacl/components/index.ts';
import { choiceOf } from './keepsVerdicts.ts';
import type { Refactoring, ShapeAtCursor } from './refactoring.ts';

/**
 * Takes the constraints of the parameter at the cursor out of a blank property shape: into one of its own for the same path, or into
 * another one that its owner has for this path. Parameters that only mean something together stay together.
 */
export function* splitShape(at: ShapeAtCursor): Iterable<Refactoring> {
  const { document, shape, shapes, predicate, term } = at;
  const { id, pathTerm } = shape;
  const { graph } = shapes;
  const [reference, ...others] = graph.incoming(id);
  if (!terms.isBlank(id) || pathTerm === undefined || !predicate || shape.targets.length > 0) return;
  if (reference?.predicate !== sh.property || others.length > 0) return;
  const together = parametersWith(predicate.verb.id);
  const isTaken = (constraint: { readonly parameter: TermId }) => together.has(constraint.parameter);
  const taken = graph.outgoing(id).filter((each) => together.has(each.predicate));
  if (!shape.constraints.some(isTaken) || document.sources.occurrences(reference).length !== 1) return;
  const what = term(predicate.verb.id);
  function* planned(title: string, kind: Refactoring['kind'], delta: GraphDelta): Iterable<Refactoring> {
    const plan = planEdits(document, delta);
    if (plan.kind === 'edits') yield { title, kind, edits: plan.edits };
  }
  const stays = shape.constraints.some((each) => !isTaken(each));
  if (stays && !shape.deactivated) {
    const own = terms.blankNode(`refactored ${id}`);
    const kept = graph.outgoing(id).filter((each) => shared.has(each.predicate));
    const path = copied(graph.outgoing.bind(graph), pathTerm);
    yield* planned(`Split off ${what} into a property shape of its own`, 'refactor.rewrite', {
      removed: taken,
      added: [
        { ...reference, object: own },
        { subject: own, predicate: sh.path, object: path.node },
        ...path.triples,
        ...[...taken, ...kept].map((each) => ({ ...each, subject: own })),
      ],
    });
  }
  for (const other of graph.objects(reference.subject, sh.property)) {
    const its = shapes.get(other);
    if (!its || other === id || its.pathTerm !== pathTerm || graph.incoming(other).length > 1) continue;
    // What results say would be about the other constraints.
    if ([...its.messages].sort().join() !== [...shape.messages].sort().join()) continue;
    if (graph.outgoing(other).some((each) => together.has(each.predicate))) continue;
    // What is asked of a shape with a name would be another thing wherever it is referred to.
    if (!terms.isBlank(other)) continue;
    const name = `the other shape for ${term(pathTerm)}`;
    const isEmptied =
      terms.isIri(pathTerm) &&
      graph.outgoing(id).every((each) => together.has(each.predicate) || ofShape.has(each.predicate));
    yield* planned(isEmptied ? `Merge this shape into ${name}` : `Move ${what} to ${name}`, 'refactor.move', {
      removed: isEmptied ? [reference, ...graph.outgoing(id)] : taken,
      added: taken.map((each) => ({ ...each, subject: other })),
    });
  }
}

/**
 * Writes an sh:or of classes or datatypes as the list of them that SHACL 1.2 has, and back. The results are those of the other
 * component, with the same focus nodes, paths, values and severities.
 */
export function* listChoices({
  document,
  shape,
  shapes: { graph, get },
  predicate,
  term,
}: ShapeAtCursor): Iterable<Refactoring> {
  function* planned(
    title: string,
    removed: readonly Triple[],
    added: readonly Triple[],
  ): Iterable<Refactoring> {
    const plan = planEdits(document, { removed, added });
    const kept = 'all but components';
    if (plan.kind === 'edits') yield { title, kind: 'refactor.rewrite', edits: plan.edits, kept };
  }
  for (const constraint of shape.constraints) {
    if (constraint.parameter !== predicate?.verb.id) continue;
    const choice = choiceOf(constraint, get);
    if (choice === undefined) continue;
    const { parameter, values } = choice;
    const list = graph
      .objects(shape.id, constraint.parameter)
      .find((each) => each === constraint.parameterValue);
    if (list === undefined || graph.incoming(list).length !== 1) continue;
    const cells = listCells(graph.outgoing.bind(graph), list);
    const stated = { subject: shape.id, predicate: constraint.parameter, object: list };
    if (constraint.kind !== 'or') {
      const members = values.map((_, i) => terms.blankNode(`refactored choice ${shape.id} ${i}`));
      const added = members.map((subject, i) => ({ subject, predicate: parameter, object: values[i]! }));
      const title = `Write the list of ${term(parameter)} as sh:or, which SHACL 1.0 has as well`;
      yield* planned(title, [stated, ...cells], [...listOf(shape.id, sh.or, members), ...added]);
      continue;
    }
    const members = constraint.shapeRefs.flatMap((each) => graph.outgoing(each));
    const isTold = constraint.shapeRefs.some(
      (each) => graph.incoming(each).length !== 1 || !terms.isBlank(each),
    );
    // A message or a comment of a member would be lost, and a shape has one datatype.
    if (isTold || members.length !== values.length || graph.objects(shape.id, parameter).length > 0) continue;
    const title = `Write this sh:or as ${term(parameter)} ( ${values.map(term).join(' ')} ), a list of SHACL 1.2`;
    yield* planned(title, [stated, ...cells, ...members], listOf(shape.id, parameter, values));
  }
}

function listOf(subject: TermId, predicate: TermId, members: readonly TermId[]): readonly Triple[] {
  const cells = members.map((_, i) => terms.blankNode(`refactored list ${subject} ${i}`));
  const triples = members.flatMap((member, i) => [
    { subject: cells[i]!, predicate: rdf.first, object: member },
    { subject: cells[i]!, predicate: rdf.rest, object: cells[i + 1] ?? rdf.nil },
  ]);
  return [{ subject, predicate, object: cells[0] ?? rdf.nil }, ...triples];
}

function listCells(outgoing: (node: TermId) => readonly Triple[], list: TermId): readonly Triple[] {
  const found: Triple[] = [];
  for (let cell: TermId | undefined = list; cell !== undefined && cell !== rdf.nil; ) {
    const own = outgoing(cell);
    found.push(...own);
    cell = own.find(({ predicate }) => predicate === rdf.rest)?.object;
  }
  return found;
}

/** What the results of a shape have from it. */
const shared: ReadonlySet<TermId> = new Set([sh.severity, sh.message]);
/** What says nothing of a shape whose constraints are gone. */
const ofShape: ReadonlySet<TermId> = new Set([...shared, sh.path, rdf.type]);

/** A parameter with those of the components that it is for, and those that they share others with. */
function parametersWith(parameter: TermId): ReadonlySet<TermId> {
  const found = new Set([parameter]);
  for (const each of found)
    for (const component of allComponents) {
      const all = [component.parameter, ...component.refinements];
      if (all.includes(each)) for (const one of all) found.add(one);
    }
  return found;
}

/** A path with new blank nodes in place of its own. */
function copied(
  outgoing: (node: TermId) => readonly Triple[],
  node: TermId,
): { readonly node: TermId; readonly triples: readonly Triple[] } {
  if (!terms.isBlank(node) || node === rdf.nil) return { node, triples: [] };
  const copy = terms.blankNode(`refactored path ${node}`);
  const triples = outgoing(node).flatMap(({ predicate, object }) => {
    const inner = copied(outgoing, object);
    return [{ subject: copy, predicate, object: inner.node }, ...inner.triples];
  });
  return { node: copy, triples };
}
