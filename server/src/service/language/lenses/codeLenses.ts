import { counted } from '../../../base/counted.ts';
import { memoized } from '../../../base/memoized.ts';
import { rangeAfter } from '../../../base/textChange.ts';
import type { TextRange } from '../../../base/textRange.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { changeBetween } from '../../../rdf/turtle/changeBetween.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { shapeRefsOf } from '../../../shacl/components/shapeRefs.ts';
import { coverageOf, judgesValues } from '../../../shacl/coverage/coverage.ts';
import { constraintKey } from '../../../shacl/evaluator.ts';
import type { Constraint, Shape } from '../../../shacl/model/shape.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import { locateConstraint, type Place } from '../../../shacl/results/locate.ts';
import type { UsesLens } from '../../../workspace/project/settings.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import { type AnalysedFile, isOlderThan } from '../../ide/analysedFile.ts';
import type { UnitAnalysis } from '../../ide/unitAnalysis.ts';
import { describingPlaces } from '../navigation/definition.ts';
import { isWrite, occurrencesInFiles } from '../occurrences/occurrences.ts';
import { symbolKind } from '../symbols/symbolKind.ts';

/** What a line above a shape counts. */
export type ShapeLensSubject = 'focusNodes' | 'results' | 'constraints';

/**
 * What a code lens of a shape, a class or a property counts; `trial` counts nothing, and tries the shapes on another file.
 */
export type LensSubject = ShapeLensSubject | 'uses' | 'trial';

/** A code lens of a term, before anything is counted. */
export interface CodeLensInfo {
  /** Of the term's name. */
  readonly range: TextRange;
  readonly counts: LensSubject;
}

/**
 * Three code lenses for each shape of a document that has targets, two for each named one that others refer to where other
 * files are judged, in order: for its focus nodes, for its results, and for how many of its constraints have something to
 * judge. The first shape has one more, by which the file is tried on another one. Where the uses of terms are wanted, one
 * for each class and property that the document defines, or for each IRI that it describes. Each is where the term is a
 * subject first.
 */
export function codeLenses(
  { document, analyses }: AnalysedFile,
  { uses }: { readonly uses: UsesLens },
): readonly CodeLensInfo[] {
  const seen = new Set<TermId>();
  const lenses: CodeLensInfo[] = [];
  let hasTrial = false;
  for (const { subject } of document.sources.subjects()) {
    const { id, start, end } = subject;
    if (seen.has(id)) continue;
    seen.add(id);
    const range = { start, end };
    if (terms.isIri(id) && isCounted[uses](id, document.graph)) lenses.push({ range, counts: 'uses' });
    if (!analyses.some((analysis) => judgingShape(id, analysis))) {
      const isPart = terms.isIri(id) && analyses.some((analysis) => partOfShapes(id, analysis, document));
      if (isPart) for (const counts of partLensSubjects) lenses.push({ range, counts });
      continue;
    }
    for (const counts of shapeLensSubjects) lenses.push({ range, counts });
    if (!hasTrial) lenses.push({ range, counts: 'trial' });
    hasTrial = true;
  }
  return lenses;
}

/** What is counted for a named shape that others refer to. */
const partLensSubjects: readonly ShapeLensSubject[] = ['focusNodes', 'results'];
const shapeLensSubjects: readonly ShapeLensSubject[] = ['focusNodes', 'results', 'constraints'];

/** Whether the uses of an IRI that a graph describes are counted. */
const isCounted: Readonly<Record<UsesLens, (id: TermId, graph: Graph) => boolean>> = {
  off: () => false,
  definitions(id, graph) {
    const kind = symbolKind(graph.objects(id, rdf.type));
    return kind === 'class' || kind === 'property';
  },
  subjects: () => true,
};

/** The title of a code lens, and the places that it leads to. */
export interface CountedLens {
  readonly title: string;
  /** At most two hundred. */
  readonly places: readonly Place[];
}

/**
 * Counts the focus nodes, results or constraints of a shape in the open units that it belongs to, as of their last
 * validations, and mentions if texts have changed since: the nodes that its targets select, each once, the results that
 * start from these, and the constraints that have something to judge, which leads to the others.
 */
export function countedLens(id: TermId, counts: ShapeLensSubject, file: AnalysedFile): CountedLens {
  const judging = file.analyses.filter(
    (analysis) => judgingShape(id, analysis) ?? partOfShapes(id, analysis, file.document),
  );
  const { title, places } = countedBy[counts](id, judging, file);
  const isOlder = judging.some((analysis) => isOlderThan(analysis, file));
  const where = counts === 'results' ? whereJudged(judging, file) : '';
  return { title: `${title}${where}${isOlder ? ' before the last changes' : ''}`, places };
}

/** Which data is judged, where it is not the file itself. */
function whereJudged(analyses: readonly UnitAnalysis[], { document }: AnalysedFile): string {
  const files = new Set(analyses.flatMap(({ graphs }) => graphs.data.map(({ uri }) => uri)));
  files.delete(document.uri);
  const [only, ...others] = files;
  if (only === undefined) return '';
  return ` in ${others.length === 0 ? fileNameOfUri(only) : counted(files.size, 'file')}`;
}

/**
 * Counts the places of documents where a term is used, in queries as well: those that a search for references finds,
 * without those that describe the term.
 */
export async function countedUses(
  id: TermId,
  documents: readonly TurtleDocument[],
  signal: AbortSignal,
): Promise<CountedLens> {
  const uses: Place[] = [];
  for (const { document, occurrences } of await occurrencesInFiles(documents, id, signal)) {
    for (const each of occurrences) if (!isWrite(each)) uses.push({ document, range: each.range });
  }
  const title = uses.length === 0 ? 'no uses' : counted(uses.length, 'use');
  return { title, places: uses.slice(0, mostPlaces) };
}

type Count = (id: TermId, analyses: readonly UnitAnalysis[], file: AnalysedFile) => CountedLens;

const countedBy: Readonly<Record<ShapeLensSubject, Count>> = {
  focusNodes(id, analyses, { documents }) {
    const nodes = new Set(
      analyses.flatMap((analysis) => {
        const shape = judgingShape(id, analysis);
        return shape ? analysis.evaluator.targets(shape) : [...coverageByShape(analysis).focusNodes(id)];
      }),
    );
    const places = [...nodes]
      .slice(0, mostPlaces)
      .flatMap((node) => describingPlaces(documents, node)[0] ?? []);
    return { title: counted(nodes.size, 'focus node'), places };
  },
  results(id, analyses, { documents }) {
    const isRoot = analyses.some((analysis) => judgingShape(id, analysis));
    const isOf = ({ rootShape, sourceShape }: Violation) => (isRoot ? rootShape : sourceShape) === id;
    const results = new Map(
      analyses.flatMap(({ placed }) =>
        placed.filter(({ violation }) => isOf(violation)).map((each) => [each.key, each] as const),
      ),
    );
    const places = [...results.values()]
      .slice(0, mostPlaces)
      .flatMap(({ place }) => placeNow(place, documents) ?? []);
    return { title: results.size === 0 ? 'no results' : counted(results.size, 'result'), places };
  },
  constraints(id, analyses, { documents }) {
    const found = analyses.map((analysis) => judgingConstraints(id, analysis));
    // Each unit may have read the shapes separately.
    const all = new Map(
      found.flatMap((each) => [...each.all].map((one) => [constraintKey(one), one] as const)),
    );
    const judging = new Set(found.flatMap((each) => [...each.judging].map(constraintKey)));
    const idle = [...all].flatMap(([key, constraint]) => (judging.has(key) ? [] : [constraint]));
    const places = idle
      .slice(0, mostPlaces)
      .flatMap((constraint) => placeNow(idlePlace(constraint, analyses), documents) ?? []);
    return { title: `${judging.size} of ${counted(all.size, 'constraint')} used`, places };
  },
};

function idlePlace(constraint: Constraint, analyses: readonly UnitAnalysis[]): Place | undefined {
  for (const { graphs } of analyses) {
    const place = locateConstraint(constraint, graphs.shapes);
    if (place) return place;
  }
  return undefined;
}

const mostPlaces = 200;

function judgingShape(id: TermId, { graphs }: UnitAnalysis): Shape | undefined {
  const shape = graphs.input.shapes.get(id);
  return shape !== undefined && shape.targets.length > 0 && !shape.deactivated ? shape : undefined;
}

/** A shape without targets, where a unit has other data than the document that describes it. */
function partOfShapes(id: TermId, { graphs }: UnitAnalysis, document: TurtleDocument): Shape | undefined {
  const shape = graphs.input.shapes.get(id);
  const isPart = shape !== undefined && shape.targets.length === 0 && !shape.deactivated;
  return isPart && graphs.data.some(({ uri }) => uri !== document.uri) ? shape : undefined;
}

/** The place in the current text of its file: after changes since the validation, it has moved. */
function placeNow(place: Place | undefined, documents: AnalysedFile['documents']): Place | undefined {
  const document = documents.find(({ uri }) => uri === place?.document.uri);
  if (!place || !document) return undefined;
  if (document === place.document) return place;
  const change = changeBetween(place.document.rope, document.rope);
  return { document, range: rangeAfter(place.range, change) };
}

/** The constraints of a shape and of those that it refers to, and which of them had something to judge. */
interface JudgingConstraints {
  readonly all: ReadonlySet<Constraint>;
  readonly judging: ReadonlySet<Constraint>;
}

/**
 * Counts like the coverage report (docs/coverage.md): a constraint has something to judge if its shape has focus nodes and,
 * unless it requires values, one of them has a value.
 */
function judgingConstraints(shape: TermId, analysis: UnitAnalysis): JudgingConstraints {
  const { shapes, hasValues } = coverageByShape(analysis);
  const all = new Set<Constraint>();
  const judging = new Set<Constraint>();
  for (const each of shapesBelow(shape, analysis)) {
    const found = shapes.get(each);
    for (const constraint of found?.shape.constraints ?? []) {
      all.add(constraint);
      if (found!.focusNodes === 0) continue;
      if (!judgesValues(constraint) || hasValues(found!.shape)) judging.add(constraint);
    }
  }
  return { all, judging };
}

/** For a unit; computed when a code lens of one of its shapes is first shown. */
const coverageByShape = memoized(({ graphs, evaluator }: UnitAnalysis) => {
  const coverage = coverageOf(graphs.input, evaluator);
  return {
    shapes: new Map(coverage.shapes.map((each) => [each.shape.id, each])),
    hasValues: memoized(coverage.hasValues.bind(coverage)),
    focusNodes: (id: TermId) => coverage.focusNodes(id),
  };
});

function shapesBelow(shape: TermId, { graphs }: UnitAnalysis): ReadonlySet<TermId> {
  const reached = new Set([shape]);
  for (const each of reached) {
    for (const constraint of graphs.input.shapes.get(each)?.constraints ?? []) {
      for (const ref of shapeRefsOf(constraint)) reached.add(ref);
    }
  }
  return reached;
}
