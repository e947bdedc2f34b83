import { sha256 } from '../../../base/sha256.ts';
import { applyEdits } from '../../../base/textEdit.ts';
import { planEdits } from '../../../rdf/edits/planEdits.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import { terms as dictionary, type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { UnionGraph } from '../../../rdf/unionGraph.ts';
import { shortForm } from '../../../shacl/model/words.ts';
import { locateConstraint } from '../../../shacl/results/locate.ts';
import { readShapes } from '../../../shacl/shapesGraph/readShapes.ts';
import { type SeverityLevel, severityLevel } from '../../../shacl/shapesGraph/severityLevel.ts';
import type { InputJson, ResultJson, SuiteJson } from '../../../vio/suite/format.ts';
import type { LoadedCase, LoadedSuite } from '../../../vio/suite/readSuite.ts';
import { SuiteNames } from '../../../vio/suite/suiteNames.ts';
import { type DocumentStore, isReadable } from '../../../workspace/project/documentStore.ts';
import { fileNameOfUri, folderOf, resolvePath } from '../../../workspace/project/uris.ts';
import type { FilePlace } from '../analysis.ts';
import { ConstraintDescriptions, type SuiteTerms } from './constraintDescriptions.ts';

/** The text of a file before and after a case's change. */
export interface CaseTexts {
  /** The name of the text, for example units.ttl. */
  readonly name: string;
  readonly original: string;
  readonly violated: string;
}

/**
 * The smallest edit of the text from which a case was derived. If that text has changed, or the change affects several
 * files, it is an edit of the suite's own graph.ttl.
 *
 * @returns the reason, as a sentence, when there are no such texts.
 */
export function caseTexts(
  suite: Pick<LoadedSuite, 'description' | 'graph' | 'names'>,
  { change }: Pick<LoadedCase, 'change'>,
  sources: SuiteSources,
): CaseTexts | string {
  const source = isUsable(suite, sources) ? sourceOf(change, sources.graph, suite) : undefined;
  if (source) {
    const texts = textsOf(source.document, source.change);
    if (typeof texts !== 'string') return texts;
  }
  return textsOf(suite.graph, change);
}

/** The files do not contain repairs made before cases were derived. */
function isUsable(
  { description }: Pick<LoadedSuite, 'description'>,
  sources: SuiteSources,
): sources is SuiteSources & { readonly graph: readonly TurtleDocument[] } {
  return sources.graph !== undefined && description.preparation === undefined;
}

function textsOf(document: TurtleDocument, change: GraphDelta): CaseTexts | string {
  const plan = planEdits(document, change);
  if (plan.kind === 'notExpressible') return plan.reason;
  const { text, uri } = document;
  return { name: fileNameOfUri(uri), original: text, violated: applyEdits(text, plan.edits) };
}

/** The document that states what is removed, or describes what is added; undefined when there are several. */
function sourceOf(
  change: GraphDelta,
  documents: readonly TurtleDocument[],
  { names }: Pick<LoadedSuite, 'names'>,
): { readonly document: TurtleDocument; readonly change: GraphDelta } | undefined {
  const own = inDocuments(change, documents, names.graph);
  if (own.removed.length > 0) {
    const document = documents.find(({ graph }) =>
      own.removed.every(({ subject, predicate, object }) => graph.has(subject, predicate, object)),
    );
    return document && { document, change: own };
  }
  const [first] = own.added;
  const document =
    documents.find(({ graph }) => first && graph.outgoing(first.subject).length > 0) ?? documents[0];
  return document && { document, change: own };
}

/** Replaces the blank nodes of graph.ttl in a change by those of the documents; both are numbered in the same order. */
function inDocuments(
  { removed, added }: GraphDelta,
  documents: readonly TurtleDocument[],
  names: SuiteNames,
): GraphDelta {
  const touched = [...removed, ...added].some(({ subject, object }) =>
    [subject, object].some((term) => terms.isBlank(term)),
  );
  if (!touched) return { removed, added };
  const own = SuiteNames.of({ triples: () => triplesOf(documents) }, 'b');
  const meant = (term: TermId) => (terms.isBlank(term) ? (own.node(names.label(term)) ?? term) : term);
  const translated = ({ subject, predicate, object }: Triple): Triple => ({
    subject: meant(subject),
    predicate,
    object: meant(object),
  });
  return { removed: removed.map(translated), added: added.map(translated) };
}

function* triplesOf(documents: readonly TurtleDocument[]): Generator<Triple> {
  for (const { graph } of documents) yield* graph.triples();
}

/** The change of a case and its consequences. */
export interface CaseDetails {
  /** Triples, printed as Turtle. */
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly results: readonly {
    readonly severity: SeverityLevel;
    readonly message: string;
    readonly focusNode: string;
  }[];
  /** Further remarks, as sentences. */
  readonly notes: readonly string[];
}

export function caseDetails({ json, change }: LoadedCase, terms: SuiteTerms): CaseDetails {
  const { stats, dedup, crossCheck, difference, report } = json;
  const result = ({ focus, severity, message }: ResultJson): CaseDetails['results'][number] => ({
    severity: severityLevel(dictionary.iri(severity.slice(1, -1))),
    message,
    focusNode: terms.printed(focus),
  });
  return {
    removed: terms.statements(change.removed, change),
    added: terms.statements(change.added, change),
    results: report.map(result),
    notes: [
      ...(json.notCompared === undefined ? [] : [json.notCompared]),
      ...(crossCheck === 'differs'
        ? [`FRAGILE: ${difference ?? 'rdf-validate-shacl judges it differently.'}`]
        : []),
      ...repairNote(stats),
      ...(dedup.sameGraphAs === null ? [] : [`The changed graph is that of ${dedup.sameGraphAs}.`]),
    ],
  };
}

function repairNote({
  inverseSize,
  minRepairSize,
  recoverable,
  degenerateRepairExists,
}: LoadedCase['json']['stats']): readonly string[] {
  if (minRepairSize === null) return [];
  const triples = (count: number) => (count === 1 ? '1 triple' : `${count} triples`);
  const size = `The smallest repair changes ${triples(minRepairSize)}`;
  const restores =
    recoverable === true
      ? ' and can restore the graph'
      : recoverable === false
        ? `; restoring the graph takes ${triples(inverseSize)}`
        : '';
  const degenerate =
    degenerateRepairExists === true ? ' A repair that small only takes the node out of its target.' : '';
  return [`${size}${restores}.${degenerate}`];
}

/** The files from which a suite was generated, as far as they still exist unchanged. */
export interface SuiteSources {
  /** All data files, then context, in the order of suite.json; undefined when one is missing. */
  readonly graph: readonly TurtleDocument[] | undefined;
  readonly shapes: readonly TurtleDocument[];
}

/** Looks for the files beside the suite's folder, then in the whole workspace. Their names and hashes must match. */
export async function suiteSources(
  folderUri: string,
  { inputs }: SuiteJson,
  store: DocumentStore,
): Promise<SuiteSources> {
  const workspaceFiles = await store.workspaceFiles();
  const found = new Map<InputJson, TurtleDocument | undefined>();
  for (const input of inputs) found.set(input, await find(input));
  const graph = inputs.filter(({ role }) => role !== 'shapes').map((input) => found.get(input));
  const shapes = inputs.filter(({ role }) => role === 'shapes').map((input) => found.get(input));
  return {
    graph: graph.includes(undefined) ? undefined : distinct(graph),
    shapes: distinct(shapes),
  };

  async function find({ name, sha256: wanted }: InputJson): Promise<TurtleDocument | undefined> {
    const beside = resolvePath(folderOf(folderUri), name);
    const same = workspaceFiles.filter(
      (uri) => uri.endsWith(`/${encodeURI(name)}`) || fileNameOfUri(uri) === name,
    );
    for (const uri of new Set([beside, ...same])) {
      const document = await store.document(uri);
      if (isReadable(document) && sha256(document.text) === wanted) return document;
    }
    return undefined;
  }
}

/** Returns a function that finds where a constraint is declared, given its key. */
export function constraintPlaces({ shapes }: SuiteSources): (key: string) => FilePlace | undefined {
  if (shapes.length === 0) return () => undefined;
  const graph =
    shapes.length === 1 ? shapes[0]!.graph : new UnionGraph(shapes.map((document) => document.graph));
  const known = new ConstraintDescriptions(readShapes(graph), shortForm);
  return (key) => {
    const constraint = known.constraint(key);
    const place = constraint && locateConstraint(constraint, shapes);
    return place && { uri: place.document.uri, range: place.range };
  };
}

function distinct(documents: readonly (TurtleDocument | undefined)[]): readonly TurtleDocument[] {
  return [...new Set(documents)].filter((document) => document !== undefined);
}
