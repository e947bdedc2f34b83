import { yieldToEventLoop } from '../../../base/abort.ts';
import { counted } from '../../../base/counted.ts';
import { lazy } from '../../../base/lazy.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { isLanguageTerm } from '../../../rdf/publishedVocabularies.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { owl } from '../../../rdf/vocab.ts';
import type { Evaluator } from '../../../shacl/evaluator.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import { type Place, triplePlace } from '../../../shacl/results/locate.ts';
import { restsOn } from '../../../shacl/results/restsOn.ts';
import {
  type SeverityLevel,
  severityLevel,
  severityLevels,
} from '../../../shacl/shapesGraph/severityLevel.ts';
import type { DescribedNamespaces } from '../../../workspace/project/describedNamespaces.ts';
import { termPrinter } from '../termPrinter.ts';
import type { UnitGraphs } from '../unitGraphs.ts';
import { type MisnamedTerm, MisnamedTerms } from './misspeltProperty.ts';
import type { PlacedViolation } from './placedViolation.ts';
import type { RepeatedValue } from './repeatedValues.ts';
import {
  type DeclaredNamespace,
  declaredNamespaces,
  type RespeltNamespace,
  RespeltNamespaces,
} from './respeltNamespaces.ts';

/**
 * Results with a common cause, which are still results. Either they rest on nodes that no linked file describes, in a
 * namespace of which an import is unresolved or no linked file describes anything: a file is not linked. Or the data spells
 * a namespace differently than the shapes, misnames a property or class, or has the same wrong value at several nodes.
 */
export interface ResultGroup extends ResultCause {
  readonly nodes: ReadonlySet<TermId>;
  readonly members: readonly PlacedViolation[];
}

/** What some results have in common. */
export interface ResultCause {
  /** The namespace of the nodes, as the data has it; for a misnamed term or a value, its `iri`. */
  readonly namespace: string;
  /** Set where the shapes spell the namespace differently. */
  readonly respelt?: RespeltNamespace;
  /** Set where the shapes require another property or class. */
  readonly misnamed?: MisnamedTerm;
  /** Set where several nodes have the same wrong value. */
  readonly repeated?: RepeatedValue;
  /** The object of owl:imports, the declaration of the prefix, or the first use of the term or value. */
  readonly place: Place;
}

/**
 * Marks the results that have a cause in common, and groups them by namespace, in the order of the first results.
 *
 * @param isWhole whether these are all results: only then is it known that several nodes have the same wrong value.
 * @param settled the results that rest on no missing node, as an earlier call on the same data has told.
 * @throws the signal's reason when aborted.
 */
export async function groupUndescribed(
  all: readonly PlacedViolation[],
  graphs: UnitGraphs,
  evaluator: Evaluator,
  described: DescribedNamespaces,
  isWhole: boolean,
  signal: AbortSignal,
  settled: ReadonlySet<Violation> = new Set(),
): Promise<{
  readonly placed: readonly PlacedViolation[];
  readonly groups: readonly ResultGroup[];
  /** The results that rest on no missing node, whatever the shapes, links and prefixes. */
  readonly settled: ReadonlySet<Violation>;
}> {
  const covering = new CoveringNamespaces(graphs, described);
  let isSettled = true;
  const isMissing = (node: TermId) => {
    if (covering.isSettled(node)) return false;
    isSettled = false;
    return covering.of(node) !== undefined;
  };
  /** What is known of a value holds for each result that shares it, and so does whether that rests on settled nodes alone. */
  const facts = new Map<number, ReadonlySet<TermId>>();
  const open = new Set<number>();
  const known = {
    get(key: number) {
      isSettled &&= !open.has(key);
      return facts.get(key);
    },
    set(key: number, nodes: ReadonlySet<TermId>) {
      facts.set(key, nodes);
      if (!isSettled) open.add(key);
    },
  };
  const unit = { graph: graphs.input.dataGraph, evaluator, isMissing, known };
  const respelt = respeltOf(all, graphs);
  const misnamed = new MisnamedTerms(graphs);
  // Few files have so many results that the first ones would have to wait for it.
  const repeated =
    isWhole && all.length >= minRepeated
      ? (await import('./repeatedValues.ts')).repeatedValues(all, graphs)
      : undefined;
  const groups = new Map<
    DeclaredNamespace | RespeltNamespace | MisnamedTerm | RepeatedValue,
    { nodes: Set<TermId>; members: PlacedViolation[] }
  >();
  const placed: PlacedViolation[] = [];
  const settledNow = new Set<Violation>();
  let looked = 0;
  for (const each of all) {
    if (looked++ % resultsPerBreath === 0) await yieldToEventLoop(signal);
    const otherwise = respelt.get(each) ?? misnamed.of(each.violation);
    isSettled = true;
    const nodes =
      otherwise === undefined && !settled.has(each.violation)
        ? evaluator.attributeTo(each.violation.constraint, () => restsOn(each.violation, unit))
        : [];
    if (otherwise === undefined && isSettled) settledNow.add(each.violation);
    const [first] = nodes;
    const namespace =
      otherwise ?? (first === undefined ? undefined : covering.of(first)) ?? repeated?.get(each);
    if (namespace === undefined) {
      placed.push(each);
      continue;
    }
    const member = { ...each, restsOn: namespace.iri };
    placed.push(member);
    let group = groups.get(namespace);
    if (group === undefined) {
      group = { nodes: new Set(), members: [] };
      groups.set(namespace, group);
    }
    group.members.push(member);
    for (const node of nodes) if (covering.of(node) === namespace) group.nodes.add(node);
  }
  return {
    placed,
    settled: settledNow,
    groups: [...groups].map(([namespace, group]) => ({
      namespace: namespace.iri,
      place: namespace.place,
      ...('meant' in namespace && { respelt: namespace }),
      ...('wanted' in namespace && { misnamed: namespace }),
      ...('value' in namespace && { repeated: namespace }),
      ...group,
    })),
  };
}

/** The results caused by a namespace. A single one is shown by itself, where its term is written. */
function respeltOf(
  all: readonly PlacedViolation[],
  graphs: UnitGraphs,
): ReadonlyMap<PlacedViolation, RespeltNamespace> {
  const namespaces = new RespeltNamespaces(graphs);
  const found = new Map<PlacedViolation, RespeltNamespace>();
  const counts = new Map<RespeltNamespace, number>();
  for (const each of all) {
    const namespace = namespaces.of(each.violation);
    if (namespace === undefined) continue;
    found.set(each, namespace);
    counts.set(namespace, (counts.get(namespace) ?? 0) + 1);
  }
  return new Map([...found].filter(([, namespace]) => counts.get(namespace)! > 1));
}

const resultsPerBreath = 16;
/** Fewer results can't be about one value of several nodes. */
const minRepeated = 3;

/** The cause of a group's results, and their number. */
export function groupMessage({
  namespace,
  members,
  respelt,
  misnamed,
  repeated,
  place,
}: ResultCause & { readonly members: readonly unknown[] }): string {
  const results = counted(members.length, 'result');
  const print = termPrinter([place.document.prefixes]);
  if (respelt) {
    return `${respelt.prefix}: is ${namespace} here and ${respelt.meant} in the shapes: ${results}.`;
  }
  if (misnamed) {
    return `${print(misnamed.used)} is used where the shapes ask for ${print(misnamed.wanted)}: ${results}.`;
  }
  if (repeated) {
    const { value, predicate, parameter, isDescribed, nodes } = repeated;
    const at = predicate === undefined ? '' : ` as ${print(predicate)}`;
    const why = isDescribed ? `${print(parameter)} does not allow` : 'no linked file describes';
    return `${counted(nodes, 'node')} have ${print(value)}${at}, which ${why}: ${results}.`;
  }
  return `${results} ${members.length === 1 ? 'rests' : 'rest'} on ${namespace}, which no linked file describes.`;
}

/** What can be done about a group. */
export function groupRemedy({ respelt, misnamed, repeated, place }: ResultCause): string {
  if (respelt) return `Declare ${respelt.prefix}: as ${respelt.meant}, or change the shapes.`;
  const print = termPrinter([place.document.prefixes]);
  if (misnamed) return `Rename it to ${print(misnamed.wanted)}, or change the shapes.`;
  if (repeated?.isDescribed) return 'Repair it once for all of them, or change the shapes.';
  if (repeated) return 'Describe it, link the file that does, or name another node.';
  return 'Link a file that describes its nodes, or declare them incomplete (sh:incompleteURIStart).';
}

/** The code of a group's problem. */
export function groupCode({ respelt, misnamed, repeated }: ResultCause): string {
  if (misnamed) return misnamed.isClass ? 'class' : 'property';
  if (repeated?.isDescribed) return 'value';
  return respelt ? 'namespace' : 'undescribed';
}

/** The most severe severity of a group's results. */
export function groupSeverity({ members }: Pick<ResultGroup, 'members'>): SeverityLevel {
  const levels = new Set(members.map(({ violation }) => severityLevel(violation.severity)));
  return severityLevels.find((level) => levels.has(level)) ?? 'violation';
}

/** Finds the namespace in which an undescribed node would be described. */
class CoveringNamespaces {
  readonly #described: DescribedNamespaces;
  readonly #isDescribed: (node: TermId) => boolean;
  /** The longest ones first. */
  readonly #imported: () => readonly DeclaredNamespace[];
  readonly #declared: () => readonly DeclaredNamespace[];
  readonly #known = new Map<TermId, DeclaredNamespace | undefined>();
  readonly #stated: Graph;
  readonly #settled = new Map<TermId, boolean>();

  constructor({ data, context, shapes, input, linked }: UnitGraphs, described: DescribedNamespaces) {
    this.#described = described;
    this.#stated = input.entailment?.asserted ?? input.dataGraph;
    this.#isDescribed = (node) =>
      [this.#stated, input.shapes.graph].some((graph) => graph.outgoing(node).length > 0);
    const shown = [...new Set([...data, ...context, ...shapes])].filter(
      ({ uri }) => !linked.foreign.has(uri),
    );
    this.#imported = lazy(() => longestFirst(importedNamespaces(linked.unresolvedImports, shown)));
    this.#declared = lazy(() => longestFirst(shown.flatMap(declaredNamespaces)));
  }

  /** Whether the data describes a node, or no linkable file could. */
  isSettled(node: TermId): boolean {
    let is = this.#settled.get(node);
    if (is === undefined) {
      is = !terms.isIri(node) || isLanguageTerm(node) || this.#stated.outgoing(node).length > 0;
      this.#settled.set(node, is);
    }
    return is;
  }

  /** The namespace of a node; undefined for described nodes and those in no known namespace. */
  of(node: TermId): DeclaredNamespace | undefined {
    if (this.#known.has(node)) return this.#known.get(node);
    const found =
      terms.isIri(node) && !isLanguageTerm(node) && !this.#isDescribed(node)
        ? this.#covering(terms.value(node))
        : undefined;
    this.#known.set(node, found);
    return found;
  }

  #covering(iri: string): DeclaredNamespace | undefined {
    const covers = (namespace: DeclaredNamespace) =>
      iri.length > namespace.iri.length && iri.startsWith(namespace.iri);
    const imported = this.#imported().find(covers);
    const declared = this.#declared().find(covers);
    if (declared === undefined || (imported && imported.iri.length >= declared.iri.length)) return imported;
    // In a namespace of which other nodes are described, the name is probably misspelt.
    return this.#described.includes(declared.iri) ? undefined : declared;
  }
}

/** Among equally long ones, the first keeps its place: data files come before others. */
function longestFirst(namespaces: readonly DeclaredNamespace[]): readonly DeclaredNamespace[] {
  return namespaces.toSorted((a, b) => b.iri.length - a.iri.length);
}

function importedNamespaces(
  unresolved: readonly string[],
  documents: readonly TurtleDocument[],
): readonly DeclaredNamespace[] {
  return unresolved.flatMap((iri) => {
    const [triple] = documents.flatMap(({ graph }) => importsOf(graph, iri));
    const place = triple && triplePlace(triple, documents);
    if (!place) return [];
    return (/[/#]$/.test(iri) ? [iri] : [`${iri}#`, `${iri}/`]).map((namespace) => ({
      iri: namespace,
      place,
    }));
  });
}

function importsOf(graph: Graph, iri: string): readonly Triple[] {
  return graph.withPredicate(owl.imports).filter(({ object }) => terms.value(object) === iri);
}
