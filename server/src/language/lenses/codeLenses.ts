import { counted } from '../../base/counted.ts';
import type { TextRange } from '../../base/textRange.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';
import type { UnitAnalysis } from '../../ide/unitAnalysis.ts';
import type { TermId } from '../../rdf/terms.ts';
import type { Place } from '../../shacl/results/locate.ts';
import type { Shape } from '../../shacl/shapesGraph/shape.ts';
import { describingPlaces } from '../navigation/describingPlace.ts';

/** What a line above a shape counts. */
export type LensSubject = 'focusNodes' | 'results';

/** A line above a shape, before anything is counted. */
export interface CodeLensInfo {
  /** Of the shape's name. */
  readonly range: TextRange;
  readonly counts: LensSubject;
}

/** Two lines for each shape of a document that has targets, in order: for its focus nodes and for its results. */
export function codeLenses({ document, analyses }: AnalysedFile): readonly CodeLensInfo[] {
  const seen = new Set<TermId>();
  const lenses: CodeLensInfo[] = [];
  for (const { subject } of document.sources.subjects()) {
    const { id, start, end } = subject;
    if (seen.has(id) || !analyses.some((analysis) => judgingShape(id, analysis))) continue;
    seen.add(id);
    const range = { start, end };
    lenses.push({ range, counts: 'focusNodes' }, { range, counts: 'results' });
  }
  return lenses;
}

/** What a line says, and the places that it leads to. */
export interface CountedLens {
  readonly title: string;
  /** At most two hundred. */
  readonly places: readonly Place[];
}

/**
 * Counts the focus nodes or results of a shape in the open units that it belongs to, as of their last validations: the
 * nodes that its targets select, each once, and the results that start from these.
 */
export function countedLens(
  id: TermId,
  counts: LensSubject,
  { analyses, documents }: AnalysedFile,
): CountedLens {
  if (counts === 'focusNodes') {
    const nodes = new Set(
      analyses.flatMap((analysis) => {
        const shape = judgingShape(id, analysis);
        return shape ? analysis.evaluator.targets(shape) : [];
      }),
    );
    const places = [...nodes]
      .slice(0, mostPlaces)
      .flatMap((node) => describingPlaces(documents, node)[0] ?? []);
    return { title: counted(nodes.size, 'focus node'), places };
  }
  const results = new Map(
    analyses.flatMap(({ placed }) =>
      placed.filter(({ violation }) => violation.rootShape === id).map((each) => [each.key, each] as const),
    ),
  );
  const places = [...results.values()]
    .slice(0, mostPlaces)
    .flatMap(({ place }) => placeNow(place, documents) ?? []);
  return { title: results.size === 0 ? 'no results' : counted(results.size, 'result'), places };
}

const mostPlaces = 200;

function judgingShape(id: TermId, { graphs }: UnitAnalysis): Shape | undefined {
  const shape = graphs.input.shapes.get(id);
  return shape !== undefined && shape.targets.length > 0 && !shape.deactivated ? shape : undefined;
}

/** The place in the current text of its file. A few letters may have moved since the validation. */
function placeNow(place: Place | undefined, documents: AnalysedFile['documents']): Place | undefined {
  const document = documents.find(({ uri }) => uri === place?.document.uri);
  return place && document && { document, range: place.range };
}
