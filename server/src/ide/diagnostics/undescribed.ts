import { yieldToEventLoop } from '../../base/abort.ts';
import { counted } from '../../base/counted.ts';
import { lazy } from '../../base/lazy.ts';
import type { DescribedNamespaces } from '../../project/describedNamespaces.ts';
import type { Graph } from '../../rdf/graph.ts';
import { isLanguageTerm } from '../../rdf/publishedVocabularies.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { owl } from '../../rdf/vocab.ts';
import type { Evaluator } from '../../shacl/evaluator.ts';
import { type Place, triplePlace } from '../../shacl/results/locate.ts';
import { restsOn } from '../../shacl/results/restsOn.ts';
import { type SeverityLevel, severityLevel, severityLevels } from '../../shacl/shapesGraph/severityLevel.ts';
import type { TurtleDocument } from '../../turtle/turtleDocument.ts';
import type { UnitGraphs } from '../unitGraphs.ts';
import type { PlacedViolation } from './placedViolation.ts';

/**
 * Results that rest on nodes which no linked file describes, in a namespace of which an import is unresolved or of which
 * no linked file describes anything. They are results all the same, but have one cause: a file is not linked.
 */
export interface UndescribedGroup {
  /** The namespace of the nodes. */
  readonly namespace: string;
  readonly nodes: ReadonlySet<TermId>;
  readonly members: readonly PlacedViolation[];
  /** The object of owl:imports or the declaration of the prefix. */
  readonly place: Place;
}

/**
 * Marks the results that rest on undescribed nodes, and groups them by namespace, in the order of the first results.
 *
 * @throws the signal's reason when aborted.
 */
export async function groupUndescribed(
  all: readonly PlacedViolation[],
  graphs: UnitGraphs,
  evaluator: Evaluator,
  described: DescribedNamespaces,
  signal: AbortSignal,
): Promise<{ readonly placed: readonly PlacedViolation[]; readonly groups: readonly UndescribedGroup[] }> {
  const covering = new CoveringNamespaces(graphs, described);
  const isMissing = (node: TermId) => covering.of(node) !== undefined;
  const unit = { graph: graphs.input.dataGraph, evaluator, isMissing };
  const groups = new Map<CoveringNamespace, { nodes: Set<TermId>; members: PlacedViolation[] }>();
  const placed: PlacedViolation[] = [];
  for (const [i, each] of all.entries()) {
    if (i % resultsPerBreath === 0) await yieldToEventLoop(signal);
    const nodes = evaluator.attributeTo(each.violation.constraint, () => restsOn(each.violation, unit));
    const [first] = nodes;
    const namespace = first === undefined ? undefined : covering.of(first);
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
    groups: [...groups].map(([{ iri, place }, group]) => ({ namespace: iri, place, ...group })),
  };
}

const resultsPerBreath = 16;

/** What a group says: how many results have this one cause. */
export function groupMessage({
  namespace,
  members,
}: Pick<UndescribedGroup, 'namespace' | 'members'>): string {
  const rest = members.length === 1 ? 'rests' : 'rest';
  return `${counted(members.length, 'result')} ${rest} on ${namespace}, which no linked file describes.`;
}

/** What can be done about a group. */
export const groupRemedy =
  'Link a file that describes its nodes, or declare them incomplete (sh:incompleteURIStart).';

/** The gravest severity of a group's results. */
export function groupSeverity({ members }: Pick<UndescribedGroup, 'members'>): SeverityLevel {
  const levels = new Set(members.map(({ violation }) => severityLevel(violation.severity)));
  return severityLevels.find((level) => levels.has(level)) ?? 'violation';
}

interface CoveringNamespace {
  readonly iri: string;
  readonly place: Place;
}

/** Finds the namespace that says where an undescribed node would be described. */
class CoveringNamespaces {
  readonly #described: DescribedNamespaces;
  readonly #isDescribed: (node: TermId) => boolean;
  /** The longest ones first. */
  readonly #imported: () => readonly CoveringNamespace[];
  readonly #declared: () => readonly CoveringNamespace[];
  readonly #known = new Map<TermId, CoveringNamespace | undefined>();

  constructor({ data, context, shapes, input, linked }: UnitGraphs, described: DescribedNamespaces) {
    this.#described = described;
    const stated = [input.entailment?.asserted ?? input.dataGraph, input.shapes.graph];
    this.#isDescribed = (node) => stated.some((graph) => graph.outgoing(node).length > 0);
    const shown = [...new Set([...data, ...context, ...shapes])].filter(
      ({ uri }) => !linked.foreign.has(uri),
    );
    this.#imported = lazy(() => longestFirst(importedNamespaces(linked.unresolvedImports, shown)));
    this.#declared = lazy(() => longestFirst(shown.flatMap(declaredNamespaces)));
  }

  /** The namespace of a node; undefined for described nodes and those that no namespace covers. */
  of(node: TermId): CoveringNamespace | undefined {
    if (this.#known.has(node)) return this.#known.get(node);
    const found =
      terms.isIri(node) && !isLanguageTerm(node) && !this.#isDescribed(node)
        ? this.#covering(terms.value(node))
        : undefined;
    this.#known.set(node, found);
    return found;
  }

  #covering(iri: string): CoveringNamespace | undefined {
    const covers = (namespace: CoveringNamespace) =>
      iri.length > namespace.iri.length && iri.startsWith(namespace.iri);
    const imported = this.#imported().find(covers);
    const declared = this.#declared().find(covers);
    if (declared === undefined || (imported && imported.iri.length >= declared.iri.length)) return imported;
    // In a namespace of which other nodes are described, the name is probably misspelt.
    return this.#described.includes(declared.iri) ? undefined : declared;
  }
}

/** Of equally long ones, the first keeps its place: data files come before others. */
function longestFirst(namespaces: readonly CoveringNamespace[]): readonly CoveringNamespace[] {
  return namespaces.toSorted((a, b) => b.iri.length - a.iri.length);
}

function importedNamespaces(
  unresolved: readonly string[],
  documents: readonly TurtleDocument[],
): readonly CoveringNamespace[] {
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

function declaredNamespaces(document: TurtleDocument): readonly CoveringNamespace[] {
  return document.directives.flatMap((directive) => {
    if (directive.kind !== 'prefix' || directive.iri === '') return [];
    const { iri, start, iriRange } = directive;
    const range = { start: start + iriRange.start, end: start + iriRange.end };
    return [{ iri, place: { document, range } }];
  });
}
