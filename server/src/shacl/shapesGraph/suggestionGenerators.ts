import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf, rdfs, sh, xsd } from '../../rdf/vocab.ts';
import type { Violation } from '../model/violation.ts';
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
const suggestion = dash('suggestion');
const suggestionGenerator = dash('suggestionGenerator');
const propertySuggestionGenerator = dash('propertySuggestionGenerator');
const scriptSuggestionGenerator = dash('ScriptSuggestionGenerator');
const javaScript = dash('js');
const addedTriple = dash('addedTriple');
const deletedTriple = dash('deletedTriple');

const shUpdate = terms.constant(`${namespaces.sh}update`);
const shSelect = terms.constant(`${namespaces.sh}select`);
const shPrefixes = terms.constant(`${namespaces.sh}prefixes`);
const shDeclare = terms.constant(`${namespaces.sh}declare`);
const shPrefix = terms.constant(`${namespaces.sh}prefix`);
const shNamespace = terms.constant(`${namespaces.sh}namespace`);
const rdfSubject = terms.constant(`${namespaces.rdf}subject`);
const rdfPredicate = terms.constant(`${namespaces.rdf}predicate`);
const rdfObject = terms.constant(`${namespaces.rdf}object`);

/**
 * The suggestions of the shapes graph for a result. Those stated nearest to the result come first, and among these,
 * those with the highest sh:order.
 */
export function suggestionsFor(graph: Graph, violation: Violation): readonly AuthoredSuggestion[] {
  const { sourceShape, component, constraint, path } = violation;
  const isProperty = path !== undefined;
  const authors = [
    ...(component === sh.SPARQLConstraintComponent ? [constraint.parameterValue] : []),
    sourceShape,
    component,
  ];
  return authors.flatMap((author) => {
    const nodes = [
      suggestion,
      suggestionGenerator,
      ...(isProperty ? [propertySuggestionGenerator] : []),
    ].flatMap((property) => graph.objects(author, property));
    return [...new Set(nodes)]
      .sort((a, b) => orderOf(graph, b) - orderOf(graph, a))
      .flatMap((node) => {
        const read = readSuggestion(graph, node);
        return 'message' in read ? [] : [{ ...read, author, messages: messagesOf(graph, node) }];
      });
  });
}

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

function readSuggestion(graph: Graph, node: TermId): Content | Unusable {
  const updates = graph.objects(node, shUpdate);
  const selects = graph.objects(node, shSelect);
  const statements = [addedTriple, deletedTriple].map((property) => graph.objects(node, property));
  if (updates.length > 0) {
    if (updates.length > 1 || selects.length > 1 || ![...updates, ...selects].every(isString)) {
      return unusable('it needs exactly one sh:update and at most one sh:select, which are strings');
    }
    return {
      kind: 'update',
      update: terms.value(updates[0]!),
      select: selects[0] === undefined ? undefined : terms.value(selects[0]),
      prefixes: declaredPrefixes(graph, node),
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

function messagesOf(graph: Graph, node: TermId): readonly TermId[] {
  const messages = graph.objects(node, sh.message);
  return messages.length > 0 ? messages : graph.objects(node, rdfs.label);
}

function orderOf(graph: Graph, node: TermId): number {
  const [order] = graph.objects(node, sh.order);
  return (order !== undefined && Number(terms.value(order))) || 0;
}

/**
 * The prefixes that sh:declare defines for the values of sh:prefixes and for what these import (SHACL 5.2.1).
 * Well-known prefixes need no declaration.
 */
function declaredPrefixes(graph: Graph, node: TermId): ReadonlyMap<string, string> {
  const prefixes = new Map<string, string>(Object.entries(namespaces));
  const ontologies = new Set(graph.objects(node, shPrefixes));
  for (const ontology of ontologies) {
    for (const imported of graph.objects(ontology, owl.imports)) ontologies.add(imported);
    for (const declaration of graph.objects(ontology, shDeclare)) {
      const [prefix] = graph.objects(declaration, shPrefix);
      const [namespace] = graph.objects(declaration, shNamespace);
      if (prefix !== undefined && namespace !== undefined) {
        prefixes.set(terms.value(prefix), terms.value(namespace));
      }
    }
  }
  return prefixes;
}
