import { applyEdits, type TextEdit } from '../../../base/textEdit.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { planEdits } from '../../../rdf/edits/planEdits.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { isOfLines } from '../../../rdf/turtle/textFormat.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../../rdf/unionGraph.ts';
import { namespaces, sh, shRules } from '../../../rdf/vocab.ts';
import { mayHaveShapes } from '../../../shacl/lint/lintShapes.ts';
import { explainConstraint } from '../../../shacl/results/explain.ts';
import { readResultSelector } from '../../../shacl/results/resultSelector.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';
import { readSuppressions } from '../../ide/suppressions/readSuppressions.ts';
import { termPrinter } from '../../ide/termPrinter.ts';
import type { UnitAnalysis } from '../../ide/unitAnalysis.ts';
import { inlineShape } from './inlineShape.ts';
import { keepsVerdicts } from './keepsVerdicts.ts';
import { extractShape, nameShape } from './nameShape.ts';
import { type FindRefactorings, type Refactoring, type ShapeAtCursor, shapeAround } from './refactoring.ts';
import { splitShape } from './splitShape.ts';

const all: readonly FindRefactorings[] = [extractShape, nameShape, inlineShape, splitShape, describeShape];

/**
 * What the shape at a place of a shapes file can be turned into without changing a verdict. Each has been applied to a copy, whose
 * shapes ask for what they asked for, in each shapes graph that the file belongs to. Nothing where queries see the shapes, where a
 * file has syntax errors, and where shapes judge the shapes of the file as data.
 *
 * @param others the files that may mention the shape besides those of its units, which matters where it loses its name.
 * @param wanted which are looked for.
 */
export function refactorings(
  { document, analyses, documents }: AnalysedFile,
  range: TextRange,
  others: readonly TurtleDocument[],
  wanted = all,
): readonly Refactoring[] {
  const { format, libraryFormat, errors, hasText } = document;
  if (!hasText || libraryFormat || isOfLines(format) || errors.length > 0 || !mayHaveShapes(document))
    return [];
  if (analyses.some((analysis) => isJudgedAsData(document, analysis))) return [];
  const rests = restsOf(document, analyses, documents);
  const term = termPrinter([document.prefixes, ...documents.map(({ prefixes }) => prefixes)]);
  const before = rests.map((rest) => readShapes(unionOf(document, rest), term));
  if (before.some(({ graph }) => hasQueriesOfShapes(graph))) return [];
  const known = [...new Map([...documents, ...others].map((each) => [each.uri, each])).values()];
  const isSelected = (iri: string) => selectedIris(known, analyses).has(iri);
  const at = shapeAround(range, { document, shapes: before[0]!, documents: known, term, isSelected });
  if (!at || hasRules(at)) return [];
  const proven = ({ edits, kept = 'severities' }: Refactoring) => {
    const fromLast = edits.toSorted((a, b) => b.range.start - a.range.start);
    if (fromLast.some(({ range }, i) => i > 0 && range.end > fromLast[i - 1]!.range.start)) return false;
    const edited = afterEdits(document, edits);
    return (
      edited.errors.length === 0 &&
      rests.every((rest, i) => keepsVerdicts(before[i]!, readShapes(unionOf(edited, rest), term), kept))
    );
  };
  const found = wanted.flatMap((find) => [...find(at)].filter(proven));
  return [...new Map(found.reverse().map((each) => [each.title, each])).values()].reverse();
}

/** @param edits apart from each other. */
function afterEdits(document: TurtleDocument, edits: readonly TextEdit[]): TurtleDocument {
  if (edits.length <= fewEdits) return document.editedBy(edits);
  const { format, uri, version, text } = document;
  return TurtleDocument.as(format, { uri, version, text: applyEdits(text, edits) });
}

/** After more, reading the text anew takes less time than reading the statement of each. */
const fewEdits = 8;

/** The other files of each shapes graph that a document belongs to; none for a file that nothing links as shapes. */
function restsOf(
  document: TurtleDocument,
  analyses: readonly UnitAnalysis[],
  documents: readonly TurtleDocument[],
): readonly (readonly TurtleDocument[])[] {
  const found = new Map<string, readonly TurtleDocument[]>();
  for (const { graphs } of analyses) {
    if (!graphs.shapes.some(({ uri }) => uri === document.uri)) continue;
    const rest = graphs.shapes.filter(({ uri }) => uri !== document.uri);
    const now = rest.map((each) => documents.find(({ uri }) => uri === each.uri) ?? each);
    found.set(now.map(({ uri }) => uri).join('\n'), now);
  }
  return found.size === 0 ? [[]] : [...found.values()];
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

/** What comments have results ignored by, and project files rated. */
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

/** Whether queries may tell shapes apart that ask for the same. */
function hasQueriesOfShapes(graph: Graph): boolean {
  return [sh.select, sh.ask, shRules.construct].some((form) =>
    graph
      .withPredicate(form)
      .some(({ object }) => /[$?](?:shapesGraph|currentShape)\b/.test(terms.value(object))),
  );
}

/** Rules run in an order, and for the targets of their own shape. */
function hasRules({ shape: { id }, shapes: { graph } }: ShapeAtCursor): boolean {
  return (
    graph.objects(id, sh.rule).length > 0 ||
    graph.incoming(id).some(({ predicate }) => predicate === shRules.condition)
  );
}

/** Adds what a shape says of its results: a message that says what it asks for, and a severity. */
export function* describeShape({
  document,
  shape,
  shapes,
  term,
  node,
}: ShapeAtCursor): Iterable<Refactoring> {
  const { id } = shape;
  const isDescribed = document.sources.blocks(id).some(({ subject }) => subject === node);
  const asked = shape.constraints.filter(({ kind }) => kind !== 'property');
  if (!isDescribed || asked.length === 0) return;
  function* adding(title: string, predicate: TermId, object: TermId): Iterable<Refactoring> {
    const plan = planEdits(document, { removed: [], added: [{ subject: id, predicate, object }] });
    if (plan.kind === 'edits')
      yield { title, kind: 'refactor.rewrite', edits: plan.edits, kept: 'all but severities' };
  }
  if (shapes.graph.objects(id, sh.message).length === 0) {
    const sentences = asked.map((each) => explainConstraint(each, shapes, term));
    const message = [...new Set(sentences)].join(' ');
    const braces = /\{[$?]/.test(message);
    if (!braces && message.length <= longestMessage)
      yield* adding('Add sh:message, with what the shape asks for', sh.message, terms.literal(message));
  }
  if (shapes.graph.objects(id, sh.severity).length > 0) return;
  yield* adding('Add sh:severity sh:Violation, which is the default', sh.severity, sh.Violation);
  for (const [severity, word] of [
    [sh.Warning, 'warnings'],
    [sh.Info, 'information'],
  ] as const)
    yield* adding(
      `Add sh:severity ${term(severity)}: results become ${word}, and no others come or go`,
      sh.severity,
      severity,
    );
}

const longestMessage = 500;
