import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../../rdf/vocab.ts';
import { readPrefixes } from '../sparql/readQuery.ts';
import type { Note } from './unsupported.ts';

/**
 * A repair that the authors of shapes suggest with the DASH Suggestions vocabulary: an update or a fixed change. It is
 * stated at a shape for the shape's results, or at a constraint component for all results of the component.
 */
export type AuthoredSuggestion = {
  /** The shape, constraint or constraint component at which the suggestion is stated. */
  readonly author: TermId;
  /** What the suggestion does: values of sh:message, otherwise of rdfs:label. They may have placeholders. */
  readonly messages: readonly TermId[];
} & (
  | {
      readonly kind: 'update';
      /** A SPARQL Update. */
      readonly update: string;
      /** A SELECT query. Each of its solutions makes a separate suggestion. */
      readonly select: string | undefined;
      readonly prefixes: ReadonlyMap<string, string>;
    }
  | { readonly kind: 'change'; readonly change: GraphDelta }
);

const dash = (name: string) => terms.constant(`http://datashapes.org/dash#${name}`);
export const suggestion = dash('suggestion');
export const suggestionGenerator = dash('suggestionGenerator');
export const propertySuggestionGenerator = dash('propertySuggestionGenerator');
const scriptSuggestionGenerator = dash('ScriptSuggestionGenerator');
const javaScript = dash('js');
const addedTriple = dash('addedTriple');
const deletedTriple = dash('deletedTriple');

const shUpdate = terms.constant(`${namespaces.sh}update`);
const shSelect = terms.constant(`${namespaces.sh}select`);
const rdfSubject = terms.constant(`${namespaces.rdf}subject`);
const rdfPredicate = terms.constant(`${namespaces.rdf}predicate`);
const rdfObject = terms.constant(`${namespaces.rdf}object`);

/** The suggestions that are not run, with the reasons. */
export function unusableSuggestions(graph: Graph): readonly Note[] {
  return [suggestion, suggestionGenerator, propertySuggestionGenerator]
    .flatMap((property) => graph.withPredicate(property))
    .flatMap(({ subject, predicate, object }) => {
      const read = readSuggestion(graph, object);
      return 'message' in read
        ? [{ finding: { ...read, shape: subject, parameter: predicate, value: object } }]
        : [];
    });
}

type Unusable = Pick<Note['finding'], 'severity' | 'message'>;

type Content<S = AuthoredSuggestion> = S extends AuthoredSuggestion ? Omit<S, 'author' | 'messages'> : never;

/** What a suggestion does, or why it is not made. */
export function readSuggestion(graph: Graph, node: TermId): Content | Unusable {
  const updates = graph.objects(node, shUpdate);
  const selects = graph.objects(node, shSelect);
  const statements = [addedTriple, deletedTriple].map((property) => graph.objects(node, property));
  if (updates.length > 0) {
    if (updates.length > 1 || selects.length > 1 || ![...updates, ...selects].every(isString)) {
      return unusable('it needs exactly one sh:update and at most one sh:select, which are strings');
    }
    const declared = readPrefixes(graph, node);
    if (typeof declared === 'string')
      return unusable(declared.replace(/^T|\.$/g, (end) => (end === 'T' ? 't' : '')));
    return {
      kind: 'update',
      update: terms.value(updates[0]!),
      select: selects[0] === undefined ? undefined : terms.value(selects[0]),
      // Well-known prefixes need no declaration.
      prefixes: new Map([...Object.entries(namespaces), ...declared]),
    };
  }
  if (statements.some((nodes) => nodes.length > 0)) {
    const [added, removed] = statements.map((nodes) =>
      nodes.map((statement) => readTriple(graph, statement)),
    );
    if (![...added!, ...removed!].every((triple) => triple !== undefined)) {
      return unusable(
        'each dash:addedTriple and dash:deletedTriple needs one rdf:subject, rdf:predicate and rdf:object that make a triple',
      );
    }
    return { kind: 'change', change: { added: added as Triple[], removed: removed as Triple[] } };
  }
  if (graph.has(node, rdf.type, scriptSuggestionGenerator) || graph.objects(node, javaScript).length > 0) {
    return {
      severity: 'information',
      message: 'Suggestions by script are not run: write this one as sh:update.',
    };
  }
  return graph.outgoing(node).length === 0
    ? unusable('no linked shapes file describes it')
    : unusable('it has neither sh:update nor dash:addedTriple and dash:deletedTriple');
}

function unusable(reason: string): Unusable {
  return { severity: 'warning', message: `This suggestion is not made for any result: ${reason}.` };
}

function isString(term: TermId): boolean {
  return terms.datatype(term) === xsd.string;
}

function readTriple(graph: Graph, statement: TermId): Triple | undefined {
  const [subjects, predicates, objects] = [rdfSubject, rdfPredicate, rdfObject].map((property) =>
    graph.objects(statement, property),
  );
  if (subjects!.length !== 1 || predicates!.length !== 1 || objects!.length !== 1) return undefined;
  const triple = { subject: subjects![0]!, predicate: predicates![0]!, object: objects![0]! };
  return terms.isLiteral(triple.subject) || !terms.isIri(triple.predicate) ? undefined : triple;
}
