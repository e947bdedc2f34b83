import type { OffsetEdit } from '../../../base/textEdit.ts';
import { containsOrTouches, type TextRange } from '../../../base/textRange.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import {
  type PredicateNode,
  rangeIn,
  statementRange,
  type TermNode,
  type TriplesStatement,
} from '../../../rdf/turtle/syntaxTree.ts';
import { subterms } from '../../../rdf/turtle/treeWalk.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { Shape } from '../../../shacl/model/shape.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import type { KeptOfResults } from './keepsVerdicts.ts';

/** Another way to write shapes that gives the same verdicts. */
export interface Refactoring {
  readonly title: string;
  readonly kind: 'refactor.extract' | 'refactor.inline' | 'refactor.rewrite' | 'refactor.move';
  readonly edits: readonly OffsetEdit[];
  /** What changes in other files with it. */
  readonly elsewhere?: readonly OtherFileEdits[];
  /** What the results keep besides focus node, path, value and component; the severities by default. */
  readonly kept?: KeptOfResults;
}

/** Edits of another file than the one that is open. */
export interface OtherFileEdits {
  readonly document: TurtleDocument;
  readonly edits: readonly OffsetEdit[];
}

/** A shape at a place of a shapes file, where it is described or referred to. */
export interface ShapeAtCursor {
  readonly document: TurtleDocument;
  readonly shape: Shape;
  /** The shapes graph that the file belongs to, as of its current text. */
  readonly shapes: ShapesGraph;
  readonly statement: TriplesStatement;
  /** The subject of the statement, brackets, or the name that is referred to. */
  readonly node: TermNode;
  /** The nodes whose descriptions contain it, from the outside. */
  readonly outer: readonly TermId[];
  /** The predicate of the shape's description at the place. */
  readonly predicate: PredicateNode | undefined;
  /** The files whose terms are known, `document` first. */
  readonly documents: readonly TurtleDocument[];
  /** The files that can be edited and are in each shapes graph that the file is in. */
  readonly companions: readonly TurtleDocument[];
  readonly term: TermPrinter;
  /** Whether a comment or a project file treats the results of a shape by its name. */
  isSelected(iri: string): boolean;
}

/** Finds refactorings of the shape at a place, which are not proven. */
export type FindRefactorings = (at: ShapeAtCursor) => Iterable<Refactoring>;

/** Finds what several shapes can be turned into together, which is not proven. */
export type FindForSeveral = (shapes: readonly ShapeAtCursor[]) => Iterable<Refactoring>;

/** What all shapes of a file share. */
export type ShapesOfFile = Pick<
  ShapeAtCursor,
  'document' | 'shapes' | 'documents' | 'companions' | 'term' | 'isSelected'
>;

/** The shapes whose descriptions are in a range of a document as a whole, in its order. */
export function shapesWithin(range: TextRange, about: ShapesOfFile): readonly ShapeAtCursor[] {
  const { document, shapes } = about;
  const found = new Map<TermId, ShapeAtCursor>();
  for (const statement of document.statements) {
    if (statement.kind !== 'triples' || statement.start >= range.end) continue;
    const whole = rangeIn(statement, { start: 0, end: statement.length });
    if (whole.end <= range.start) continue;
    const visit = (node: TermNode, outer: readonly TermId[]) => {
      const isSubject = node === statement.subject;
      const { start, end } = isSubject ? statementRange(statement) : rangeIn(statement, node);
      const shape = shapes.get(node.id);
      const isDescription = isSubject || node.kind === 'propertyList';
      if (shape && isDescription && !found.has(node.id) && range.start <= start && end <= range.end)
        found.set(node.id, { ...about, shape, statement, node, outer, predicate: undefined });
      const inner = node.kind === 'propertyList' && !isSubject ? [...outer, node.id] : outer;
      for (const part of subterms(node)) visit(part, inner);
    };
    for (const part of subterms(statement)) visit(part, [statement.subject.id]);
  }
  return [...found.values()];
}

/** The description of a named shape in another file, where the place of a shape only refers to it. */
export function describedElsewhere(at: ShapeAtCursor): ShapeAtCursor | undefined {
  const { id } = at.shape;
  if (!terms.isIri(id) || at.document.sources.blocks(id).length > 0) return undefined;
  const [home, ...others] = at.companions.filter(({ sources }) => sources.blocks(id).length > 0);
  const [block, ...more] = home?.sources.blocks(id) ?? [];
  if (home === undefined || block === undefined || others.length + more.length > 0) return undefined;
  const { start } = rangeIn(block.statement, block.subject);
  return shapeAround({ start, end: start }, { ...at, document: home });
}

/** The innermost shape around a range of a document. */
export function shapeAround(range: TextRange, about: ShapesOfFile): ShapeAtCursor | undefined {
  const { document, shapes } = about;
  const statement = document.sources.statementAt(range.start);
  if (
    statement?.kind !== 'triples' ||
    rangeIn(statement, { start: 0, end: statement.length }).end < range.end
  )
    return undefined;
  const at = range.start - statement.start;
  const outer: TermId[] = [statement.subject.id];
  let found: ShapeAtCursor | undefined;
  const consider = (node: TermNode, predicates: readonly PredicateNode[] | undefined) => {
    const shape = shapes.get(node.id);
    const predicate = predicates?.findLast(({ verb }) => verb.start <= at);
    const isIn = predicate && at <= (predicate.objects.at(-1)?.term.end ?? predicate.verb.end);
    if (shape)
      found = {
        ...about,
        shape,
        statement,
        node,
        outer: [...outer],
        predicate: isIn ? predicate : undefined,
      };
  };
  consider(statement.subject, statement.predicates);
  let parts = subterms(statement);
  for (;;) {
    const node = parts.findLast((part) => containsOrTouches(part, at));
    if (node === undefined) return found;
    if (node.kind === 'propertyList') {
      consider(node, node.predicates);
      outer.push(node.id);
    } else if (node.kind !== 'collection' && node !== statement.subject) consider(node, undefined);
    parts = subterms(node);
  }
}
