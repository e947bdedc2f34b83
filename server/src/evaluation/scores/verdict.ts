import type { Graph, GraphDelta } from '../../rdf/graph.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { tripleKey } from '../../rdf/tripleKey.ts';
import { rdf } from '../../rdf/vocab.ts';
import { printPath } from '../../shacl/paths/path.ts';
import { type Violation, violationKey } from '../../shacl/results/violation.ts';
import { printTerm } from '../../turtle/printTerm.ts';

/** What was found about an answer that does not restore the graph, for people. */
export type Verdict =
  /** It is no update, or none of a kind that is evaluated. */
  | { readonly kind: 'refused'; readonly reason: string }
  | {
      readonly kind: 'judged';
      /** The results that the repaired graph has and the graph before the case has not. */
      readonly results: readonly VerdictResult[];
      /** How many of them are not listed. */
      readonly moreResults: number;
      /** What the case changed in the graph before it, as Turtle. */
      readonly broken: Difference;
      /** How the repaired graph differs from the graph before the case, as Turtle, with triples around it. */
      readonly difference: Difference;
    };

export interface VerdictResult {
  /** The case had it, too, or the answer brought it about. */
  readonly state: 'left' | 'new';
  /** IRI. */
  readonly component: string;
  readonly focus: string;
  readonly path: string | null;
  readonly value: string | null;
  readonly message: string;
}

/** Lines of Turtle behind a space, `-` for what was there and is not any more, or `+`. */
export interface Difference {
  readonly lines: readonly string[];
  /** How many triples are left out. */
  readonly more: number;
}

const maxResults = 10;
const maxTriples = 40;
/** Triples of the same subject that stay as they are, shown around a difference. */
const maxAround = 12;
/** Of a line or a message, in UTF-16 units. */
const maxLength = 400;

/** What a verdict is made of. */
export interface Findings {
  /** Before the case. */
  readonly graph: Graph;
  /** What the case changed in it, and how the repaired graph differs from it. */
  readonly change: GraphDelta;
  readonly difference: GraphDelta;
  /** Of the case, and of the repaired graph. */
  readonly before: readonly Violation[];
  readonly after: readonly Violation[];
  readonly prefixes: ReadonlyMap<string, string>;
}

export function verdictOn({ graph, change, difference, before, after, prefixes }: Findings): Verdict {
  const print = (id: TermId) => printTerm(id, { prefixes });
  const known = new Set(before.map(violationKey));
  const results = after.slice(0, maxResults).map((result): VerdictResult => {
    const { focusNode, path, value, component, messages } = result;
    return {
      state: known.has(violationKey(result)) ? 'left' : 'new',
      component: terms.value(component),
      focus: clipped(print(focusNode)),
      path: path === undefined ? null : clipped(printPath(path, print)),
      value: value === undefined ? null : clipped(print(value)),
      message: clipped(messages.map((message) => terms.value(message)).join(' ')),
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

/** Triples of the subjects of a difference that it leaves as they are, some of each. */
function around(graph: Graph, { added, removed }: GraphDelta): readonly Triple[] {
  const gone = new Set(removed.map(tripleKey));
  const subjects = [...new Set([...removed, ...added].map(({ subject }) => subject))].slice(0, maxAround);
  const most = Math.max(2, Math.floor(maxAround / Math.max(1, subjects.length)));
  return subjects.flatMap((subject) => {
    const kept = graph.outgoing(subject).filter((triple) => !gone.has(tripleKey(triple)));
    // What a node is comes first: without it nobody knows what the rest is about.
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
): Difference {
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

/** By subject, types first, then by property, so that what is exchanged stands together. */
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
