import type { Graph } from '../rdf/graph.ts';
import { termToNTriples } from '../rdf/nTriples.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { TurtleDocument } from '../rdf/turtle/turtleDocument.ts';
import { namespaces, rdf, sh } from '../rdf/vocab.ts';
import { readList } from '../shacl/model/reading.ts';
import type { Violation } from '../shacl/model/violation.ts';
import { reportToTurtle } from '../shacl/results/reportTurtle.ts';

/** A test in the vocabulary of the W3C SHACL test suite. */
export interface ShaclTest {
  readonly name: string;
  /** The URI of the data graph. The shapes graph is named the same way. */
  readonly data: string;
  readonly shapes: string;
  readonly report: readonly string[];
  readonly expectsMessages: boolean;
  /** The severities with which data do not conform, where the report says which (sh:conformanceDisallows of SHACL 1.2). */
  readonly disallows: ReadonlySet<TermId> | undefined;
  /** Whether the test expects no report, because the shapes cannot be processed. */
  readonly expectsFailure: boolean;
}

/** The tests of a manifest. */
export function readTests({ graph }: Pick<TurtleDocument, 'graph'>): readonly ShaclTest[] {
  const mf = (name: string) => terms.iri(`http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#${name}`);
  const sht = (name: string) => terms.iri(`http://www.w3.org/ns/shacl-test#${name}`);
  const entries = graph.withPredicate(mf('entries')).flatMap(({ object }) => readList(graph, object) ?? []);
  return entries.map((entry) => {
    const [action] = graph.objects(entry, mf('action'));
    const [report] = graph.objects(entry, mf('result'));
    const expectsMessages = graph
      .objects(report!, sh.result)
      .some((result) => graph.objects(result, sh.resultMessage).length > 0);
    const disallowed = graph.objects(report!, terms.iri(`${namespaces.sh}conformanceDisallows`));
    return {
      name: terms.value(entry).replace(/.*\/(.*\/)/, '$1'),
      data: terms.value(graph.objects(action!, sht('dataGraph'))[0]!),
      shapes: terms.value(graph.objects(action!, sht('shapesGraph'))[0]!),
      report: normalise(graph, report!, expectsMessages),
      expectsMessages,
      disallows: disallowed.length > 0 ? new Set(disallowed) : undefined,
      expectsFailure: report === sht('Failure'),
    };
  });
}

const compared = [
  sh.focusNode,
  sh.value,
  sh.resultPath,
  sh.resultSeverity,
  sh.sourceShape,
  sh.sourceConstraint,
  sh.sourceConstraintComponent,
];

/**
 * Converts a report to lines. The lines of two reports are equal exactly when the reports are isomorphic in the triples
 * that the suite compares: results are trees, and all blank nodes of the data count as equal.
 */
function normalise(graph: Graph, report: TermId, withMessages: boolean): readonly string[] {
  const properties = withMessages ? [...compared, sh.resultMessage] : compared;
  const results = graph
    .objects(report, sh.result)
    .map((result) =>
      properties
        .flatMap((property) =>
          graph
            .objects(result, property)
            .map((value) => `${terms.value(property).replace(/.*#/, '')} ${tree(graph, value, property)}`),
        )
        .join(' ; '),
    );
  const conforms = graph.objects(report, sh.conforms).map((value) => `conforms ${terms.value(value)}`);
  return [...conforms, ...results.toSorted()];
}

function tree(graph: Graph, node: TermId, property: TermId): string {
  if (!terms.isBlank(node)) return termToNTriples(node);
  if (property !== sh.resultPath) return '[]';
  const members = graph.objects(node, rdf.first).length > 0 ? readList(graph, node) : undefined;
  if (members) return `( ${members.map((member) => tree(graph, member, property)).join(' ')} )`;
  const parts = graph
    .outgoing(node)
    .map(({ predicate, object }) => `${termToNTriples(predicate)} ${tree(graph, object, property)}`);
  return `[ ${parts.toSorted().join(' ; ')} ]`;
}

/** The results in the form of a test's report. */
export function reportOf(
  violations: readonly Violation[],
  { expectsMessages, disallows }: ShaclTest,
): readonly string[] {
  const text = reportToTurtle(violations, disallows);
  const { graph, errors } = new TurtleDocument('file:///report.ttl', 1, text);
  if (errors[0]) throw new Error(errors[0].message);
  const [root] = graph.subjects(rdf.type, sh.ValidationReport);
  return normalise(graph, root!, expectsMessages);
}
