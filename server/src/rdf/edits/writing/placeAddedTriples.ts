import { type TermId, terms } from '../../terms.ts';
import type { PredicateNode, TriplesStatement } from '../../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import { rdf } from '../../vocab.ts';
import { isEditableStatement, NotExpressible } from '../editableSources.ts';
import type { NewPart, PlanState } from '../plannedChanges.ts';
import { annotationsBy, blocksOf, type PredicateBlock } from '../predicateBlock.ts';
import { documentStyleOf } from './documentStyle.ts';
import { groupParts } from './termWriter.ts';

/**
 * Finds a place for every added triple that has none: the part of its subject with the same predicate, the end of the
 * subject's main block, or a new statement.
 */
export function placeAddedTriples(state: PlanState): void {
  const { document, pendingAdditions, planned } = state;
  const taken = takenStatements(state);
  for (const subject of pendingAdditions.subjects) {
    const parts = groupParts(
      pendingAdditions
        .predicates(subject)
        .flatMap((predicate) =>
          pendingAdditions.objects(subject, predicate).map((object) => ({ predicate, object })),
        ),
    );
    const all = blocksNow(state, subject, taken.get(subject) ?? []);
    const blocks = all.filter(({ statement }) => isEditableStatement(document, statement));
    if (blocks.length === 0) {
      if (all.length > 0) {
        throw new NotExpressible('The statement to add to has a syntax error.');
      }
      if (!annotates(state, subject, parts)) planned.statements.push({ subject, parts });
      continue;
    }
    const ranked = blocks.toSorted((a, b) => weight(state, b) - weight(state, a));
    for (const part of parts) placePart(state, ranked, part);
  }
  for (const { block, parts } of planned.parts.values()) reuseLastPart(state, block, parts);
}

/** Plans `{| … |}` for a blank node that reifies a triple of the text; false where it can't be written so. */
function annotates(
  { document, change, planned }: PlanState,
  subject: TermId,
  parts: readonly NewPart[],
): boolean {
  const add = (
    { statement }: { readonly statement: TriplesStatement },
    place: Parameters<typeof planned.annotated.get>[0],
    said: readonly NewPart[],
  ) => {
    planned.touched.add(statement);
    planned.annotated.set(place, [...(planned.annotated.get(place) ?? []), said]);
    return true;
  };
  if (!terms.isBlank(subject)) return false;
  const [bare] = annotationsBy(document, subject);
  if (bare !== undefined) return isEditableStatement(document, bare.statement) && add(bare, bare.node, parts);
  const [reified, ...others] = parts.find(({ predicate }) => predicate === rdf.reifies)?.objects ?? [];
  const triple = reified === undefined ? undefined : terms.triple(reified);
  if (triple === undefined || others.length > 0) return false;
  if (!change.isFresh(subject) || change.added.incoming(subject).length > 0) return false;
  if (!writesAnnotations(document)) return false;
  const source = document.sources
    .occurrences(triple)
    .find(({ statement, object }) => object && isEditableStatement(document, statement));
  if (source?.object === undefined || planned.removed.has(source.object)) return false;
  return add(
    source,
    source.object,
    parts.filter(({ predicate }) => predicate !== rdf.reifies),
  );
}

/** False for a text that writes statements about triples in another form. */
function writesAnnotations(document: TurtleDocument): boolean {
  const all = document.graph.withPredicate(rdf.reifies);
  return all.length === 0 || all.some(({ subject }) => annotationsBy(document, subject).length > 0);
}

/** The statements whose subject is replaced, by the new subject. */
function takenStatements({ planned }: PlanState): ReadonlyMap<TermId, readonly TriplesStatement[]> {
  const taken = new Map<TermId, TriplesStatement[]>();
  for (const statement of planned.touched) {
    const subject = planned.replaced.get(statement.subject);
    if (subject === undefined) continue;
    const known = taken.get(subject);
    if (known) known.push(statement);
    else taken.set(subject, [statement]);
  }
  return taken;
}

/** The blocks that describe a subject once subjects are replaced. Those that it takes over come last. */
function blocksNow(
  { document, planned }: PlanState,
  subject: TermId,
  taken: readonly TriplesStatement[],
): readonly PredicateBlock[] {
  return [
    ...blocksOf(document, subject).filter(({ statement, holder }) => {
      return holder !== statement || !planned.replaced.has(statement.subject);
    }),
    ...taken.map((statement) => ({ statement, holder: statement, predicates: statement.predicates })),
  ];
}

/** How much of a block remains: new triples go to the largest one. */
function weight({ planned }: PlanState, { predicates }: PredicateBlock): number {
  return predicates.filter((part) => !planned.removesPart(part)).length;
}

function placePart(
  state: PlanState,
  blocks: readonly PredicateBlock[],
  { predicate, objects }: NewPart,
): void {
  const { planned } = state;
  const verb = (part: PredicateNode) => planned.replaced.get(part.verb) ?? part.verb.id;
  const [main] = blocks;
  for (const block of blocks) {
    const parts = block.predicates.filter((part) => verb(part) === predicate && !planned.removesPart(part));
    const last = parts.at(-1);
    if (last === undefined) continue;
    planned.touched.add(block.statement);
    if (isRepeated(state, parts)) {
      const added = objects.map((object) => ({ predicate, objects: [object] }));
      planned.repeated.set(last, [...(planned.repeated.get(last) ?? []), ...added]);
    } else planned.appended.set(last, [...(planned.appended.get(last) ?? []), ...objects]);
    return;
  }
  addPart(state, main!, { predicate, objects });
}

/** True when the document repeats a predicate for each object, so that new parts rather than new objects are needed. */
function isRepeated({ document }: PlanState, parts: readonly PredicateNode[]): boolean {
  if (parts.some(({ objects }) => objects.length > 1)) return false;
  return parts.length > 1 || documentStyleOf(document).repeatsVerbs;
}

function addPart({ planned }: PlanState, block: PredicateBlock, part: NewPart): void {
  planned.touched.add(block.statement);
  const known = planned.parts.get(block.holder);
  if (known) known.parts.push(part);
  else planned.parts.set(block.holder, { block, parts: [part] });
}

/** When the last part of a block is removed, the first new one takes its place. */
function reuseLastPart({ planned }: PlanState, block: PredicateBlock, parts: NewPart[]): void {
  const last = block.predicates.at(-1);
  if (last === undefined || !planned.removesPart(last)) return;
  const [{ predicate, objects }] = parts.splice(0, 1) as [NewPart];
  const [object] = last.objects;
  if (predicate !== last.verb.id) planned.replaced.set(last.verb, predicate);
  planned.removed.delete(object!);
  if (object!.term.id !== objects[0]) planned.replaced.set(object!.term, objects[0]!);
  if (objects.length > 1) planned.appended.set(last, objects.slice(1));
  if (parts.length === 0) planned.parts.delete(block.holder);
}
