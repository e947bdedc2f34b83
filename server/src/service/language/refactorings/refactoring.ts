import type { TextEdit } from '../../../base/textEdit.ts';
import { containsOrTouches, type TextRange } from '../../../base/textRange.ts';
import type { TermId } from '../../../rdf/terms.ts';
import {
  type PredicateNode,
  rangeIn,
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
  readonly edits: readonly TextEdit[];
  /** What the results keep besides focus node, path, value and component; the severities unless it says otherwise. */
  readonly kept?: KeptOfResults;
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
  /** What the place says of the shape: the predicate of its description that is there. */
  readonly predicate: PredicateNode | undefined;
  /** The files whose terms are known, `document` first. */
  readonly documents: readonly TurtleDocument[];
  readonly term: TermPrinter;
  /** Whether a comment or a project file says by its name what becomes of the results of a shape. */
  isSelected(iri: string): boolean;
}

/** Finds refactorings of the shape at a place, which are not proven. */
export type FindRefactorings = (at: ShapeAtCursor) => Iterable<Refactoring>;

/** The innermost shape around a range of a document. */
export function shapeAround(
  range: TextRange,
  about: Pick<ShapeAtCursor, 'document' | 'shapes' | 'documents' | 'term' | 'isSelected'>,
): ShapeAtCursor | undefined {
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
