import { yieldToEventLoop } from '../../../base/abort.ts';
import { counted } from '../../../base/counted.ts';
import { groupBy } from '../../../base/groupBy.ts';
import { loadVocabulariesFor } from '../../../rdf/completeVocabularies.ts';
import { wrongNamespaces } from '../../../rdf/syntaxRepair/wrongNamespaces.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { lintShapes, mayHaveShapes } from '../../../shacl/lint/lintShapes.ts';
import { misspeltDataNames } from '../../../shacl/lint/misspeltDataNames.ts';
import type { MistakenFile } from '../../../shacl/lint/provenRemedies.ts';
import type { ShapesMistake } from '../../../shacl/lint/shapesMistake.ts';
import type { ShapesGraph } from '../../../shacl/model/shapesGraph.ts';
import { loadQueryEngine, queryEngine } from '../../../shacl/sparql/queryEngine.ts';
import { compileQueries, hasQueryTexts } from '../../../shacl/sparql/queryFindings.ts';
import type { LinkedUnit } from '../../../workspace/project/linkedUnit.ts';
import { linkPlace } from '../../../workspace/project/linkReason.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import type { FileDiagnostic } from '../analysis.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import type { ShapesCache, UnitGraphs } from '../unitGraphs.ts';

/** A shapes file of a unit, with its problems. */
export interface JudgedShapes {
  readonly document: TurtleDocument;
  readonly shapes: ShapesGraph;
  /** The files of the shapes graph, including `document`. */
  readonly documents: readonly TurtleDocument[];
  readonly mistakes: readonly ShapesMistake[];
  readonly judgeData?: MistakenFile['judgeData'];
}

/**
 * The problems of the shapes files of a unit, and of its data files that hold shapes although nothing links them as shapes;
 * in other data files, the names that are probably misspelt. Files whose contents must not be shown are left out.
 *
 * @throws the signal's reason when aborted.
 */
export async function judgedShapes(
  { graphs: { data, shapes, input, linked, readShapes }, report }: Pick<UnitAnalysis, 'graphs' | 'report'>,
  cache: ShapesCache,
  signal: AbortSignal,
): Promise<readonly JudgedShapes[]> {
  const found: JudgedShapes[] = [];
  const judge = async (
    document: TurtleDocument,
    graph: ShapesGraph,
    documents: readonly TurtleDocument[],
  ) => {
    if (hasQueryTexts(graph)) {
      await loadQueryEngine(graph.graph);
      await compileQueries(graph, signal);
    }
    await loadVocabulariesFor(document.prefixes);
    await yieldToEventLoop(signal);
    found.push({ document, shapes: graph, documents, mistakes: mistakesIn(document, graph) });
  };
  for (const document of shapes) {
    if (document.hasText && !linked.foreign.has(document.uri)) await judge(document, input.shapes, shapes);
  }
  for (const document of data) {
    if (shapes.includes(document) || !document.hasText) continue;
    if (mayHaveShapes(document)) await judge(document, cache.read([document], readShapes), [document]);
    else if (document.isTurtle && !linked.foreign.has(document.uri) && document.graph.size <= mostTriples) {
      await loadVocabulariesFor(document.prefixes);
      await yieldToEventLoop(signal);
      const judgeData = (edited: TurtleDocument) => misspeltDataNames(edited, input);
      // A result at the name already reports it and has its repairs.
      const told = new Set(report.diagnostics.get(document.uri)?.map(({ range }) => range.start));
      const mistakes = judgeData(document).filter(({ range }) => !told.has(range.start));
      if (mistakes.length > 0)
        found.push({ document, shapes: input.shapes, documents: [document], mistakes, judgeData });
    }
  }
  return found;
}

/** In larger files, comparing names takes too long. */
const mostTriples = 200_000;

/** The problems of a file, cached for the same texts. */
function mistakesIn(document: TurtleDocument, shapes: ShapesGraph): readonly ShapesMistake[] {
  const known = lastMistakes.get(document);
  const withQueries = queryEngine() !== undefined;
  if (known && known.graph === shapes.graph && known.withQueries === withQueries) return known.mistakes;
  const mistakes = lintShapes(document, shapes);
  lastMistakes.set(document, { graph: shapes.graph, withQueries, mistakes });
  return mistakes;
}

const lastMistakes = new WeakMap<
  TurtleDocument,
  {
    readonly graph: ShapesGraph['graph'];
    readonly withQueries: boolean;
    readonly mistakes: readonly ShapesMistake[];
  }
>();

/** The key by which fixes of a mistake find it, as long as the text is the same. */
export function mistakeKey({ range, message }: ShapesMistake): string {
  return `shapes ${range.start} ${message}`;
}

/**
 * The diagnostics of the mistakes of shapes files, by file. Where an asked document is linked to a file with errors, its
 * link is marked as well.
 */
export function mistakeDiagnostics(
  judged: readonly JudgedShapes[],
  { linked }: Pick<UnitGraphs, 'linked'>,
  asked: string,
): ReadonlyMap<string, readonly FileDiagnostic[]> {
  const byFile = new Map(
    judged.map((each) => {
      const { document, mistakes } = each;
      return [document.uri, shownMistakes(document.uri === asked ? ownMistakes(each) : mistakes)];
    }),
  );
  const atLinks = judged.flatMap((each) =>
    each.document.uri === asked ? [] : brokenLink(each, linked, asked),
  );
  if (atLinks.length > 0) byFile.set(asked, [...(byFile.get(asked) ?? []), ...atLinks]);
  return byFile;
}

/** The mistakes of an open file, except mistyped namespaces, which are reported and fixed in files of any kind. */
export function ownMistakes({ document, mistakes }: JudgedShapes): readonly ShapesMistake[] {
  const said = new Set(wrongNamespaces(document).map(({ range }) => range.start));
  return mistakes.filter(({ range }) => !said.has(range.start));
}

/** The diagnostics of mistakes. For each name that was probably meant to be another, only the first ones. */
function shownMistakes(mistakes: readonly ShapesMistake[]): readonly FileDiagnostic[] {
  const hints = mistakes.filter(({ severity }) => severity === 'hint');
  const limits = new Map<ShapesMistake, string>();
  const left = new Set<ShapesMistake>();
  for (const same of groupBy(hints, ({ message }) => message).values()) {
    if (same.length <= shownHints) continue;
    for (const each of same.slice(shownHints)) left.add(each);
    const limit = `This file has it ${same.length} times. The first ${shownHints} are shown.`;
    limits.set(same[shownHints - 1]!, limit);
  }
  return mistakes
    .filter((each) => !left.has(each))
    .map((each) => {
      const found = diagnosticOf(each);
      const limit = limits.get(each);
      return limit === undefined ? found : { ...found, message: `${found.message} ${limit}` };
    });
}

/** A name written by a program may be on every line. */
const shownHints = 100;

function diagnosticOf(mistake: ShapesMistake): FileDiagnostic {
  const { range, severity, message } = mistake;
  const key = mistake.remedies.length > 0 ? mistakeKey(mistake) : undefined;
  const code = severity === 'hint' ? 'name' : ofShapes.code;
  return { ...ofShapes, code, range, severity, message, related: [], key };
}

/** At the link to a file with errors, or at the start of a document whose link is written elsewhere: how many, and where. */
function brokenLink(
  { document: { uri }, mistakes }: JudgedShapes,
  { links }: LinkedUnit,
  asked: string,
): readonly FileDiagnostic[] {
  const errors = mistakes.filter(({ severity }) => severity === 'error');
  if (errors.length === 0) return [];
  const reasons = links.filter((link) => link.uri === uri).flatMap((link) => link.reasons);
  const place = reasons.map(linkPlace).find((each) => each?.uri === asked);
  const message = `${fileNameOfUri(uri)} has ${counted(errors.length, 'error')}, so its shapes do not check this file as they were meant to.`;
  const related = errors
    .slice(0, shownErrors)
    .map((each) => ({ place: { uri, range: each.range }, message: each.message }));
  const range = place?.range ?? { start: 0, end: 0 };
  return [{ ...ofShapes, range, severity: 'warning', message, related, key: undefined }];
}

const ofShapes = { source: 'SHACL Repair', code: 'shapes', codeHref: undefined } as const;

/** Related information is shown as a list. */
const shownErrors = 8;
