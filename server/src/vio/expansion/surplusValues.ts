import type { Random } from '../../base/random.ts';
import { shuffled } from '../../base/random.ts';
import type { GraphDelta } from '../../rdf/graph.ts';
import { termWithText } from '../../rdf/literals/literalText.ts';
import { type TermId, type Triple, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { attachByPath } from '../../repair/drafts/attachmentPoints.ts';
import { noChange } from '../../repair/drafts/change.ts';
import { type Draft, withFix } from '../../repair/drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../../repair/drafts/fix.ts';
import { intermediateNodes } from '../../repair/drafts/intermediateNodes.ts';
import { mintBlankNode, mintIri } from '../../repair/drafts/mint.ts';
import { conform } from '../../repair/search/goals.ts';
import { traceOf } from '../../shacl/incremental/trace.ts';
import { invert, type Path } from '../../shacl/model/path.ts';
import type { ConstraintOf } from '../../shacl/model/shape.ts';
import { nameLike, occursIn } from './newNames.ts';

type MaxConstraint = ConstraintOf<'qualifiedMaxCount'>;

const maxPool = 400;

/**
 * Ways to give a focus node one value too many that conforms to the shape (spec/vio.md 15). Existing nodes that conform and
 * are not values yet come first, then new nodes that copy the description of one that conforms.
 */
export function* surplusValues(
  constraint: MaxConstraint,
  focusNode: TermId,
  path: Path,
  draft: Draft,
  random: Random,
): Iterable<Fix> {
  const start = intermediateNodes(draft, focusNode, path);
  if (start === undefined) return;
  const here = start === emptyFix ? draft : withFix(draft, start);
  const values = here.evaluator.values(focusNode, path);
  const counted = here.evaluator.countedValues(constraint, values);
  const missing = constraint.count - counted.length + 1;
  if (missing < 1) return;
  const known: TermId[] = [];
  for (const node of pool(constraint, counted, path, here, random)) {
    if (values.includes(node) || !counts(constraint, node, here)) continue;
    if (attachByPath(here.graph, { focusNode, path }, node) === undefined) continue;
    known.push(node);
    if (known.length === missing) break;
  }
  let fix: Fix = start;
  for (const node of known) fix = withValue(fix, focusNode, path, node, draft) ?? fix;
  const exemplar = counted[0] ?? known[0];
  for (let i = known.length; i < missing; i++) {
    const made = newValue(constraint, exemplar, { focusNode, path }, draft, fix);
    if (made === undefined) return;
    fix = made;
  }
  yield fix;
}

function counts(constraint: MaxConstraint, node: TermId, draft: Draft): boolean {
  return draft.evaluator.countedValues(constraint, [node]).length > 0;
}

/** The nodes that may be attached: those of the same kind as the counted values, least used first. */
function pool(
  { shapeRef }: MaxConstraint,
  counted: readonly TermId[],
  path: Path,
  { graph, search, evaluator }: Draft,
  random: Random,
): readonly TermId[] {
  const types = new Set(counted.flatMap((node) => graph.objects(node, rdf.type)));
  for (const constraint of search.shapes.get(shapeRef)?.constraints ?? []) {
    if (constraint.kind === 'class')
      for (const type of search.classes.subclasses(constraint.class)) types.add(type);
  }
  const found = new Set<TermId>();
  for (const type of types) for (const node of graph.subjects(rdf.type, type)) found.add(node);
  for (const { object } of path.kind === 'predicate' ? graph.withPredicate(path.predicate) : [])
    found.add(object);
  if (found.size === 0) for (const { subject } of graph.triples()) found.add(subject);
  const uses = (node: TermId) => evaluator.values(node, invert(path)).length;
  const some: TermId[] = [];
  for (const node of shuffled([...found], random)) {
    some.push(node);
    if (some.length === maxPool) break;
  }
  return some
    .map((node) => ({ node, uses: uses(node) }))
    .sort((a, b) => a.uses - b.uses)
    .map(({ node }) => node);
}

function withValue(fix: Fix, focusNode: TermId, path: Path, value: TermId, draft: Draft): Fix | undefined {
  const triple = attachByPath(withFix(draft, fix).graph, { focusNode, path }, value);
  return triple && combineFixes(fix, fixOfChange({ added: [triple], removed: [] }, 'plausible'));
}

/** Attaches a new value that conforms; undefined when none can be made. */
function newValue(
  constraint: MaxConstraint,
  exemplar: TermId | undefined,
  { focusNode, path }: { readonly focusNode: TermId; readonly path: Path },
  draft: Draft,
  fix: Fix,
): Fix | undefined {
  const here = withFix(draft, fix);
  const isTaken = (name: TermId) => occursIn(here.graph, name) || occursIn(draft.search.shapes.graph, name);
  if (exemplar !== undefined && terms.isLiteral(exemplar)) {
    for (const literal of perturbed(exemplar)) {
      if (here.evaluator.values(focusNode, path).includes(literal) || !counts(constraint, literal, here))
        continue;
      return withValue(fix, focusNode, path, literal, draft);
    }
    return undefined;
  }
  const node =
    exemplar === undefined
      ? mintIri('Node', focusNode, here)
      : terms.isIri(exemplar)
        ? nameLike(exemplar, isTaken)
        : mintBlankNode(here);
  const minted: Fix = { ...emptyFix, minted: [node] };
  const named = withValue(combineFixes(fix, minted), focusNode, path, node, draft);
  if (named === undefined) return undefined;
  const copied = exemplar === undefined ? noChange : copyOf(exemplar, node, constraint, here);
  const described = combineFixes(named, fixOfChange(copied, 'plausible'));
  const there = withFix(draft, described);
  if (counts(constraint, node, there)) return described;
  for (const more of conform(node, constraint.shapeRef, withFix(draft, named), {
    focusNode,
    path,
    shape: constraint.shape,
  })) {
    const joined = combineFixes(named, more);
    if (counts(constraint, node, withFix(draft, joined))) return joined;
  }
  return undefined;
}

/** Copies the triples that the verdict about the exemplar depends on to another node. Other nodes are shared. */
function copyOf(
  exemplar: TermId,
  node: TermId,
  { shapeRef }: MaxConstraint,
  { evaluator, graph }: Draft,
): GraphDelta {
  const move = (term: TermId) => (term === exemplar ? node : term);
  const added: Triple[] = [];
  for (const { subject, predicate, object } of traceOf(evaluator.traced, exemplar, shapeRef).triples) {
    const copy = { subject: move(subject), predicate, object: move(object) };
    const isCopied = copy.subject !== subject || copy.object !== object;
    if (isCopied && !graph.has(copy.subject, predicate, copy.object)) added.push(copy);
  }
  return { added, removed: [] };
}

const maxVariants = 20;

function* perturbed(literal: TermId): Iterable<TermId> {
  const text = terms.value(literal);
  for (let i = 2; i < maxVariants; i++) {
    const number = Number(text);
    yield termWithText(
      literal,
      text !== '' && Number.isFinite(number) ? String(number + i - 1) : `${text} ${i}`,
    );
  }
}
