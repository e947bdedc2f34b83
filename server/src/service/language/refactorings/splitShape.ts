import type { OffsetEdit } from '../../../base/textEdit.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { planEdits } from '../../../rdf/edits/planEdits.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { type PredicateNode, rangeIn, type TermNode } from '../../../rdf/turtle/syntaxTree.ts';
import { rdf, sh } from '../../../rdf/vocab.ts';
import { allComponents, componentByParameter } from '../../../shacl/components/index.ts';
import { choiceOf } from './keepsVerdicts.ts';
import type { Refactoring, ShapeAtCursor } from './refactoring.ts';

/**
 * Moves the constraints of the parameter at the cursor out of a blank property shape: into its own shape for the same path,
 * or into another one that its owner has for this path. Parameters that only mean something together stay together.
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
    yield* planned(`Split off ${what} into its own property shape`, 'refactor.rewrite', {
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
    // The messages of results would be about the other constraints.
    if ([...its.messages].sort().join() !== [...shape.messages].sort().join()) continue;
    if (graph.outgoing(other).some((each) => together.has(each.predicate))) continue;
    // The requirements of a named shape would change wherever it is referred to.
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
 * Writes an sh:or of classes or datatypes as the list of them that SHACL 1.2 has, and back; one alone as a plain value. The
 * results are those of the other component, with the same focus nodes, paths, values and severities. The text changes in
 * place, and only if nothing but the brackets is removed: not with comments in them, more triples, annotations, or cells
 * written as nodes.
 */
export function* listChoices(at: ShapeAtCursor): Iterable<Refactoring> {
  const { document, statement, shape, predicate, term, isSelected } = at;
  const { graph, get } = at.shapes;
  if (!predicate) return;
  const { verb, objects } = predicate;
  const textOf = (range: TextRange) => {
    const { start, end } = rangeIn(statement, range);
    return document.rope.slice(start, end);
  };
  for (const [i, { term: list, annotations, comma }] of objects.entries()) {
    const constraint = shape.constraints.find(
      (each) => each.parameter === verb.id && each.parameterValue === list.id,
    );
    const choice = constraint && choiceOf(constraint, get);
    if (!choice || list.kind !== 'collection' || annotations.length > 0) continue;
    const { parameter } = choice;
    const isOr = constraint.kind === 'or';
    const members = list.items.flatMap(({ term: item }) => {
      const only = isOr ? onlyObject(item, parameter) : { verb, object: item };
      return only ? [{ ...only, item }] : [];
    });
    // A shape has one datatype.
    if (members.length < list.items.length || (isOr && graph.objects(shape.id, parameter).length > 0))
      continue;
    const different = [...new Set(members.map(({ object }) => object.id))].map(term);
    const isAlone = different.length === 1;
    // These names are used to ignore or rate results.
    const names = [sh.or, parameter].flatMap((each) => [each, componentByParameter.get(each)!.iri]);
    if ((isOr || !isAlone) && names.some((each) => isSelected(terms.value(each)))) continue;
    const own = textOf(verb);
    const name = isOr || isAlone ? textOf(members[0]!.verb) : own.replace(/(?:class|datatype)(?=>?$)/, 'or');
    const edits: OffsetEdit[] = [];
    const replace = (range: TextRange, newText: string) =>
      edits.push({ range: rangeIn(statement, range), newText });
    const startPart = (at: number, text: string) => {
      const isApart = /\s/.test(textOf({ start: at + 1, end: at + 2 }));
      replace({ start: at, end: at + 1 }, `; ${text}${isApart ? '' : ' '}`);
    };
    if (name !== own) {
      if (i === 0) replace(verb, name);
      else startPart(objects[i - 1]!.comma!, name);
      if (comma !== undefined) startPart(comma, own);
    }
    if (isAlone) replace(list, textOf(members[0]!.object));
    else {
      const known = new Set<TermId>();
      for (const [k, { item, object }] of members.entries()) {
        if (known.has(object.id)) replace({ start: members[k - 1]!.item.end, end: item.end }, '');
        else replace(item, isOr ? textOf(object) : `[ ${own} ${textOf(object)} ]`);
        known.add(object.id);
      }
    }
    if (
      edits.some(({ range }) =>
        document.comments.some(({ start }) => range.start <= start && start < range.end),
      )
    )
      continue;
    const listed = `${term(parameter)} ( ${different.join(' ')} )`;
    const [from, to] = isOr
      ? ['this sh:or', `${listed}, a list of SHACL 1.2`]
      : [`the list ${listed}`, 'sh:or, which SHACL 1.0 has as well'];
    const title = `Write ${from} as ${isAlone ? `${term(parameter)} ${different[0]}` : to}`;
    yield { title, kind: 'refactor.rewrite', edits, kept: 'all but components' };
  }
}

/** The object of the only triple that brackets state, besides that they are a node shape. A message of a member would be lost. */
function onlyObject(item: TermNode, parameter: TermId) {
  if (item.kind !== 'propertyList') return undefined;
  const isType = ({ verb, objects }: PredicateNode) =>
    verb.id === rdf.type && objects.every(({ term }) => term.id === sh.NodeShape);
  const [only, ...others] = item.predicates.filter((each) => !isType(each));
  const [object, ...more] = only?.objects ?? [];
  if (only?.verb.id !== parameter || !object || others.length > 0 || more.length > 0) return undefined;
  const isPlain = item.predicates.every(({ objects }) =>
    objects.every(({ annotations }) => annotations.length === 0),
  );
  return isPlain ? { verb: only.verb, object: object.term } : undefined;
}

/** What the results of a shape take from it. */
const shared: ReadonlySet<TermId> = new Set([sh.severity, sh.message]);
/** Statements that mean nothing about a shape without constraints. */
const ofShape: ReadonlySet<TermId> = new Set([...shared, sh.path, rdf.type]);

/** A parameter with those of its components, and those that they share others with. */
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
