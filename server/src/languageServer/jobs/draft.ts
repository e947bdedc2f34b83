import { knownPrefixes } from '../../rdf/knownPrefixes.ts';
import { terms } from '../../rdf/terms.ts';
import { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import { sh } from '../../rdf/vocab.ts';
import { termPrinter } from '../../service/ide/termPrinter.ts';
import { union, unionOf } from '../../service/ide/unitGraphs.ts';
import { type DraftOptions, draftShapes } from '../../shacl/draft/draftShapes.ts';
import { draftText } from '../../shacl/draft/draftText.ts';
import { builtinValidator } from '../../shacl/incremental/recordedValidation.ts';
import { readShapes } from '../../shacl/shapesGraph/readShapes.ts';
import { fileNameOfUri } from '../../workspace/project/uris.ts';

/** What shapes are drafted from. */
export interface DraftSources {
  readonly data: readonly TurtleDocument[];
  /** The graph in which superclasses and the classes of values are looked up as well. */
  readonly context: readonly TurtleDocument[];
  /**
   * The origin of the data if they are an excerpt, which the draft states instead of the names of files. Its prefixes are
   * well-known ones.
   */
  readonly excerpt?: string;
}

export interface ShapesDraft {
  /** Turtle. */
  readonly text: string;
  readonly shapes: number;
  readonly constraints: number;
  /** How many results the data have when they are validated with the draft: none, unless it was made from a sample. */
  readonly results: number;
}

/** How many nodes or values have to support a constraint by default. */
export const defaultMinSupport = 3;

/** Drafts shapes and validates the data with them; undefined when no class has instances with anything in common. */
export async function draftFrom(
  { data, context, excerpt }: DraftSources,
  {
    minSupport = defaultMinSupport,
    isClosed = false,
    sample,
  }: Partial<DraftOptions> & { readonly isClosed?: boolean },
  signal: AbortSignal,
): Promise<ShapesDraft | undefined> {
  const dataGraph = union(data);
  const classGraph = unionOf([...data, ...context].map(({ graph }) => graph));
  const isExcerpt = excerpt !== undefined;
  const drafted = draftShapes(dataGraph, classGraph, { minSupport, isExcerpt, ...(sample && { sample }) });
  if (drafted.length === 0) return undefined;
  const text = draftText(drafted, {
    source: excerpt ?? data.map(({ uri }) => fileNameOfUri(uri)).join(', '),
    prefixes: new Map([
      ...(isExcerpt ? knownPrefixes : []),
      ...[...data, ...context].flatMap(({ prefixes }) => [...prefixes]),
    ]),
    isClosed,
    isExcerpt,
    ...(sample && { sample }),
  });
  const written = new TurtleDocument('file:///draft.ttl', 1, text);
  const shapes = readShapes(written.graph, termPrinter([written.prefixes]));
  const input = { dataGraph: classGraph, reportedGraph: dataGraph, classGraph, shapes };
  const { violations } = await builtinValidator().validate(input, signal);
  return {
    text,
    shapes: shapes.shapes.filter(({ id }) => terms.isIri(id)).length,
    // Those of property shapes are counted there.
    constraints: shapes.shapes
      .flatMap(({ constraints }) => constraints)
      .filter(({ parameter }) => parameter !== sh.property).length,
    results: violations.length,
  };
}
