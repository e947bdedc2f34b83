import { memoized } from '../../../base/memoized.ts';
import { isRespelling, localName } from '../../../rdf/iri.ts';
import { pairKey } from '../../../rdf/pairKey.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { foldName, typoDistance } from '../../../repair/evidence/nameSimilarity.ts';
import { namespaceRelation } from '../../../repair/evidence/namespaceRelation.ts';
import { componentOf } from '../../../shacl/components/index.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import type { Place } from '../../../shacl/results/locate.ts';
import type { UnitGraphs } from '../unitGraphs.ts';

/** A property of a node that was meant to be the one which it lacks. */
export interface MisspeltProperty {
  readonly used: TermId;
  readonly wanted: TermId;
  /** Where it is written. */
  readonly place: Place;
}

/**
 * The property that was meant to be the one which a node lacks: the only one of the node that differs from it by typing
 * errors, and that neither the shapes nor any file knows. The same holds for a node or blank node that fails to conform to
 * another shape for that reason. Undefined where the user should look at the node itself.
 */
export function misspeltProperty(
  violation: Violation,
  graphs: Pick<UnitGraphs, 'data' | 'input'>,
): MisspeltProperty | undefined {
  const { focusNode, value, details } = violation;
  if (value === undefined) return insteadOfLacking(violation, graphs);
  if (value !== focusNode && !terms.isBlank(value)) return undefined;
  const [first, ...others] = details.flatMap((each) => misspeltProperty(each, graphs) ?? []);
  return others.every(({ used, wanted }) => used === first?.used && wanted === first.wanted)
    ? first
    : undefined;
}

function insteadOfLacking(
  { constraint, focusNode, path }: Violation,
  { data, input }: Pick<UnitGraphs, 'data' | 'input'>,
): MisspeltProperty | undefined {
  if (path?.kind !== 'predicate' || componentOf(constraint).shownAt !== 'focusNode') return undefined;
  const { dataGraph } = input;
  const wanted = path.predicate;
  if (dataGraph.objects(focusNode, wanted).length > 0) return undefined;
  const near = new Map<TermId, Triple>();
  for (const triple of dataGraph.outgoing(focusNode)) {
    const { predicate } = triple;
    if (!near.has(predicate) && isSlip(predicate, wanted, input)) near.set(predicate, triple);
  }
  const [found, other] = near.values();
  if (found === undefined || other !== undefined) return undefined;
  for (const document of data) {
    const place = predicatePlace(found, document);
    if (place) return { used: found.predicate, wanted, place };
  }
  return undefined;
}

/** A property that the data uses everywhere in place of one with nearly the same name that the shapes ask for. */
export interface MisnamedProperty {
  readonly iri: string;
  readonly predicate: TermId;
  readonly wanted: TermId;
  /** Its first use. */
  readonly place: Place;
}

/** Finds the property that was used instead of a missing one from the data alone, so that all results of it agree. */
export class MisnamedProperties {
  readonly #graphs: Pick<UnitGraphs, 'data' | 'input'>;
  readonly #found = new Map<string, MisnamedProperty | undefined>();

  constructor(graphs: Pick<UnitGraphs, 'data' | 'input'>) {
    this.#graphs = graphs;
  }

  /** The property that explains a missing value. */
  of({ constraint, focusNode, path, details }: Violation): MisnamedProperty | undefined {
    if (constraint.kind !== 'minCount' || path?.kind !== 'predicate' || details.length > 0) return undefined;
    const wanted = path.predicate;
    const used = new Set(this.#graphs.input.dataGraph.outgoing(focusNode).map(({ predicate }) => predicate));
    if (used.has(wanted)) return undefined;
    const [found, other] = [...used].flatMap((predicate) => this.#misnamed(predicate, wanted) ?? []);
    return other === undefined ? found : undefined;
  }

  #misnamed(predicate: TermId, wanted: TermId): MisnamedProperty | undefined {
    const key = `${predicate} ${wanted}`;
    if (!this.#found.has(key)) this.#found.set(key, misnamed(predicate, wanted, this.#graphs));
    return this.#found.get(key);
  }
}

const minNodes = 3;
/** Of the nodes that have either property, how many may have the wanted one. */
const maxShareOfWanted = 0.1;

function misnamed(
  predicate: TermId,
  wanted: TermId,
  { data, input }: Pick<UnitGraphs, 'data' | 'input'>,
): MisnamedProperty | undefined {
  if (!isNear(predicate, wanted) || isKnown(predicate, input)) return undefined;
  const nodesWith = (property: TermId) =>
    new Set(input.dataGraph.withPredicate(property).map(({ subject }) => subject));
  const [using, having] = [nodesWith(predicate), nodesWith(wanted)];
  if (using.size < minNodes) return undefined;
  // A property that a node has beside the wanted one is a different one.
  if ([...having].some((node) => using.has(node))) return undefined;
  if (having.size > maxShareOfWanted * (using.size + having.size)) return undefined;
  for (const document of data) {
    const [first] = document.graph.withPredicate(predicate);
    const place = first && predicatePlace(first, document);
    if (place) return { iri: terms.value(predicate), predicate, wanted, place };
  }
  return undefined;
}

function predicatePlace(triple: Triple, document: TurtleDocument): Place | undefined {
  const source = document.sources.occurrences(triple)[0];
  return source?.predicate && { document, range: rangeIn(source.statement, source.predicate.verb) };
}

/** True for what the data describes or the shapes mention. */
function isKnown(property: TermId, { dataGraph, shapes }: UnitGraphs['input']): boolean {
  return dataGraph.outgoing(property).length > 0 || shapes.graph.incoming(property).length > 0;
}

/** Whether a property may have been typed for another. Thousands of results ask the same about the properties of their nodes. */
function isSlip(predicate: TermId, wanted: TermId, input: UnitGraphs['input']): boolean {
  const known = slipsIn(input);
  const key = pairKey(predicate, wanted);
  let answer = known.get(key);
  if (answer === undefined) {
    const uses = (property: TermId) => input.dataGraph.withPredicate(property).length;
    // What many nodes have is hardly a slip.
    answer =
      isNear(predicate, wanted) && !isKnown(predicate, input) && uses(predicate) <= Math.max(1, uses(wanted));
    known.set(key, answer);
  }
  return answer;
}

/** As long as the input is kept, its terms mean the same. */
const slipsIn = memoized((_: UnitGraphs['input']) => new Map<number, boolean>());

function isNear(predicate: TermId, wanted: TermId): boolean {
  if (predicate === wanted || predicate === rdf.type) return false;
  const [from, to] = [terms.value(predicate), terms.value(wanted)];
  if (isRespelling(from, to)) return true;
  const relation = namespaceRelation(from, to);
  if (relation !== 'same' && relation !== 'respelt') return false;
  const [name, other] = [localName(from), localName(to)];
  return foldName(name) === foldName(other) || Number.isFinite(typoDistance(name, other));
}
