import { type TermId, terms } from '../../rdf/terms.ts';
import { sh } from '../../rdf/vocab.ts';
import type { Component, ResultDetails, Words } from '../model/component.ts';
import { illFormed } from '../model/reading.ts';
import type { ConstraintOf } from '../model/shape.ts';

/**
 * SHACL-SPARQL 5 and 6: constraints whose query finds violations, and constraint components that a shapes graph
 * declares. Their constraints are read by `sparql/readConstraints.ts`, and judged by `sparql/judgedByQuery.ts`.
 */
export const sparqlComponent: Component<'sparql'> = {
  kind: 'sparql',
  iri: sh.SPARQLConstraintComponent,
  parameter: sh.sparql,
  takes: 'constraint',
  meaning: 'The SPARQL query returns no violations.',
  refinements: [],
  propertyShapesOnly: false,
  single: false,
  read: () => illFormed('The constraint has no query.'),
  prepare: (constraint, { queryCheck }) => queryCheck(constraint),
  message: (constraint, { value, solution }, { subject, found, brief, term, pathless }) => {
    const node = solution?.get('this');
    const isShown = (name: string, id: TermId) =>
      !obvious.has(name) && id !== node && (pathless || (name !== 'path' && id !== value));
    const rest = [...(solution ?? [])].filter(([name, id]) => isShown(name, id));
    const where = rest.map(([name, id]) => `?${name} is ${brief(id)}`).join(', ');
    return `${subject} does not meet ${demand(constraint, term)}${found}${where && ` (${where})`}`;
  },
  recordedMessage: (constraint, _, { term }) => `The node does not meet ${demand(constraint, term)}`,
  explain: (constraint, { each, term }) => {
    const said =
      constraint.component === sh.ExpressionConstraintComponent ? undefined : authorText(constraint);
    return said === undefined ? `${each} must meet ${demand(constraint, term)}.` : sentence(said);
  },
  asksForValues: true,
  literalsOnly: () => false,
  shownAt: 'value',
  referenceLimit: () => 'it does not evaluate SPARQL',
  reads: () => ({ kind: 'query' }),
  refersTo: undefined,
  moreTriples: { mayMend: true, mayViolate: 'always' },
  excusedBy: 'none',
};

/** Variables that a result shows differently. */
const obvious: ReadonlySet<string> = new Set(['this', 'message', 'failure']);

function demand({ component, parameterValue, labels }: ConstraintOf<'sparql'>, term: Words['term']): string {
  if (component === sh.ExpressionConstraintComponent) return `the expression ${terms.value(labels[0]!)}`;
  if (component !== sh.SPARQLConstraintComponent) return `the constraint ${term(component)}`;
  return terms.isBlank(parameterValue)
    ? 'a SPARQL constraint'
    : `the SPARQL constraint ${term(parameterValue)}`;
}

/**
 * The author's description of a constraint, with the values of its parameters. A text with placeholders for a query's
 * findings describes a result, and is not used without one.
 */
function authorText({ labels, messages, query }: ConstraintOf<'sparql'>): string | undefined {
  const values = new Map(query.parameters.map(([parameter, value]) => [parameter, terms.value(value)]));
  return [labels[0], messages[0]]
    .filter((text) => text !== undefined)
    .map((text) =>
      terms
        .value(text)
        .replace(/\{[$?](\w+)\}/g, (placeholder, name: string) => values.get(name) ?? placeholder),
    )
    .find((text) => !/\{[$?]\w+\}/.test(text));
}

function sentence(text: string): string {
  const line = text.trim().replace(/\s+/g, ' ');
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

/** The message in the solution of a query. */
export function messageOfSolution({ solution }: ResultDetails): TermId | undefined {
  const message = solution?.get('message');
  return message !== undefined && terms.isLiteral(message) ? message : undefined;
}
