import { memoized } from '../../../base/memoized.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { pairKey } from '../../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rangeIn } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { isNearProperty } from '../../../repair/evidence/namespaceRelation.ts';
import { componentOf } from '../../../shacl/components/index.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import { type Place, triplePlace } from '../../../shacl/results/locate.ts';
import type { UnitGraphs } from '../unitGraphs.ts';

/** A property of a node that was meant to be the one that it lacks. */
export interface MisspeltProperty {
  readonly used: TermId;
  readonly wanted: TermId;
  /** Where it is written. */
  readonly place: Place;
}

/**
 * The property that was meant to be the one that a node lacks: the only one of the node that differs from it by typing
 * errors, and that neither the shapes nor any file mentions otherwise. The same holds for a node or blank node that fails
 * to conform to another shape for that reason. Undefined where the user should look at the node itself.
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

/** A property or class that the data uses in place of one with nearly the same name that the shapes require. */
export interface MisnamedTerm {
  readonly iri: string;
  readonly used: TermId;
  readonly wanted: TermId;
  readonly isClass: boolean;
  /** Its first use. */
  readonly place: Place;
}

/** Finds the property or class that was used instead of a missing one from the data alone, so that all results of it agree. */
export class MisnamedTerms {
  readonly #graphs: Pick<UnitGraphs, 'data' | 'input'>;
  readonly #found = new Map<string, MisnamedTerm | undefined>();

  constructor(graphs: Pick<UnitGraphs, 'data' | 'input'>) {
    this.#graphs = graphs;
  }

  /** The property that explains a missing value, or the class that explains one of another class. */
  of({ constraint, focusNode, value, path, details }: Violation): MisnamedTerm | undefined {
    const { dataGraph } = this.#graphs.input;
    if (constraint.kind === 'class') {
      return value === undefined
        ? undefined
        : this.#only(dataGraph.objects(value, rdf.type), constraint.class, true);
    }
    if (constraint.kind !== 'minCount' || path?.kind !== 'predicate' || details.length > 0) return undefined;
    const used = new Set(dataGraph.outgoing(focusNode).map(({ predicate }) => predicate));
    return used.has(path.predicate) ? undefined : this.#only(used, path.predicate, false);
  }

  /** The only one of some terms that was meant to be the wanted one. */
  #only(used: Iterable<TermId>, wanted: TermId, isClass: boolean): MisnamedTerm | undefined {
    const [found, other] = [...used].flatMap((term) => this.#misnamed(term, wanted, isClass) ?? []);
    return other === undefined ? found : undefined;
  }

  #misnamed(used: TermId, wanted: TermId, isClass: boolean): MisnamedTerm | undefined {
    const key = `${used} ${wanted}`;
    if (!this.#found.has(key)) this.#found.set(key, misnamed({ used, wanted, isClass }, this.#graphs));
    return this.#found.get(key);
  }
}

const minNodes = 3;

function misnamed(
  term: Pick<MisnamedTerm, 'used' | 'wanted' | 'isClass'>,
  { data, input }: Pick<UnitGraphs, 'data' | 'input'>,
): MisnamedTerm | undefined {
  const { used, wanted, isClass } = term;
  if (!isNear(used, wanted) || isKnown(used, input)) return undefined;
  const nodesWith = (each: TermId) =>
    new Set(usesOf(each, isClass, input.dataGraph).map(({ subject }) => subject));
  const [using, having] = [nodesWith(used), nodesWith(wanted)];
  if (using.size < minNodes) return undefined;
  // A term that a node has beside the wanted one is a different one.
  if ([...having].some((node) => using.has(node))) return undefined;
  for (const document of data) {
    const [first] = usesOf(used, isClass, document.graph);
    const place = first && (isClass ? triplePlace(first, [document]) : predicatePlace(first, document));
    if (place) return { ...term, iri: terms.value(used), place };
  }
  return undefined;
}

/** The statements in which nodes have a property, or are of a class. */
export function usesOf(term: TermId, isClass: boolean, graph: Graph): readonly Triple[] {
  return isClass
    ? graph.subjects(rdf.type, term).map((subject) => ({ subject, predicate: rdf.type, object: term }))
    : graph.withPredicate(term);
}

function predicatePlace(triple: Triple, document: TurtleDocument): Place | undefined {
  const source = document.sources.occurrences(triple)[0];
  return source?.predicate && { document, range: rangeIn(source.statement, source.predicate.verb) };
}

/** True for what the data describes or the shapes mention. */
function isKnown(property: TermId, { dataGraph, shapes }: UnitGraphs['input']): boolean {
  return dataGraph.outgoing(property).length > 0 || shapes.graph.incoming(property).length > 0;
}

/**
 * Whether a property may have been typed by mistake for another. Thousands of results ask the same about the properties of
 * their nodes.
 */
function isSlip(predicate: TermId, wanted: TermId, input: UnitGraphs['input']): boolean {
  const known = slipsIn(input);
  const key = pairKey(predicate, wanted);
  let answer = known.get(key);
  if (answer === undefined) {
    const uses = (property: TermId) => input.dataGraph.withPredicate(property).length;
    // A term that many nodes have is hardly a slip.
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
  return isNearProperty(terms.value(predicate), terms.value(wanted));
}
