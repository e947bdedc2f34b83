import type { Graph } from '../../rdf/graph.ts';
import type { TermId } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { invert, type Path } from '../../shacl/paths/path.ts';
import { pathValues } from '../../shacl/paths/pathValues.ts';
import { noChange } from '../drafts/change.ts';
import type { Draft } from '../drafts/draft.ts';
import { fixOfChange } from '../drafts/fix.ts';
import { likeliestFirst } from '../evidence/likeliestFirst.ts';
import { isNamedAfter, lastNumber, type PathUsage, usageAmongSiblings } from '../evidence/pathUsage.ts';
import { acceptor, constraintsOfKind, wantsLiteral } from './requirements.ts';
import type { WantedValue, Witness } from './wantedValue.ts';

/**
 * Existing values of the unit that the rest of the data supports: named after the focus node, used by most nodes of its
 * kind, or with its number if values usually have that. Unsupported values are offered only if there are few.
 */

const maxPool = 2000;
const maxChoices = 5;
const maxNamed = 3;
const leastWorth = 0.5;

export function* existingValues(wanted: WantedValue, draft: Draft): Iterable<Witness> {
  const { focusNode, path, taken, requirements } = wanted;
  const usage = usageAmongSiblings(wanted, draft);
  const accepts = acceptor(draft, wanted.requirements);
  const pool = poolFor(wanted, draft, usage).filter((value) => value !== focusNode && !taken.has(value));
  const { term } = draft.search;

  const free = usage.exclusive ? pool.filter((value) => !isUsed(draft.graph, value, path)) : pool;
  const yielded = new Set<TermId>();
  const witness = (value: TermId, support: 'attested' | 'plausible', evidence: string): Witness => {
    yielded.add(value);
    const lines = [evidence, usage.evidence].filter((line) => line !== undefined);
    return { value, fix: fixOfChange(noChange, support, lines.join('; ')) };
  };

  for (const value of usage.named ? free : []) {
    if (isNamedAfter(draft, value, focusNode, usage.siblings) && accepts(value)) {
      yield witness(value, 'attested', `named like ${term(focusNode)}`);
      if (yielded.size === maxNamed) break;
    }
  }
  // Nothing is known about a new node, so the values of others are no reason for it to have the same.
  const isNew = draft.fix.minted.includes(focusNode);
  const shared = isNew ? [] : [...usage.counts].sort(([, a], [, b]) => b - a);
  for (const [value, count] of shared) {
    if (count < 2 || count < 0.6 * usage.users || yielded.has(value) || taken.has(value)) continue;
    if (value !== focusNode && accepts(value)) {
      yielded.add(value);
      const evidence = `${count} of ${usage.siblings.length} other ${usage.kind} have it`;
      yield { value, fix: fixOfChange(noChange, 'attested', evidence) };
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
  const fitting = likeliestFirst(free.filter(accepts), wanted, usage, draft);
  // Among many values, only those with support are offered.
  const choices = fitting.length > maxChoices ? fitting.filter(({ worth }) => worth >= leastWorth) : fitting;
  if (choices.length > maxChoices) return;
  const passed = fitting.length - choices.length;
  for (const { value } of choices) {
    yield witness(
      value,
      'plausible',
      passed > 0
        ? `likelier than ${passed} others that fit`
        : choices.length > 1
          ? `one of ${choices.length} that fit`
          : requirements.isAlternative
            ? 'one of few that fit'
            : 'the only one that fits',
    );
  }
}

/** The possible values: instances of the required classes, or else values that others have. */
function poolFor(
  { requirements }: WantedValue,
  { graph, search }: Draft,
  usage: PathUsage,
): readonly TermId[] {
  const [first, ...others] = constraintsOfKind(requirements.unfolded, 'class').map((constraint) =>
    search.classes.subclasses(constraint.class),
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
  // Values in use elsewhere come first; users see this order among equals.
  return [...pool].sort((a, b) => (usage.counts.get(b) ?? 0) - (usage.counts.get(a) ?? 0));
}

function isUsed(graph: Graph, value: TermId, path: Path): boolean {
  return pathValues(graph, value, invert(path)).length > 0;
}
