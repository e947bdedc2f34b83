import {
  anyOf,
  enumOf,
  listOf,
  nonNegativeInteger,
  nullable,
  object,
  type ShapeType,
  string,
} from '../../../base/jsonShape.ts';
import type { Graph, GraphDelta } from '../../../rdf/graph.ts';
import { tripleKey } from '../../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { printTerm } from '../../../rdf/turtle/printTerm.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { printPath } from '../../../shacl/model/path.ts';
import { type Violation, violationKey } from '../../../shacl/model/violation.ts';

const verdictResult = object({
  /** Whether the case has it as well, or the answer introduced it. */
  state: enumOf('left', 'new'),
  /** IRI. */
  component: string,
  focus: string,
  path: nullable(string),
  value: nullable(string),
  message: string,
});
type VerdictResult = ShapeType<typeof verdictResult>;

/** Lines of Turtle after a mark: `-` for removed triples, `+` for added ones, a space for others. */
const differenceLines = object({
  lines: listOf(string),
  /** The number of triples that are left out. */
  more: nonNegativeInteger,
});
type DifferenceLines = ShapeType<typeof differenceLines>;

const judged = object({
  kind: enumOf('judged'),
  /** The results of the repaired graph that the graph before the case does not have. */
  results: listOf(verdictResult),
  /** The number of results that are not listed. */
  moreResults: nonNegativeInteger,
  /** The change of the case to the graph before it, as Turtle. */
  broken: differenceLines,
  /** The difference between the repaired graph and the graph before the case, as Turtle with surrounding triples. */
  difference: differenceLines,
});
/** It is not an update, or of a kind that is not evaluated. */
const refused = object({ kind: enumOf('refused'), reason: string });

/** The findings on an answer that does not restore the graph, for people. */
export type AnswerFindings = ShapeType<typeof judged> | ShapeType<typeof refused>;
export const findingsShape = anyOf<AnswerFindings>(judged, refused);

const maxResults = 10;
const maxTriples = 40;
/** How many unchanged triples of the same subject are shown around a difference. */
const maxAround = 12;
/** The maximum length of a line or a message, in UTF-16 units. */
const maxLength = 400;

/** The findings that a verdict is made from. */
export interface Findings {
  /** The graph before the case. */
  readonly graph: Graph;
  /** The change of the case, and the difference between the repaired graph and the graph before it. */
  readonly change: GraphDelta;
  readonly difference: GraphDelta;
  /** The results of the case, and those of the repaired graph. */
  readonly before: readonly Violation[];
  readonly after: readonly Violation[];
  readonly prefixes: ReadonlyMap<string, string>;
}

export function verdictOn({ graph, change, difference, before, after, prefixes }: Findings): AnswerFindings {
  const print = (id: TermId) => printTerm(id, { prefixes });
  const known = new Set(before.map(violationKey));
  const results = after.slice(0, maxResults).map((result): VerdictResult => {
    const { focusNode, path, value, component, recordedMessages } = result;
    return {
      state: known.has(violationKey(result)) ? 'left' : 'new',
      component: terms.value(component),
      focus: clipped(print(focusNode)),
      path: path === undefined ? null : clipped(printPath(path, print)),
      value: value === undefined ? null : clipped(print(value)),
      message: clipped(recordedMessages.map((message) => terms.value(message)).join(' ')),
    };
  });
  return {
    kind: 'judged',
    results,
    moreResults: after.length - results.length,
    broken: linesOf(change, [], print),
    difference: linesOf(difference, around(graph, difference), print),
  };
}

/** Some unchanged triples of the subjects of a difference. */
function around(graph: Graph, { added, removed }: GraphDelta): readonly Triple[] {
  const gone = new Set(removed.map(tripleKey));
  const subjects = [...new Set([...removed, ...added].map(({ subject }) => subject))].slice(0, maxAround);
  const most = Math.max(2, Math.floor(maxAround / Math.max(1, subjects.length)));
  return subjects.flatMap((subject) => {
    const kept = graph.outgoing(subject).filter((triple) => !gone.has(tripleKey(triple)));
    // Types come first, because they say what the rest is about.
    return kept.toSorted((a, b) => Number(isType(b)) - Number(isType(a))).slice(0, most);
  });
}

function isType({ predicate }: Triple): boolean {
  return predicate === rdf.type;
}

type Mark = ' ' | '-' | '+';

function linesOf(
  { added, removed }: GraphDelta,
  same: readonly Triple[],
  print: (id: TermId) => string,
): DifferenceLines {
  const marked = (mark: Mark, triples: readonly Triple[]) =>
    triples.map((triple) => ({ mark, triple, order: orderOf(triple, mark, print) }));
  const changed = [...marked('-', removed), ...marked('+', added)].sort(byOrder);
  const shown = [...changed.slice(0, maxTriples), ...marked(' ', same)].sort(byOrder);
  return {
    lines: shown.map(({ mark, triple }) => clipped(`${mark} ${lineOf(triple, print)}`)),
    more: Math.max(0, changed.length - maxTriples),
  };
}

interface Ordered {
  readonly order: string;
}

function byOrder(a: Ordered, b: Ordered): number {
  return a.order < b.order ? -1 : a.order > b.order ? 1 : 0;
}

/** Sorted by subject, types first, then by property, so that replaced triples are adjacent. */
function orderOf(triple: Triple, mark: Mark, print: (id: TermId) => string): string {
  const { subject, predicate, object } = triple;
  const property = isType(triple) ? '' : print(predicate);
  return [print(subject), property, { ' ': 0, '-': 1, '+': 2 }[mark], print(object)].join('\u0000');
}

function lineOf(triple: Triple, print: (id: TermId) => string): string {
  const { subject, predicate, object } = triple;
  const property = isType(triple) ? 'a' : print(predicate);
  return `${print(subject)} ${property} ${print(object)} .`.replaceAll('\n', '\\n');
}

function clipped(text: string): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}
