import type { Graph } from '../rdf/graph.ts';
import { type TermId, terms } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocab.ts';
import { invert, type Path } from '../shacl/path.ts';
import { pathValues } from '../shacl/pathValues.ts';
import { noChange } from './change.ts';
import type { Draft } from './draft.ts';
import { knownFix } from './fix.ts';
import { acceptor, ofKind, wantsLiteral } from './requirements.ts';
import { localName, namedAfter, nameParts } from './similarity.ts';
import type { WantedValue, Witness } from './wantedValue.ts';

/**
 * Values that the unit has already and that the rest of the data speaks for: named after the focus node, used by
 * most nodes of its kind, or bearing its number where that is the habit. What nothing speaks for is offered only
 * where few are left to choose from.
 */

const maxSiblings = 200;
const maxPool = 2000;
const maxChoices = 5;
const maxNamed = 3;

export function* existingValues(wanted: WantedValue, draft: Draft): Iterable<Witness> {
  const { focusNode, path, taken } = wanted;
  const usage = usageAmongSiblings(wanted, draft);
  const accepts = acceptor(draft, wanted.requirements);
  const pool = poolFor(wanted, draft, usage).filter((value) => value !== focusNode && !taken.has(value));
  const { term } = draft.scene;

  const free = usage.exclusive ? pool.filter((value) => !isUsed(draft.graph, value, path)) : pool;
  const yielded = new Set<TermId>();
  const witness = (value: TermId, support: 'attested' | 'plausible', evidence: string): Witness => {
    yielded.add(value);
    const lines = [evidence, usage.evidence].filter((line) => line !== undefined);
    return { value, fix: knownFix(noChange, support, lines.join('; ')) };
  };

  for (const value of usage.named ? free : []) {
    if (isNamedAfter(value, focusNode, usage.siblings) && accepts(value)) {
      yield witness(value, 'attested', `named like ${term(focusNode)}`);
      if (yielded.size === maxNamed) break;
    }
  }
  // Nothing is known of a new node: what others have is no reason for it to have the same.
  const isNew = draft.fix.minted.includes(focusNode);
  const shared = isNew ? [] : [...usage.counts].sort(([, a], [, b]) => b - a);
  for (const [value, count] of shared) {
    if (count < 2 || count < 0.6 * usage.users || yielded.has(value) || taken.has(value)) continue;
    if (value !== focusNode && accepts(value)) {
      yielded.add(value);
      const evidence = `${count} of ${usage.siblings.length} other ${usage.kind} have it`;
      yield { value, fix: knownFix(noChange, 'attested', evidence) };
    }
  }
  if (usage.numbered) {
    const number = lastNumber(focusNode);
    const bearers = free.filter((value) => number !== undefined && lastNumber(value) === number);
    for (const value of bearers) {
      if (!yielded.has(value) && accepts(value)) {
        yield witness(value, 'attested', `numbered like ${term(focusNode)}`);
      }
    }
  }
  if (yielded.size > 0) return;
  const choices = free.filter(accepts);
  if (choices.length > maxChoices) return;
  for (const value of choices) {
    yield witness(
      value,
      'plausible',
      choices.length === 1 ? 'the only one that fits' : `one of ${choices.length} that fit`,
    );
  }
}

/** How nodes of the focus node's kind use the path. */
interface Usage {
  /** The name of the kind. */
  readonly kind: string;
  readonly siblings: readonly TermId[];
  /** How many of them have a value of the required kind. */
  readonly users: number;
  readonly counts: ReadonlyMap<TermId, number>;
  /** True when each value belongs to one node only. */
  readonly exclusive: boolean;
  /** False when values are not named after their nodes, as far as nodes have values. */
  readonly named: boolean;
  /** True when values bear the number of their node. */
  readonly numbered: boolean;
  /** For example: 7 of 9 other brick:AHU have one. */
  readonly evidence: string | undefined;
}

function usageAmongSiblings({ focusNode, path, requirements }: WantedValue, draft: Draft): Usage {
  const { kind, members } = siblingsOf(draft.graph, focusNode);
  const classes = ofKind(requirements.unfolded, 'class').map((constraint) =>
    draft.scene.classes.subclasses(constraint.class),
  );
  const fits = (value: TermId) =>
    classes.every((subclasses) => draft.graph.objects(value, rdf.type).some((type) => subclasses.has(type)));
  const counts = new Map<TermId, number>();
  let users = 0;
  let pairs = 0;
  let sameName = 0;
  let sameNumber = 0;
  for (const sibling of members) {
    const values = pathValues(draft.graph, sibling, path).filter(fits);
    if (values.length > 0) users++;
    for (const value of values) {
      pairs++;
      counts.set(value, (counts.get(value) ?? 0) + 1);
      const number = lastNumber(sibling);
      if (number !== undefined && number === lastNumber(value)) sameNumber++;
      if (isNamedAfter(value, sibling, [])) sameName++;
    }
  }
  const kindName = kind === undefined ? 'nodes' : draft.scene.term(kind);
  const evidence = users >= 2 ? `${users} of ${members.length} other ${kindName} have one` : undefined;
  return {
    kind: kindName,
    siblings: members,
    users,
    counts,
    exclusive: users >= 2 && counts.size === pairs,
    named: sameName * 2 >= pairs,
    numbered: sameNumber >= 2 && sameNumber >= 0.6 * pairs,
    evidence,
  };
}

/** The other instances of the rarest class of a node, as far as these are several. */
function siblingsOf(
  graph: Graph,
  node: TermId,
): { readonly kind: TermId | undefined; readonly members: readonly TermId[] } {
  let kind: TermId | undefined;
  let members: readonly TermId[] = [];
  for (const type of graph.objects(node, rdf.type)) {
    const instances = graph.subjects(rdf.type, type);
    if (instances.length < 2 || (kind !== undefined && instances.length >= members.length)) continue;
    kind = type;
    members = instances;
  }
  return { kind, members: members.filter((member) => member !== node).slice(0, maxSiblings) };
}

/** What could stand there at all: instances of the required classes, else what others have there. */
function poolFor({ requirements }: WantedValue, { graph, scene }: Draft, usage: Usage): readonly TermId[] {
  const [first, ...others] = ofKind(requirements.unfolded, 'class').map((constraint) =>
    scene.classes.subclasses(constraint.class),
  );
  if (first === undefined || wantsLiteral(requirements)) return [];
  const pool = new Set<TermId>();
  for (const type of first) {
    for (const instance of graph.subjects(rdf.type, type)) {
      if (pool.size >= maxPool) break;
      const types = graph.objects(instance, rdf.type);
      if (others.every((subclasses) => types.some((id) => subclasses.has(id)))) pool.add(instance);
    }
  }
  // Those that are in use elsewhere come first: the order is what people see among equals.
  return [...pool].sort((a, b) => (usage.counts.get(b) ?? 0) - (usage.counts.get(a) ?? 0));
}

function isUsed(graph: Graph, value: TermId, path: Path): boolean {
  return pathValues(graph, value, invert(path)).length > 0;
}

/** Shorter names occur in others by chance. */
const leastName = 4;

function isNamedAfter(value: TermId, focusNode: TermId, siblings: readonly TermId[]): boolean {
  if (!terms.isIri(value) || !terms.isIri(focusNode)) return false;
  const name = localName(terms.value(value));
  const focusName = localName(terms.value(focusNode));
  if (Math.min(name.length, focusName.length) < leastName) return false;
  if (namedAfter(focusName, name)) return true;
  if (!namedAfter(name, focusName)) return false;
  const length = nameParts(focusName).length;
  return !siblings.some((sibling) => {
    if (!terms.isIri(sibling)) return false;
    const siblingName = localName(terms.value(sibling));
    return nameParts(siblingName).length > length && namedAfter(name, siblingName);
  });
}

function lastNumber(term: TermId): string | undefined {
  if (!terms.isIri(term)) return undefined;
  return /(\d+)\D*$/.exec(localName(terms.value(term)))?.[1]?.replace(/^0+(?=\d)/, '');
}
