import type { TermId } from '../../../rdf/terms.ts';
import type { Path } from '../../../shacl/model/path.ts';
import { pathValues } from '../../../shacl/paths/pathValues.ts';
import { attachingTriple, attachmentPoints } from '../../drafts/attachmentPoints.ts';
import { type Draft, withFix } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import {
  asChoice,
  combineFixes,
  emptyFix,
  type Fix,
  fixOfChange,
  isAttested,
  strongestFirst,
} from '../../drafts/fix.ts';
import type { Goal } from '../../drafts/goal.ts';
import { intermediateNodes } from '../../drafts/intermediateNodes.ts';
import { acceptor } from '../../drafts/requirements.ts';
import type { WantedValue, Witness } from '../../drafts/wantedValue.ts';
import { siblingsOf } from '../../evidence/pathUsage.ts';
import {
  attachWitness,
  impliedAt,
  knownValues,
  placeholderWitnesses,
  wantedAlternatives,
} from '../../values/knownValues.ts';

/** The parts of a goal that are needed to attach values. */
type Attaching = Pick<Goal, 'draft' | 'conform'>;

const maxAlternatives = 12;

/**
 * Ways to add as many values to a place as are missing: individual values if one is missing, otherwise the best known
 * values together, completed with placeholders. `others` are ways to gain a value without adding one; those in `first`
 * precede equally strong new values.
 */
export function* addMissing(
  goal: Attaching,
  wanted: WantedValue,
  missing: number,
  others: Iterable<Fix> = [],
  first: Iterable<Fix> = [],
): Iterable<Fix> {
  const start = intermediateNodes(goal.draft, wanted.focusNode, wanted.path);
  if (start === undefined) return;
  if (missing === 1) yield* otherWays(goal, wanted);
  if (start === emptyFix) yield* additions(goal, wanted, missing, others, first);
  else {
    const draft = withFix(goal.draft, start);
    for (const fix of additions({ ...goal, draft }, wanted, missing, others, first))
      yield combineFixes(start, fix);
  }
}

const maxWays = 3;
const maxUsers = 200;

/**
 * For a sequence: nodes from which its other steps already lead to values, if only few nodes have them. Where the first
 * step is optional and most others of the kind have values of their own, only nodes that the data imply.
 */
function* otherWays({ draft }: Attaching, { focusNode, path, requirements }: WantedValue): Iterable<Fix> {
  if (path.kind !== 'sequence') return;
  const [first, ...others] = path.paths;
  const last = others.at(-1);
  if (first === undefined || last?.kind !== 'predicate') return;
  const rest: Path = { kind: 'sequence', paths: others };
  const [step] = attachmentPoints(draft.graph, focusNode, first);
  const users = draft.graph.withPredicate(last.predicate);
  if (step === undefined || users.length > maxUsers) return;
  const accepts = acceptor(draft, requirements);
  const known = new Set(draft.evaluator.values(focusNode, first));
  const nodes = [...new Set(users.map(({ subject }) => subject))].filter(
    (node) => node !== focusNode && !known.has(node) && draft.evaluator.values(node, rest).some(accepts),
  );
  const implied = new Map([...impliedAt(step, draft)].map((each) => [each.value, each.fix]));
  const isOptional = first.kind === 'zeroOrMore' || first.kind === 'zeroOrOne';
  const isUnlikely = nodes.length > maxWays || (isOptional && haveTheirOwn(focusNode, first, rest, draft));
  for (const node of nodes) {
    const link = attachingTriple(step, node);
    const reason = implied.get(node);
    if (link && reason) yield combineFixes(reason, fixOfChange({ added: [link], removed: [] }, 'implied'));
    if (reason || isUnlikely) continue;
    const evidence: EvidenceItem =
      nodes.length === 1
        ? { kind: 'only', words: 'the only way that fits' }
        : {
            kind: 'rivals',
            words: `one of ${nodes.length} ways that fit`,
            for: nodes.length - 1,
            of: nodes.length,
          };
    if (link) yield asChoice(fixOfChange({ added: [link], removed: [] }, 'plausible', evidence), node);
  }
}

/** True when more of the other nodes of the kind have values themselves than through others. */
function haveTheirOwn(focusNode: TermId, first: Path, rest: Path, draft: Draft): boolean {
  const { dataGraph } = draft.search.input;
  let [own, others] = [0, 0];
  for (const sibling of siblingsOf(draft, focusNode).slice(0, maxUsers)) {
    if (sibling === focusNode) continue;
    if (pathValues(dataGraph, sibling, rest).length > 0) own++;
    else if (pathValues(dataGraph, sibling, { kind: 'sequence', paths: [first, rest] }).length > 0) others++;
  }
  return own > others;
}

function* additions(
  goal: Attaching,
  wanted: WantedValue,
  missing: number,
  others: Iterable<Fix>,
  first: Iterable<Fix>,
): Iterable<Fix> {
  const known: Fix[] = [];
  for (const witness of knownValues(wanted, goal.draft)) {
    const fix = attachWitness(wanted, goal.draft, witness);
    if (fix) known.push(fix);
    if (known.length >= maxAlternatives * missing) break;
  }
  const lacking = [...others];
  const single = strongestFirst([
    ...first,
    ...lacking.filter(({ support }) => isAttested(support)),
    ...known,
    ...lacking.filter(({ support }) => !isAttested(support)),
  ]);
  if (missing === 1) {
    yield* single.slice(0, maxAlternatives);
    // A placeholder is useless for something that the data already implies.
    if (single[0]?.support === 'implied') return;
    for (const each of wantedAlternatives(wanted, goal.draft)) {
      yield* oneOf(withPlaceholders(goal, each, emptyFix, 1));
    }
    return;
  }
  const supported = single.filter(({ support }) => isAttested(support));
  if (supported.length >= missing) {
    yield supported.slice(0, missing).reduce(combineFixes);
    return;
  }
  // When only one value is left, any fitting value is the right one.
  if (single.length === missing) yield single.reduce(combineFixes);
  const start = supported.reduce(combineFixes, emptyFix);
  yield* oneOf(withPlaceholders(goal, wanted, start, missing - supported.length));
}

function* oneOf(fix: Fix | undefined): Iterable<Fix> {
  if (fix) yield fix;
}

const maxPlaceholders = 8;

/** A fix extended by a number of placeholders; undefined when there are not that many. */
function withPlaceholders(goal: Attaching, wanted: WantedValue, start: Fix, count: number): Fix | undefined {
  if (count > maxPlaceholders) return undefined;
  let fix = start;
  const taken = new Set<TermId>([...wanted.taken, ...start.change.added.map(({ object }) => object)]);
  for (let i = 0; i < count; i++) {
    const draft = withFix(goal.draft, fix);
    const witness = first(placeholderWitnesses({ ...wanted, taken }, draft, goal.conform));
    const attached = witness && attachWitness(wanted, draft, witness);
    if (!attached) return undefined;
    taken.add(witness.value);
    fix = combineFixes(fix, attached);
  }
  return fix;
}

function first(witnesses: Iterable<Witness>): Witness | undefined {
  for (const witness of witnesses) return witness;
  return undefined;
}
