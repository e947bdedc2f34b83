import { applyEdits } from '../../../base/textEdit.ts';
import { planEdits } from '../../../rdf/edits/planEdits.ts';
import type { GraphDelta } from '../../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { LoadedCase, LoadedSuite } from '../../../vio/suite/readSuite.ts';
import { SuiteNames } from '../../../vio/suite/suiteNames.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import type { SuiteSources } from './suiteSources.ts';

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

/** The files do not contain what was repaired before cases were derived. */
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
