import type { Graph } from '../../rdf/graph.ts';
import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, owl, rdf, rdfs } from '../../rdf/vocab.ts';
import { invert, type Path } from '../../shacl/model/path.ts';
import type { TermPrinter } from '../../shacl/model/words.ts';
import { pathValues } from '../../shacl/paths/pathValues.ts';
import type { AttachmentPoint } from '../drafts/attachmentPoints.ts';
import { noChange } from '../drafts/change.ts';
import type { Draft } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { asChoice, fixOfChange } from '../drafts/fix.ts';
import { acceptor, constraintsOfKind, wantsLiteral } from '../drafts/requirements.ts';
import type { WantedValue, Witness } from '../drafts/wantedValue.ts';
import { inversesOf } from '../evidence/inverses.ts';
import { likeliestFirst } from '../evidence/likeliestFirst.ts';
import { nameParts } from '../evidence/nameSimilarity.ts';
import { isOwnTerm } from '../evidence/ownTerms.ts';
import { isNamedAfter, type PathUsage, propertiesOf, usageAmongSiblings } from '../evidence/pathUsage.ts';
import { carefulShare, mostPeers, unlikeHolders } from '../evidence/peerValues.ts';
import { withMatchingNumber } from '../evidence/takenValues.ts';

/**
 * Existing values of the unit that the rest of the data supports: named after the focus node, used by most nodes of its
 * kind, or with its number if values usually have that. Unsupported values are offered only if there are few.
 */

const maxPool = 2000;
const maxChoices = 5;
const maxNamed = 3;
const maxMembers = 6;
const leastWorth = 0.5;
/** Two that agree may do so by chance. */
const fewestPeers = 3;
const fewestSure = 15;

export function* existingValues(wanted: WantedValue, draft: Draft): Iterable<Witness> {
  const { focusNode, path, taken, requirements } = wanted;
  const usage = usageAmongSiblings(wanted, draft);
  const accepts = acceptor(draft, wanted.requirements);
  const pool = poolFor(wanted, draft, usage).filter((value) => value !== focusNode && !taken.has(value));
  const { term } = draft.search;

  const unused = usage.exclusive ? pool.filter((value) => !isUsed(draft.graph, value, path)) : pool;
  // That two nodes have different members of a list of somebody else is chance.
  const isList = pool.length > 1 && pool.every((value) => !isOwnTerm(draft, value, focusNode));
  const free = isList && unused.length === 0 && usage.users < fewestPeers ? pool : unused;
  const yielded = new Set<TermId>();
  const open = new Set<TermId>();
  const witness = (value: TermId, support: 'attested' | 'plausible', evidence: EvidenceItem): Witness => {
    yielded.add(value);
    const usual: EvidenceItem[] =
      usage.evidence === undefined ? [] : [{ kind: 'remark', words: usage.evidence }];
    return { value, fix: fixOfChange(noChange, support, [evidence, ...usual]) };
  };

  for (const value of usage.named ? free : []) {
    if (isNamedAfter(draft, value, focusNode, usage.siblings) && accepts(value)) {
      yield witness(value, 'attested', { kind: 'analogy', words: `named like ${term(focusNode)}` });
      if (yielded.size === maxNamed) break;
    }
  }
  if (yielded.size === 0) {
    const sharing = usage.pairs.filter(({ sibling, value }) => shareLongWord(sibling, value)).length;
    const [only, ...more] =
      sharing < fewestPeers || sharing < mostPeers * usage.pairs.length
        ? []
        : pool.filter((value) => shareLongWord(focusNode, value) && accepts(value));
    if (only !== undefined && more.length === 0) {
      const words = `it shares a word with ${term(focusNode)}, as the values of others do with them`;
      yield witness(only, 'plausible', { kind: 'analogy', words, for: sharing, of: usage.pairs.length });
    }
  }
  // Nothing is known about a new node, so the values of other nodes are not a reason for it to have the same ones.
  const isNew = draft.fix.minted.includes(focusNode);
  const shared = isNew ? [] : [...usage.counts].sort(([a, m], [b, n]) => n - m || byText(a, b));
  for (const [value, count] of shared) {
    if (count < 2 || count < 0.6 * usage.users || yielded.has(value) || taken.has(value)) continue;
    if (value !== focusNode && accepts(value)) {
      yielded.add(value);
      const evidence: EvidenceItem = {
        kind: 'peers',
        words: `${count} of ${usage.siblings.length} other ${usage.kind} have it`,
        for: count,
        of: usage.siblings.length,
      };
      const holders = usage.pairs.filter((pair) => pair.value === value).map(({ sibling }) => sibling);
      const unlike = unlikeHolders(focusNode, holders, new Set(propertiesOf(path)), draft);
      // Those without any value count as well.
      const share = carefulShare(count, usage.siblings.length);
      // Where others have different values, or hardly any have one, its frequency is no evidence for this node.
      const isOpen =
        unlike !== undefined || (share < mostPeers && (count < usage.users || count < fewestPeers));
      // That a dozen have the same one may be because there are few to choose from.
      const isSure = share >= mostPeers && unlike === undefined && count >= fewestSure;
      const support = isSure ? 'attested' : 'plausible';
      const fix = fixOfChange(noChange, support, unlike ? [evidence, unlike] : evidence);
      if (isOpen && count === usage.users && count < fewestPeers) open.add(value);
      yield { value, fix: isOpen ? asChoice(fix, value) : fix };
    }
  }
  for (const value of usage.numbered ? withMatchingNumber(focusNode, free, usage) : []) {
    if (!yielded.has(value) && accepts(value)) {
      yield witness(value, 'attested', { kind: 'numbered', words: `numbered like ${term(focusNode)}` });
    }
  }
  // What hardly anybody has is one choice among others.
  if (yielded.size > open.size) return;
  const others = free.filter((value) => !yielded.has(value) && accepts(value));
  const fitting = likeliestFirst(others, wanted, usage, draft);
  if (open.size > 0 && fitting.length > maxMembers) return;
  // Among many values, only those with support are offered.
  const choices = fitting.length > maxChoices ? fitting.filter(({ worth }) => worth >= leastWorth) : fitting;
  if (choices.length > maxChoices) return;
  const passed = fitting.length - choices.length;
  const fits = choices.length + open.size;
  for (const { value, worth } of choices) {
    const found = witness(
      value,
      'plausible',
      passed > 0
        ? { kind: 'connected', words: `likelier than ${passed} others that fit` }
        : fits > 1
          ? { kind: 'rivals', words: `one of ${fits} that fit`, for: fits - 1, of: fits }
          : requirements.isAlternative
            ? { kind: 'allowed', words: 'one of few that fit' }
            : {
                kind: 'only',
                words: `the only one that fits${free.length < pool.length ? ' and is not in use there' : ''}`,
              },
    );
    yield passed > 0 || worth >= leastWorth ? found : { value, fix: asChoice(found.fix, value) };
  }
}

/** True for nodes whose names have a word of at least three letters in common. */
function shareLongWord(one: TermId, other: TermId): boolean {
  if (!terms.isIri(one) || !terms.isIri(other)) return false;
  const [words, others] = [one, other].map((term) =>
    nameParts(localName(terms.value(term))).filter((part) => /^\p{L}{3}/u.test(part)),
  ) as [string[], string[]];
  return words.some((word) => others.includes(word));
}

/** The possible values: instances of the required classes, or else nodes with a value that shapes require of them. */
function poolFor(wanted: WantedValue, draft: Draft, usage: PathUsage): readonly TermId[] {
  const { requirements } = wanted;
  const { graph, search } = draft;
  if (wantsLiteral(requirements)) return [];
  const [first, ...others] = constraintsOfKind(requirements.unfolded, 'class').map((constraint) =>
    search.classes.subclasses(constraint.class),
  );
  if (first === undefined) return inUsualOrder(nodesWithRequiredValue(wanted, draft), usage);
  const pool = new Set<TermId>();
  for (const type of first) {
    for (const instance of graph.subjects(rdf.type, type)) {
      if (pool.size >= maxPool) break;
      const types = graph.objects(instance, rdf.type);
      if (others.every((subclasses) => types.some((id) => subclasses.has(id)))) pool.add(instance);
    }
  }
  return inUsualOrder([...pool], usage);
}

/** Values in use elsewhere come first; users see this order among equals. */
function inUsualOrder(values: readonly TermId[], { counts }: PathUsage): readonly TermId[] {
  return [...values].sort((a, b) => (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || byText(a, b));
}

function byText(a: TermId, b: TermId): number {
  const [one, other] = [terms.value(a), terms.value(b)];
  return one < other ? -1 : one > other ? 1 : 0;
}

/** The nodes with a value that a shape of the wanted value names by sh:hasValue or sh:in: the members of a scheme, for example. */
function nodesWithRequiredValue({ requirements }: WantedValue, { graph, search }: Draft): readonly TermId[] {
  for (const { shapeRef } of constraintsOfKind(requirements.unfolded, 'property')) {
    const shape = search.shapes.get(shapeRef);
    if (shape?.path?.kind !== 'predicate' || shape.deactivated) continue;
    const { predicate } = shape.path;
    const [required] = constraintsOfKind(shape.constraints, 'hasValue');
    const [allowed] = constraintsOfKind(shape.constraints, 'in');
    const values = required ? [required.value] : (allowed?.members ?? []).slice(0, maxMembers);
    if (values.length === 0) continue;
    const nodes = new Set(values.flatMap((value) => graph.subjects(predicate, value)));
    return [...nodes].slice(0, maxPool);
  }
  return [];
}

function isUsed(graph: Graph, value: TermId, path: Path): boolean {
  return pathValues(graph, value, invert(path)).length > 0;
}

const equivalentProperty = terms.constant(`${namespaces.owl}equivalentProperty`);

/** A value that the data states in other words. */
export interface ImpliedValue {
  readonly value: TermId;
  /** For example: implied by brick:isPointOf (owl:inverseOf brick:hasPoint). */
  readonly evidence: string;
}

/**
 * The values that can be attached because the graph implies the triple: by an inverse, symmetric or equivalent property, a
 * subproperty, or a chain of these. `schema` is the graph that relates properties, if it is a different one.
 */
export function impliedValues(
  graph: Graph,
  step: AttachmentPoint,
  term: TermPrinter,
  schema: Graph = graph,
): readonly ImpliedValue[] {
  const found = new Map<TermId, string>();
  for (const rule of implyingProperties(schema, step.predicate)) {
    const inverse = step.inverse !== rule.flipped;
    const values = inverse
      ? graph.subjects(rule.property, step.node)
      : graph.objects(step.node, rule.property);
    for (const value of values) {
      if (!found.has(value)) found.set(value, `implied by ${term(rule.property)} (${rule.because(term)})`);
    }
  }
  return [...found].map(([value, evidence]) => ({ value, evidence }));
}

interface Rule {
  readonly property: TermId;
  /** True when `x property y` implies `y p x` rather than `x p y`. */
  readonly flipped: boolean;
  readonly because: (term: TermPrinter) => string;
}

/** The properties whose triples imply triples of the given one, nearest first, without itself. */
function implyingProperties(graph: Graph, predicate: TermId): readonly Rule[] {
  const seen = new Set([`${predicate} false`]);
  const rules: Rule[] = [];
  const start: Rule = { property: predicate, flipped: false, because: () => '' };
  const queue: Rule[] = [start];
  for (const rule of queue) {
    const { property } = rule;
    const reach = (next: TermId, flips: boolean, because: Rule['because']) => {
      const flipped = rule.flipped !== flips;
      const key = `${next} ${flipped}`;
      if (seen.has(key) || !terms.isIri(next)) return;
      seen.add(key);
      const via: Rule['because'] = (term) =>
        rule === start ? because(term) : `${because(term)}, ${rule.because(term)}`;
      const found = { property: next, flipped, because: via };
      rules.push(found);
      queue.push(found);
    };
    for (const { inverse, because } of inversesOf(graph, property)) reach(inverse, true, because);
    if (graph.has(property, rdf.type, owl.SymmetricProperty)) {
      reach(property, true, () => 'an owl:SymmetricProperty');
    }
    const equivalents = [
      ...graph.subjects(equivalentProperty, property),
      ...graph.objects(property, equivalentProperty),
    ];
    for (const equivalent of equivalents) {
      reach(equivalent, false, (term) => `owl:equivalentProperty ${term(property)}`);
    }
    for (const subproperty of graph.subjects(rdfs.subPropertyOf, property)) {
      reach(subproperty, false, (term) => `rdfs:subPropertyOf ${term(property)}`);
    }
  }
  return rules;
}
