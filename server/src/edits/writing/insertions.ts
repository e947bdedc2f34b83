import type { TermId } from '../../rdf/terms.ts';
import type { PredicateNode, TriplesStatement } from '../../turtle/syntaxTree.ts';
import { type Block, blocksOf } from '../block.ts';
import type { NewPart, Planning } from '../intent.ts';
import { NotExpressible } from '../notExpressible.ts';
import { isSound } from '../soundness.ts';
import { habitsOf } from './layoutHabits.ts';
import { groupParts } from './termWriter.ts';

/**
 * Finds a place for every added triple that has none: the part of its subject that has the predicate, the end
 * of the subject's main block, or a statement of its own.
 */
export function placeAdded(planning: Planning): void {
  const { document, pending, intent } = planning;
  const taken = takenStatements(planning);
  for (const subject of pending.subjects) {
    const parts = groupParts(
      pending
        .predicates(subject)
        .flatMap((predicate) => pending.objects(subject, predicate).map((object) => ({ predicate, object }))),
    );
    const all = blocksNow(planning, subject, taken.get(subject) ?? []);
    const blocks = all.filter(({ statement }) => isSound(document, statement));
    if (blocks.length === 0) {
      if (all.length > 0) {
        throw new NotExpressible('The statement to add to has a syntax error.');
      }
      intent.statements.push({ subject, parts });
      continue;
    }
    const ranked = blocks.toSorted((a, b) => weight(planning, b) - weight(planning, a));
    for (const part of parts) placePart(planning, ranked, part);
  }
  for (const { block, parts } of intent.parts.values()) reuseLastPart(planning, block, parts);
}

/** The statements whose subject gives way to another one, by the new subject. */
function takenStatements({ intent }: Planning): ReadonlyMap<TermId, readonly TriplesStatement[]> {
  const taken = new Map<TermId, TriplesStatement[]>();
  for (const statement of intent.touched) {
    const subject = intent.replaced.get(statement.subject);
    if (subject === undefined) continue;
    const known = taken.get(subject);
    if (known) known.push(statement);
    else taken.set(subject, [statement]);
  }
  return taken;
}

/** The blocks that describe a subject once subjects are replaced: those that it takes over come last. */
function blocksNow(
  { document, intent }: Planning,
  subject: TermId,
  taken: readonly TriplesStatement[],
): readonly Block[] {
  return [
    ...blocksOf(document, subject).filter(({ statement, holder }) => {
      return holder !== statement || !intent.replaced.has(statement.subject);
    }),
    ...taken.map((statement) => ({ statement, holder: statement, predicates: statement.predicates })),
  ];
}

/** How much of a block stays: new triples go where most is said. */
function weight({ intent }: Planning, { predicates }: Block): number {
  return predicates.filter((part) => !intent.leaves(part)).length;
}

function placePart(planning: Planning, blocks: readonly Block[], { predicate, objects }: NewPart): void {
  const { intent } = planning;
  const verb = (part: PredicateNode) => intent.replaced.get(part.verb) ?? part.verb.id;
  const [main] = blocks;
  for (const block of blocks) {
    const parts = block.predicates.filter((part) => verb(part) === predicate && !intent.leaves(part));
    const last = parts.at(-1);
    if (last === undefined) continue;
    intent.touched.add(block.statement);
    if (isRepeated(planning, parts)) {
      const added = objects.map((object) => ({ predicate, objects: [object] }));
      intent.repeated.set(last, [...(intent.repeated.get(last) ?? []), ...added]);
    } else intent.appended.set(last, [...(intent.appended.get(last) ?? []), ...objects]);
    return;
  }
  addPart(planning, main!, { predicate, objects });
}

/** True when the parts of one predicate are to get more parts rather than more objects. */
function isRepeated({ document }: Planning, parts: readonly PredicateNode[]): boolean {
  if (parts.some(({ objects }) => objects.length > 1)) return false;
  return parts.length > 1 || habitsOf(document).repeatsVerbs;
}

function addPart({ intent }: Planning, block: Block, part: NewPart): void {
  intent.touched.add(block.statement);
  const known = intent.parts.get(block.holder);
  if (known) known.parts.push(part);
  else intent.parts.set(block.holder, { block, parts: [part] });
}

/** Where the last part of a block goes away, the first new one takes its place. */
function reuseLastPart({ intent }: Planning, block: Block, parts: NewPart[]): void {
  const last = block.predicates.at(-1);
  if (last === undefined || !intent.leaves(last)) return;
  const [{ predicate, objects }] = parts.splice(0, 1) as [NewPart];
  const [object] = last.objects;
  if (predicate !== last.verb.id) intent.replaced.set(last.verb, predicate);
  intent.removed.delete(object!);
  if (object!.term.id !== objects[0]) intent.replaced.set(object!.term, objects[0]!);
  if (objects.length > 1) intent.appended.set(last, objects.slice(1));
  if (parts.length === 0) intent.parts.delete(block.holder);
}
