import { memoized } from '../../base/memoized.ts';
import type { Graph } from '../../rdf/graph.ts';
import { localName, namespaceOf } from '../../rdf/iri.ts';
import { isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { literalValue } from '../../rdf/literals/literalValue.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf, rdfs, xsd } from '../../rdf/vocab.ts';
import type { Path } from '../../shacl/model/path.ts';
import type { ShapesGraph } from '../../shacl/model/shapesGraph.ts';
import type { Violation } from '../../shacl/model/violation.ts';
import { type Draft, isEditable, usesOf } from '../drafts/draft.ts';
import { type Fix, fixOfChange } from '../drafts/fix.ts';
import {
  acceptorAt,
  constraintsOfKind,
  pathKey,
  propertyShapesAsked,
  requirementsAt,
} from '../drafts/requirements.ts';
import { labelProperties } from '../evidence/nameProperties.ts';
import { nameParts } from '../evidence/nameSimilarity.ts';
import type { Restatement } from './misstatements.ts';

const maxPeers = 40;
const leastPeers = 2;

/**
 * A statement whose value is at a different property than intended: values of its kind are at that property with the other
 * nodes of the class, and at no node where it is now. Among several such properties, the one where others have the same
 * value is meant.
 */
export function* movedValue(triple: Triple, draft: Draft): Iterable<Restatement> {
  const { subject, predicate, object } = triple;
  if (predicate === rdf.type || predicate === rdfs.subClassOf || terms.isBlank(object)) return;
  const kind = kindOf(object, draft);
  // Where a name is in two languages, half of the texts of other nodes are in each.
  const isOneOfTexts = isTagged(object) && draft.graph.objects(subject, predicate).length > 1;
  const places = placesAmongPeers(subject, draft);
  const fitting = [...places].filter(
    ([property, { values, users }]) =>
      property !== predicate &&
      property !== rdf.type &&
      !haveSameWords(property, predicate) &&
      // A name remains a name.
      (!labelProperties.includes(predicate) || labelProperties.includes(property)) &&
      !draft.graph.has(subject, property, object) &&
      users >= leastPeers &&
      hasRoom(subject, property, values.length >= 1.5 * users, draft) &&
      2 * values.filter((value) => kindOf(value, draft) === kind).length >
        (isOneOfTexts ? users : values.length),
  );
  if (fitting.length === 0) return;
  // All uses are looked at, so their order does not matter; most often one of the first is enough.
  const uses = draft.search.recorded.input.dataGraph.withPredicate(predicate);
  // A text is wrong because of its language or content, not its place.
  const belongsHere = (value: TermId) => kindOf(value, draft) === kind || (isText(object) && isText(value));
  if (uses.some((each) => each.subject !== subject && belongsHere(each.object))) return;
  // Of two such statements, neither is clearly the intended one: neither a first nor a last name alone is a name.
  const isRival = (each: Triple) =>
    each.predicate !== predicate && !places.has(each.predicate) && kindOf(each.object, draft) === kind;
  if (draft.graph.outgoing(subject).some(isRival)) return;
  const reused = fitting.filter(([, { values }]) => values.includes(object));
  const [best, ...rivals] = reused.length > 0 ? reused : fitting;
  if (best === undefined || rivals.length > 0) return;
  const [property, { values, users, peers }] = best;
  const { term } = draft.search;
  const count = values.filter((value) => value === object).length;
  const words =
    count > 0
      ? `${count} others have ${term(object)} as ${term(property)}`
      : `${users} of ${peers} others have such a value as ${term(property)}, and none as ${term(predicate)}`;
  const isVague = count === 0 && isMoreSpecific(property, predicate);
  yield {
    meant: { subject, predicate: property, object },
    // Words may be about anything.
    isClear:
      !isVague &&
      !isAlsoElse(subject, draft) &&
      users >= 3 &&
      3 * users >= 2 * peers &&
      (count > 0 || !(isTagged(object) || kind === 'words')),
    evidence: [
      { kind: 'keptText', words },
      ...(isVague ? [{ kind: 'competing', words: `${term(predicate)} may be something else` } as const] : []),
    ],
  };
}

/** True for a node that has a further type, and is the only one of it: then it may be unlike the others. */
function isAlsoElse(node: TermId, { graph }: Draft): boolean {
  const types = graph.objects(node, rdf.type);
  return types.length > 1 && types.some((type) => graph.subjects(rdf.type, type).length === 1);
}

/** True for properties with the same words in another order, such as ex:rateEurToUsd and ex:rateUsdToEur, which mean the opposite. */
function haveSameWords(one: TermId, other: TermId): boolean {
  const [a, b] = [one, other].map((term) =>
    nameParts(localName(terms.value(term)))
      .toSorted()
      .join(' '),
  );
  return a === b;
}

/**
 * True for a property whose name ends with the whole name of another one, and is thus more specific: `withinScope` and
 * `scope`, `recipeIngredient` and `ingredients`. A weight need not be a birth weight.
 */
export function isMoreSpecific(property: TermId, general: TermId): boolean {
  const [whole, parts] = [property, general].map((term) =>
    nameParts(localName(terms.value(term))).map((part) => part.replace(/s$/, '')),
  ) as [string[], string[]];
  return parts.length < whole.length && parts.every((part, i) => part === whole.at(i - parts.length));
}

/** True where the node has no value yet, or nodes have several. */
function hasRoom(node: TermId, property: TermId, isMultiple: boolean, { graph }: Draft): boolean {
  return isMultiple || graph.objects(node, property).length === 0;
}

/** What kind of value it is: its first class, else its namespace; the datatype or language of a literal, and the form of a plain text. */
function kindOf(value: TermId, { graph }: Draft): TermId | string {
  if (terms.datatype(value) === xsd.string) return formOf(terms.value(value));
  if (terms.isLiteral(value)) return terms.language(value) || terms.datatype(value)!;
  const [type] = graph.objects(value, rdf.type);
  if (type !== undefined) return type;
  return terms.isIri(value) ? namespaceOf(terms.value(value)) : '';
}

/** Dates, telephone numbers and addresses do not occur where names do. */
function formOf(text: string): string {
  if (isoDate.test(text)) return 'date';
  if (/^\S+@\S+$/.test(text)) return 'mail address';
  if (/^(?:https?:\/\/|www\.)\S+$/i.test(text)) return 'web address';
  return /\p{L}/u.test(text) ? 'words' : 'figures';
}

const isoDate = /^-?\d{4}-\d\d(?:-\d\d)?(?:T[\d:.]+(?:Z|[+-]\d\d:\d\d)?)?$/;

function isTagged(value: TermId): boolean {
  return terms.isLiteral(value) && terms.language(value) !== '';
}

function isText(value: TermId): boolean {
  if (!terms.isLiteral(value)) return false;
  const datatype = terms.datatype(value);
  return datatype === xsd.string || datatype === rdf.langString;
}

const maxOwn = 60;

/**
 * Two values of a node in each other's place, such as latitude and longitude: either both are rejected where they are, or
 * one is and neither lies among the numbers that others have there.
 */
export function* exchangedValues(violation: Violation, draft: Draft): Iterable<Fix> {
  const { focusNode, path, value } = violation;
  if (path?.kind !== 'predicate' || value === undefined) return;
  const { graph, search } = draft;
  const refused = search.recorded.resultsAbout(focusNode);
  const own = { subject: focusNode, predicate: path.predicate, object: value };
  for (const other of graph.outgoing(focusNode).slice(0, maxOwn)) {
    const { predicate, object } = other;
    if (predicate === own.predicate || object === value || predicate === rdf.type) continue;
    if (graph.objects(focusNode, predicate).length > 1) continue;
    if (!isEditable(draft, own) || !isEditable(draft, other)) continue;
    const isRefused = refused.some(
      (each) => each.value === object && each.path?.kind === 'predicate' && each.path.predicate === predicate,
    );
    const areLiterals = terms.isLiteral(value) && terms.isLiteral(object);
    if (!isRefused && !(areLiterals && liesAmongOthers(own, other, draft))) continue;
    const place = { focusNode, path: { kind: 'predicate', predicate }, shape: undefined } as const;
    if (!acceptorAt(draft, { focusNode, path, shape: violation.sourceShape })(object)) continue;
    if (!acceptorAt(draft, place)(value)) continue;
    const added = [
      { ...own, object },
      { ...other, object: value },
    ];
    const words = isRefused
      ? 'each is refused where it is'
      : 'each lies among the numbers of others in the other place only';
    yield fixOfChange({ added, removed: [own, other] }, 'plausible', [
      { kind: 'swapped', words },
      { kind: 'keptText', words: '' },
    ]);
  }
}

/**
 * A superfluous value of one property moved to a property that lacks one and whose path continues in the same way: a copied
 * line in which the name of the property was not changed. Among numbers, the one that is nearer to those of others there;
 * otherwise each value. Where no path continues, only a number that is unlike those of others at its place.
 */
export function* movedSurplus(violation: Violation, draft: Draft): Iterable<Fix> {
  const { focusNode, path, constraint, sourceShape } = violation;
  if (path === undefined || terms.isLiteral(focusNode)) return;
  const kind =
    constraint.kind === 'minCount' ? 'maxCount' : constraint.kind === 'maxCount' ? 'minCount' : undefined;
  const own = firstStep(path);
  if (kind === undefined || own === undefined) return;
  for (const { path: other, constraints } of propertyShapesAsked([sourceShape], focusNode, draft)) {
    const twin = other && firstStep(other);
    if (!twin || !constraintsOfKind(constraints, kind).some(({ count }) => count === 1)) continue;
    if (twin.predicate === own.predicate || twin.rest !== own.rest) continue;
    const [from, to] = kind === 'minCount' ? [own, twin] : [twin, own];
    const values = draft.graph.objects(focusNode, from.predicate);
    if (values.length !== 2 || draft.graph.objects(focusNode, to.predicate).length > 0) continue;
    const nearer = values.filter((value) =>
      isNearerTo(to.predicate, from.predicate, value, focusNode, draft),
    );
    const { term } = draft.search;
    const isCopied =
      own.rest !== '' || (nearer.length === 1 && isStray(from.predicate, nearer[0]!, focusNode, draft));
    if (!isCopied) continue;
    for (const object of nearer.length === 1 ? nearer : values) {
      const stated = { subject: focusNode, predicate: from.predicate, object };
      if (!isEditable(draft, stated)) continue;
      const words = `${term(from.predicate)} has one value too many, and ${term(to.predicate)} has none`;
      yield fixOfChange({ added: [{ ...stated, predicate: to.predicate }], removed: [stated] }, 'plausible', {
        kind: 'keptText',
        words,
      });
    }
  }
}

/** The first property of a path, and what follows, as a key. */
function firstStep(path: Path): { readonly predicate: TermId; readonly rest: string } | undefined {
  if (path.kind === 'predicate') return { predicate: path.predicate, rest: '' };
  if (path.kind !== 'sequence') return undefined;
  const [first, ...others] = path.paths;
  return first?.kind === 'predicate'
    ? { predicate: first.predicate, rest: others.map(pathKey).join(' ') }
    : undefined;
}

/** True for a number that is nearer to those that others have at one property than to those at another one. */
function isNearerTo(one: TermId, other: TermId, value: TermId, node: TermId, draft: Draft): boolean {
  const distance = (predicate: TermId) =>
    Math.min(
      ...usesOf(draft, predicate, maxPeers).flatMap(({ subject, object }) =>
        subject === node ? [] : [Math.abs(numberOf(object) - numberOf(value))],
      ),
    );
  return distance(one) < distance(other);
}

/** True for a number that is farther from those that other nodes have at a property than those are from each other. */
function isStray(predicate: TermId, value: TermId, node: TermId, draft: Draft): boolean {
  const others = numbersOfOthers(predicate, node, draft);
  const [least, most] = [Math.min(...others), Math.max(...others)];
  const number = numberOf(value);
  return others.length >= leastPeers && Math.max(least - number, number - most) > most - least;
}

/** A range in one text, such as the first and last page: the shapes compare its property with one that the node lacks. */
export function* bothEnds({ focusNode }: Violation, draft: Draft): Iterable<Fix> {
  const { graph, search } = draft;
  for (const own of graph.outgoing(focusNode).slice(0, maxOwn)) {
    if (!terms.isLiteral(own.object)) continue;
    const text = terms.value(own.object);
    for (const property of comparedWith(own.predicate, search.shapes)) {
      if (graph.objects(focusNode, property).length > 0 || !isEditable(draft, own)) continue;
      for (const { 0: separator, index } of text.matchAll(/\s*(?:[-–—/]|\bto\b|\bbis\b)\s*/gu)) {
        const ends = [text.slice(0, index), text.slice(index + separator.length)];
        const [from, to] = [own.predicate, property].map((predicate, i) => {
          const path = { kind: 'predicate', predicate } as const;
          const { unfolded } = requirementsAt(draft, focusNode, path, undefined);
          const [asked] = constraintsOfKind(unfolded, 'datatype');
          const end = terms.literal(ends[i]!, asked?.datatype ?? xsd.integer);
          return isWellFormed(end) ? { subject: focusNode, predicate, object: end } : undefined;
        });
        if (!from || !to) continue;
        const words = `${search.term(own.object)} has both ends`;
        yield fixOfChange({ added: [from, to], removed: [own] }, 'plausible', [{ kind: 'keptText', words }]);
      }
    }
  }
}

/** The properties whose values have to be greater than those of a property. */
function comparedWith(predicate: TermId, { shapes }: ShapesGraph): readonly TermId[] {
  return [...shapes].flatMap(({ path, constraints }) =>
    path?.kind === 'predicate' && path.predicate === predicate
      ? constraints.flatMap((each) =>
          (each.kind === 'lessThan' || each.kind === 'lessThanOrEquals') && each.compared.kind === 'predicate'
            ? [each.compared.predicate]
            : [],
        )
      : [],
  );
}

/** True where each of two numbers lies among those that others have at the property of the other one, and not at its own. */
function liesAmongOthers(one: Triple, other: Triple, draft: Draft): boolean {
  const [here, there] = [one, other].map(({ predicate, subject }) => {
    const numbers = numbersOfOthers(predicate, subject, draft);
    return numbers.length > leastPeers ? [Math.min(...numbers), Math.max(...numbers)] : undefined;
  });
  if (!here || !there) return false;
  const isIn = ([least, most]: readonly number[], value: TermId) =>
    numberOf(value) >= least! && numberOf(value) <= most!;
  return (
    isIn(there, one.object) &&
    isIn(here, other.object) &&
    !isIn(here, one.object) &&
    !isIn(there, other.object)
  );
}

/** The numbers that other nodes have at a property, from some of its uses where it has many. */
function numbersOfOthers(predicate: TermId, node: TermId, draft: Draft): readonly number[] {
  return usesOf(draft, predicate, maxPeers)
    .filter(({ subject }) => subject !== node)
    .map(({ object }) => numberOf(object))
    .filter((number) => !Number.isNaN(number));
}

function numberOf(value: TermId): number {
  return literalValue(value)?.kind === 'number' ? Number(terms.value(value)) : Number.NaN;
}

interface PeerPlace {
  readonly values: TermId[];
  /** How many peers have values there, of how many. */
  users: number;
  peers: number;
}

const placesIn = memoized((_: Graph) => new Map<TermId, ReadonlyMap<TermId, PeerPlace>>());

function placesAmongPeers(node: TermId, { search }: Draft): ReadonlyMap<TermId, PeerPlace> {
  const graph = search.input.dataGraph;
  const known = placesIn(graph);
  const places = known.get(node) ?? findPlaces(node, graph);
  known.set(node, places);
  return places;
}

/** The properties of other nodes of the class, with their values. */
function findPlaces(node: TermId, graph: Graph): ReadonlyMap<TermId, PeerPlace> {
  const peers = new Set(
    graph.objects(node, rdf.type).flatMap((type) => graph.subjects(rdf.type, type).slice(0, maxPeers)),
  );
  peers.delete(node);
  const found = new Map<TermId, PeerPlace>();
  for (const peer of peers) {
    const seen = new Set<TermId>();
    for (const { predicate, object } of graph.outgoing(peer)) {
      const place = found.get(predicate) ?? { values: [], users: 0, peers: peers.size };
      place.values.push(object);
      if (!seen.has(predicate)) place.users++;
      seen.add(predicate);
      found.set(predicate, place);
    }
  }
  return found;
}
