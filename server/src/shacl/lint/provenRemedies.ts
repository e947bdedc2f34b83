import type { OffsetEdit } from '../../base/textEdit.ts';
import type { Graph } from '../../rdf/graph.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../rdf/unionGraph.ts';
import type { Shape } from '../model/shape.ts';
import type { ShapesGraph } from '../model/shapesGraph.ts';
import { readLike } from '../shapesGraph/readShapes.ts';
import { lintShapes } from './lintShapes.ts';
import type { MistakeRemedy, ShapesMistake } from './shapesMistake.ts';

/** A shapes file with its problems, and the rest of its shapes graph. */
export interface MistakenFile {
  readonly document: TurtleDocument;
  readonly shapes: ShapesGraph;
  /** The graphs of the other shapes files. */
  readonly others: readonly Graph[];
  readonly mistakes: readonly ShapesMistake[];
  /** The problems of an edited copy of a file of data, whose shapes are in other files. */
  readonly judgeData?: (edited: TurtleDocument) => readonly ShapesMistake[];
}

/** The remedies of a mistake that are proven: see `isProven`. */
export function provenRemedies(mistake: ShapesMistake, file: MistakenFile): readonly MistakeRemedy[] {
  return mistake.remedies.filter((remedy) => isProven(remedy.edits(), [mistake], file));
}

/** The slips of a file: the mistakes that have one remedy, which shows what was meant. */
export function slips(mistakes: readonly ShapesMistake[]): readonly ShapesMistake[] {
  return mistakes.filter(({ remedies: [first, ...others] }) => first?.isSlip && others.length === 0);
}

/** The edits that fix all slips of a file whose remedies are proven together; undefined when none is. */
export function allSlipsFixed(
  file: MistakenFile,
): { readonly edits: readonly OffsetEdit[]; readonly fixed: readonly ShapesMistake[] } | undefined {
  const found = slips(file.mistakes);
  const editsOf = (mistakes: readonly ShapesMistake[]) =>
    mistakes.flatMap(({ remedies }) => remedies[0]!.edits());
  if (found.length === 0) return undefined;
  if (areApart(editsOf(found)) && isProven(editsOf(found), found, file)) {
    return { edits: editsOf(found), fixed: found };
  }
  // One after the other, each together with those already taken.
  const taken: ShapesMistake[] = [];
  for (const slip of found.slice(0, mostTried)) {
    const more = [...taken, slip];
    if (areApart(editsOf(more)) && isProven(editsOf(more), more, file)) taken.push(slip);
  }
  return taken.length === 0 ? undefined : { edits: editsOf(taken), fixed: taken };
}

const mostTried = 20;

function areApart(edits: readonly OffsetEdit[]): boolean {
  const sorted = edits.toSorted((a, b) => a.range.start - b.range.start);
  return sorted.every(({ range }, i) => i === 0 || range.start > sorted[i - 1]!.range.end);
}

/**
 * True when the edited text has no new syntax error and all comments, the mistakes are gone and there is no new one, and
 * all shapes in other statements or files have the same requirements as before. A remedy that may reveal more mistakes is
 * exempt from that.
 */
function isProven(
  edits: readonly OffsetEdit[],
  mended: readonly ShapesMistake[],
  { document, shapes, others, mistakes, judgeData }: MistakenFile,
): boolean {
  const edited = document.editedBy(edits);
  if (edited.errors.length > document.errors.length) return false;
  if (edited.comments.length < document.comments.length) return false;
  const mayReveal = mended.some(({ remedies }) => remedies.some((remedy) => remedy.mayReveal));
  const expected = messagesOf(mistakes.filter((mistake) => !mended.includes(mistake)));
  const isLeft = (left: readonly ShapesMistake[]) =>
    [...messagesOf(left)].some(
      ([message, count]) =>
        count > (expected.get(message) ?? 0) && !(mayReveal && !messagesOf(mended).has(message)),
    );
  if (judgeData) return !isLeft(judgeData(edited));
  const graph = others.length === 0 ? edited.graph : new UnionGraph([edited.graph, ...others]);
  const after = readLike(shapes, graph);
  if (isLeft(lintShapes(edited, after))) return false;
  if (mayReveal) return true;
  const touched = touchedStatements(document, edits);
  return shapes.shapes.every((shape) => touched(shape) || isAsBefore(shape, after.get(shape.id)));
}

function messagesOf(mistakes: readonly ShapesMistake[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { message } of mistakes) {
    // Lines move.
    const text = message.replaceAll(/line \d+/g, 'line');
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

/** Finds which shapes are written in statements that edits change. */
function touchedStatements(
  document: TurtleDocument,
  edits: readonly OffsetEdit[],
): (shape: Shape) => boolean {
  const statements = new Set(edits.map(({ range }) => document.ordinalBefore(range.start)));
  return ({ id }) => {
    const described = document.sources.described(id);
    // Lists and undescribed nodes are shapes only because something refers to them.
    const places = described.length > 0 ? described : document.sources.written(id);
    return places.some(({ start }) => statements.has(document.ordinalBefore(start)));
  };
}

/** A shape without requirements that was a shape only because another one referred to it may no longer be one. */
function isAsBefore(shape: Shape, after: Shape | undefined): boolean {
  return (after === undefined && shape.constraints.length === 0) || asked(after) === asked(shape);
}

/** The requirements of a shape, as a text for comparison. */
function asked(shape: Shape | undefined): string {
  return JSON.stringify(shape, (_, value: unknown) => (value instanceof Set ? [...value].sort() : value));
}
