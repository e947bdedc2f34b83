import type { Graph } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { namespaces, sh, shRules } from '../../rdf/vocab.ts';
import { isTrue } from '../model/reading.ts';
import type { ShapesFinding } from '../model/shapesGraph.ts';
import type { UncheckedPart } from '../model/violation.ts';
import { shortForm, type TermPrinter } from '../model/words.ts';
import { hasTargetQuery } from '../sparql/readTargets.ts';
import { isUnknownShaclTerm, similarTerm } from './shaclTerms.ts';

/** A finding to show, with what is left out because of it. */
export interface Note {
  readonly finding: ShapesFinding;
  readonly notChecked?: UncheckedPart;
}

/** Notes on statements about shapes that are not evaluated. */
export function unsupportedStatements(
  graph: Graph,
  statements: readonly Triple[],
  term: TermPrinter,
): readonly Note[] {
  return withPredicates(
    statements,
    (predicate) =>
      unsupported.has(predicate) || predicate === shRules.values || isUnknownShaclTerm(predicate),
  ).flatMap((statement) => unsupportedStatement(graph, statement, term));
}

/** The statements whose predicate passes a test. The test runs once for each predicate. */
export function withPredicates(
  statements: readonly Triple[],
  test: (predicate: TermId) => boolean,
): readonly Triple[] {
  const passing = new Set([...new Set(statements.map(({ predicate }) => predicate))].filter(test));
  return statements.filter(({ predicate }) => passing.has(predicate));
}

/** Unsupported constraints and targets by their property, with the component that their results would name. */
const unsupported: ReadonlyMap<TermId, { readonly what: string; readonly component?: TermId }> = new Map([
  [
    sh.js,
    {
      what: 'JavaScript constraints are',
      component: terms.constant(`${namespaces.sh}JSConstraintComponent`),
    },
  ],
  [sh.target, { what: 'Targets without a query are' }],
]);

function unsupportedStatement(
  graph: Graph,
  { subject, predicate, object }: Triple,
  term: TermPrinter,
): readonly Note[] {
  const known = unsupported.get(predicate);
  if (known && graph.objects(object, sh.deactivated).some(isTrue)) return [];
  if (predicate === sh.target && hasTargetQuery(graph, object)) return [];
  if (predicate === shRules.values) {
    const message = wrongValues(graph, subject);
    if (message === undefined) return [];
    return [
      {
        finding: { severity: 'error', message, shape: subject, parameter: predicate, value: object },
        notChecked: { reason: `${term(subject)}: ${message}`, shape: subject },
      },
    ];
  }
  const { severity, message } = known
    ? { severity: 'information' as const, message: `${known.what} not evaluated.` }
    : describeTerm(predicate);
  return [
    {
      finding: { severity, message, shape: subject, parameter: predicate, value: object },
      notChecked: {
        reason: `${term(subject)}: ${message}`,
        shape: subject,
        // A target that is not evaluated may select any node.
        ...(predicate === sh.target ? { concerns: 'anyNode' as const } : {}),
        ...(known?.component === undefined ? {} : { component: known.component }),
      },
    },
  ];
}

/** The problem with the sh:values of a shape, whose values are then not derived (SHACL 1.2). */
function wrongValues(graph: Graph, shape: TermId): string | undefined {
  const [path] = graph.objects(shape, sh.path);
  if (path === undefined || !terms.isIri(path))
    return 'sh:values is for property shapes whose sh:path is a property. No values are derived.';
  return graph.objects(shape, shRules.values).length > 1
    ? 'A property shape has one sh:values, this one has several. No values are derived.'
    : undefined;
}

function describeTerm(predicate: TermId): Pick<ShapesFinding, 'severity' | 'message'> {
  const name = shortForm(predicate);
  const similar = similarTerm(predicate);
  const hint = similar === undefined ? '' : ` Did you mean ${shortForm(similar)}?`;
  return { severity: 'warning', message: `${name} is not a SHACL property and is not checked.${hint}` };
}
