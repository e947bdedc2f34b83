import { applyEdits, type OffsetEdit } from '../../../base/textEdit.ts';
import type { TextRange } from '../../../base/textRange.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { terms } from '../../../rdf/terms.ts';
import { isOfLines } from '../../../rdf/turtle/textFormat.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../../rdf/unionGraph.ts';
import { namespaces, sh, shRules } from '../../../rdf/vocab.ts';
import { mayHaveShapes } from '../../../shacl/lint/lintShapes.ts';
import { readResultSelector } from '../../../shacl/results/resultSelector.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';
import { readSuppressions } from '../../ide/suppressions/readSuppressions.ts';
import { termPrinter } from '../../ide/termPrinter.ts';
import type { UnitAnalysis } from '../../ide/unitAnalysis.ts';
import { describeShape, describeShapes } from './describeShape.ts';
import { inlineShape } from './inlineShape.ts';
import { keepsVerdicts } from './keepsVerdicts.ts';
import { extractShape, nameShape, nameShapes } from './nameShape.ts';
import {
  describedElsewhere,
  type FindForSeveral,
  type FindRefactorings,
  type Refactoring,
  type ShapeAtCursor,
  shapeAround,
  shapesWithin,
} from './refactoring.ts';
import { listChoices, splitShape } from './splitShape.ts';

const ofOne: readonly FindRefactorings[] = [
  extractShape,
  nameShape,
  inlineShape,
  splitShape,
  listChoices,
  describeShape,
];
const ofSeveral: readonly FindForSeveral[] = [nameShapes, describeShapes];

/**
 * What the shape at a place of a shapes file, or the shapes of a selection, can be turned into without changing a verdict.
 * Each has been applied to a copy, whose shapes have the same requirements as before, in each shapes graph that the file
 * belongs to. Nothing where queries see the shapes, where a file has syntax errors, and where shapes judge the shapes of
 * the file as data.
 *
 * @param others the files that may mention the shape besides those of its units, which matters where it loses its name.
 * @param wanted which are looked for.
 */
export function refactorings(
  { document, analyses, documents }: AnalysedFile,
  range: TextRange,
  others: readonly TurtleDocument[],
  wanted = { ofOne, ofSeveral },
): readonly Refactoring[] {
  if (!canBeEdited(document) || !mayHaveShapes(document)) return [];
  if (analyses.some((analysis) => isJudgedAsData(document, analysis))) return [];
  const rests = restsOf(document, analyses, documents);
  const term = termPrinter([document.prefixes, ...documents.map(({ prefixes }) => prefixes)]);
  // Shapes in SHACL 1.0 can't be rewritten to syntax that only 1.2 has.
  const read =
    analyses.find(({ graphs }) => graphs.readShapes !== readShapes)?.graphs.readShapes ?? readShapes;
  const before = rests.map((rest) => read(unionOf(document, rest), term));
  if (before.some(({ graph }) => hasQueriesOfShapes(graph))) return [];
  const known = [...new Map([...documents, ...others].map((each) => [each.uri, each])).values()];
  const isSelected = (iri: string) => selectedIris(known, analyses).has(iri);
  const companions = companionsIn(rests).filter(canBeEdited);
  const about = { document, shapes: before[0]!, documents: known, companions, term, isSelected };
  const at = shapeAround(range, about);
  const proven = ({ edits, elsewhere = [], kept = 'severities' }: Refactoring) => {
    const all = [{ document, edits }, ...elsewhere];
    if (!all.every((each) => areApart(each.edits))) return false;
    const edited = new Map(all.map((each) => [each.document.uri, afterEdits(each.document, each.edits)]));
    return (
      [...edited.values()].every(({ errors }) => errors.length === 0) &&
      rests.every((rest, i) => {
        const now = rest.map((each) => edited.get(each.uri) ?? each);
        return keepsVerdicts(before[i]!, read(unionOf(edited.get(document.uri)!, now), term), kept);
      })
    );
  };
  const selected =
    range.start < range.end ? shapesWithin(range, about).filter((each) => !hasRules(each)) : [];
  const found = [
    ...(selected.length > 1 ? wanted.ofSeveral.flatMap((find) => [...find(selected)]) : []),
    ...(at && !hasRules(at) ? wanted.ofOne.flatMap((find) => [...find(at), ...inItsFile(find, at)]) : []),
  ].filter(proven);
  return [...new Map(found.reverse().map((each) => [each.title, each])).values()].reverse();
}

/** What is found where a shape is described, if that is another file. */
function inItsFile(find: FindRefactorings, at: ShapeAtCursor): readonly Refactoring[] {
  const there = describedElsewhere(at);
  if (!there || hasRules(there)) return [];
  const { document } = there;
  // The code that moves a shape knows both files itself.
  return [...find(there)]
    .filter(({ elsewhere }) => elsewhere === undefined)
    .map(({ title, edits, ...rest }) => ({
      ...rest,
      title: `${title}, in ${fileNameOfUri(document.uri)}`,
      edits: [],
      elsewhere: [{ document, edits }],
    }));
}

function canBeEdited({ format, libraryFormat, errors, hasText }: TurtleDocument): boolean {
  return hasText && !libraryFormat && !isOfLines(format) && errors.length === 0;
}

/** The files that are in each shapes graph of a file. */
function companionsIn([
  first = [],
  ...others
]: readonly (readonly TurtleDocument[])[]): readonly TurtleDocument[] {
  return first.filter(({ uri }) => others.every((rest) => rest.some((each) => each.uri === uri)));
}

function areApart(edits: readonly OffsetEdit[]): boolean {
  const fromLast = edits.toSorted((a, b) => b.range.start - a.range.start);
  return fromLast.every(({ range }, i) => i === 0 || range.end <= fromLast[i - 1]!.range.start);
}

/** @param edits apart from each other. */
function afterEdits(document: TurtleDocument, edits: readonly OffsetEdit[]): TurtleDocument {
  if (edits.length <= fewEdits) return document.editedBy(edits);
  const { format, uri, version, text } = document;
  return TurtleDocument.as(format, { uri, version, text: applyEdits(text, edits) });
}

/** With more edits, reading the whole text again takes less time than reading the statement of each. */
const fewEdits = 8;

/** The other files of each shapes graph that a document belongs to; none for a file that nothing links as shapes. */
function restsOf(
  document: TurtleDocument,
  analyses: readonly UnitAnalysis[],
  documents: readonly TurtleDocument[],
): readonly (readonly TurtleDocument[])[] {
  const found = new Map<string, readonly TurtleDocument[]>();
  for (const analysis of analyses) {
    const { graphs } = analysis;
    if (!graphs.shapes.some(({ uri }) => uri === document.uri) || judgesNothingOf(document, analysis))
      continue;
    const rest = graphs.shapes.filter(({ uri }) => uri !== document.uri);
    const now = rest.map((each) => documents.find(({ uri }) => uri === each.uri) ?? each);
    found.set(now.map(({ uri }) => uri).join('\n'), now);
  }
  return found.size === 0 ? [[]] : [...found.values()];
}

/**
 * Whether a file is open on its own, and its shapes have no target in it: then no verdict depends on what it lacks from
 * others.
 */
function judgesNothingOf(document: TurtleDocument, { graphs, evaluator }: UnitAnalysis): boolean {
  const { roots } = graphs.input.shapes;
  return (
    graphs.shapes.length === 1 &&
    graphs.data.some(({ uri }) => uri === document.uri) &&
    roots.every((shape) => [...evaluator.targets(shape)].length === 0)
  );
}

function unionOf({ graph }: TurtleDocument, rest: readonly TurtleDocument[]): Graph {
  return rest.length === 0 ? graph : new UnionGraph([graph, ...rest.map((each) => each.graph)]);
}

/** Whether shapes of a unit judge the shapes of a document, by a target or by a path of SHACL's own properties. */
function isJudgedAsData(document: TurtleDocument, { graphs, evaluator }: UnitAnalysis): boolean {
  const { roots, graph, get } = graphs.input.shapes;
  if (roots.length === 0 || !graphs.data.some(({ uri }) => uri === document.uri)) return false;
  return (
    roots.some((shape) => [...evaluator.targets(shape)].some((node) => get(node) !== undefined)) ||
    graph.withPredicate(sh.path).some(({ object }) => terms.value(object).startsWith(namespaces.sh))
  );
}

/** The names by which comments ignore results, and project files rate them. */
function selectedIris(
  documents: readonly TurtleDocument[],
  analyses: readonly UnitAnalysis[],
): ReadonlySet<string> {
  const ofComments = documents.flatMap((each) => readSuppressions(each).map(({ selector }) => selector));
  const prefixes = new Map(documents.flatMap((each) => [...each.prefixes]));
  const ofProjects = analyses.flatMap(({ graphs }) =>
    (graphs.linked.project?.severity ?? []).map(({ key }) => readResultSelector(key.value, prefixes)),
  );
  return new Set(
    [...ofComments, ...ofProjects].flatMap((selector) => (selector?.kind === 'iri' ? [selector.iri] : [])),
  );
}

/** Whether queries may distinguish shapes with the same requirements. */
function hasQueriesOfShapes(graph: Graph): boolean {
  return [sh.select, sh.ask, shRules.construct].some((form) =>
    graph
      .withPredicate(form)
      .some(({ object }) => /[$?](?:shapesGraph|currentShape)\b/.test(terms.value(object))),
  );
}

/** Rules are ordered, and apply to the targets of their own shape. */
function hasRules({ shape: { id }, shapes: { graph } }: ShapeAtCursor): boolean {
  return (
    graph.objects(id, sh.rule).length > 0 ||
    graph.incoming(id).some(({ predicate }) => predicate === shRules.condition)
  );
}
