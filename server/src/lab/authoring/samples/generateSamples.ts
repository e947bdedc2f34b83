import { yieldToEventLoop } from '../../../base/abort.ts';
import { type Random, seededRandom, seedOf, shuffled } from '../../../base/random.ts';
import { localName } from '../../../rdf/iri.ts';
import { isDeclaredClass } from '../../../rdf/schemaTypes.ts';
import { tripleKey } from '../../../rdf/termKeys.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { rdf } from '../../../rdf/vocab.ts';
import { type Draft, firstDraft, withFix } from '../../../repair/drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../../../repair/drafts/fix.ts';
import { mintBlankNode, mintIri } from '../../../repair/drafts/mint.ts';
import {
  acceptor,
  constraintsOfKind,
  propertyShapesAsked,
  requirementsAt,
  wantsLiteral,
} from '../../../repair/drafts/requirements.ts';
import type { WantedValue } from '../../../repair/drafts/wantedValue.ts';
import { decodedFileName } from '../../../repair/proof/splitDelta.ts';
import { verifyJointly } from '../../../repair/proof/verify.ts';
import type { DocumentEdits, RepairableUnit } from '../../../repair/repair.ts';
import { knownValues, placeholderWitnesses } from '../../../repair/values/knownValues.ts';
import type { Path } from '../../../shacl/model/path.ts';
import type { Shape } from '../../../shacl/model/shape.ts';
import type { Violation } from '../../../shacl/model/violation.ts';
import { introducedViolations, typicalSubject } from '../newNodes.ts';
import {
  type CompletedSample,
  completeSample,
  extended,
  instancesOf,
  isAddition,
  newNodes,
  openResults,
  type SampleDraft,
  type SampledKind,
  startSample,
} from './sampleDraft.ts';
import { withVariedValues } from './withVariedValues.ts';

export interface SampleOptions {
  /** What they are. */
  readonly kind: SampledKind;
  /** How many individuals, at most 100. */
  readonly count: number;
  /** Whether properties that shapes describe but do not require get values. */
  readonly includes: 'required' | 'described';
}

export const maxSamples = 100;

/** New individuals of a class, or that conform to a shape. */
export interface Sample {
  readonly individuals: readonly TermId[];
  /** The individuals and the nodes that they need, as one change that only adds. */
  readonly fix: Fix;
}

/** A sample that may be inserted, or the reasons why there is none. */
export type Samples =
  | {
      readonly kind: 'sample';
      readonly sample: Sample;
      /** Insertions at the end of the edited file, and the prefixes that it lacks. */
      readonly edits: readonly DocumentEdits[];
    }
  /** The requirements of the shapes that were not met, in words. */
  | { readonly kind: 'unmet'; readonly reasons: readonly string[] };

/**
 * Generates individuals of a class, or that conform to a shape, and that conform to all shapes of the unit, with the nodes that
 * they need. The same file and class give the same individuals. As with a repair, it is proven that existing data stay as they are and
 * that no result is introduced.
 *
 * @throws the signal's reason when aborted.
 */
export async function generateSamples(
  unit: RepairableUnit,
  { kind, count, includes }: SampleOptions,
  signal: AbortSignal,
): Promise<Samples> {
  const seed = seedOf(0, terms.value(kind.id), decodedFileName(unit.documents[0]?.uri ?? ''));
  const random = seededRandom(seed);
  const individuals: TermId[] = [];
  let fix = emptyFix;
  while (individuals.length < count) {
    await yieldToEventLoop(signal);
    const node = nameFor(kind, withFix(firstDraft(unit), fix));
    const next = await individual(unit, { node, kind, before: fix }, includes, random, signal);
    if (next.kind === 'unmet') return next;
    if (next.fix.change.added.length === fix.change.added.length) {
      const reason = `A node without any statement conforms to ${unit.term(kind.id)}, so there is nothing to insert.`;
      return { kind: 'unmet', reasons: [reason] };
    }
    fix = next.fix;
    individuals.push(node);
  }
  return proven(unit, { individuals, fix }, signal);
}

/** The sample with the edits that insert it; unmet if they would introduce results or cannot be written. */
export async function proven(unit: RepairableUnit, sample: Sample, signal: AbortSignal): Promise<Samples> {
  const verdict = await verifyJointly({ ...unit, newStatements: 'atEnd' }, [], sample.fix.change, signal);
  switch (verdict.kind) {
    case 'fixes':
      return { kind: 'sample', sample, edits: verdict.edits };
    case 'introduces':
      return unmet(verdict.results);
    case 'notExpressible':
    case 'invalidUpdate':
      return { kind: 'unmet', reasons: [verdict.reason] };
    case 'keepsViolation':
      return { kind: 'unmet', reasons: [] };
  }
}

async function individual(
  unit: RepairableUnit,
  seed: { readonly node: TermId; readonly kind: SampledKind; readonly before: Fix },
  includes: SampleOptions['includes'],
  random: Random,
  signal: AbortSignal,
): Promise<{ readonly kind: 'grown'; readonly fix: Fix } | Extract<Samples, { kind: 'unmet' }>> {
  const grown = await completeSample(startSample(unit, seed), random, signal);
  if (grown.kind === 'stuck') return { kind: 'unmet', reasons: whyStuck(grown) };
  const number = numberIn(seed.node);
  // Optional values may be too many for another node. In that case they are left out.
  const full = includes === 'described' ? await withOptionalValues(grown.growing, random, signal) : undefined;
  let results: readonly Violation[] = [];
  for (const growing of [full, grown.growing]) {
    if (growing === undefined) continue;
    const varied = await withVariedValues(growing, number, random, signal);
    for (const { draft } of [varied, growing]) {
      results = await introducedViolations(unit, draft.fix.change, signal);
      if (results.length === 0) return { kind: 'grown', fix: inShapeOrder(draft, seed.before) };
    }
  }
  return unmet(results);
}

/** The triples in the order in which shapes describe their properties, class first. */
function inShapeOrder({ fix, search }: Draft, before: Fix): Fix {
  const ranks = new Map<TermId, number>([[rdf.type, -1]]);
  for (const { path } of search.shapes.shapes) {
    if (path?.kind === 'predicate' && !ranks.has(path.predicate)) ranks.set(path.predicate, ranks.size);
  }
  const rank = ({ predicate }: Triple) => ranks.get(predicate) ?? ranks.size;
  const known = new Set(before.change.added.map(tripleKey));
  const own = fix.change.added.filter((triple) => !known.has(tripleKey(triple)));
  const subjects = [...new Set(own.map(({ subject }) => subject))];
  const sorted = subjects.flatMap((subject) =>
    own.filter((triple) => triple.subject === subject).sort((a, b) => rank(a) - rank(b)),
  );
  return { ...fix, change: { added: [...before.change.added, ...sorted], removed: [] } };
}

/** The requirements for which no value was found, in words. */
function whyStuck({ results, at }: Extract<CompletedSample, { kind: 'stuck' }>): readonly string[] {
  const { term } = at.draft.search;
  const reasons = results.map((result) => {
    const { constraint, focusNode, path, messages } = result;
    const message = messages[0] === undefined ? term(constraint.parameter) : terms.value(messages[0]);
    if (constraint.kind !== 'minCount' || path === undefined) return message;
    const { direct } = requirementsAt(at.draft, focusNode, path, constraint.shape);
    const asked = direct
      .filter(({ kind }) => kind !== 'minCount' && kind !== 'maxCount')
      .map(({ parameter, parameterValue }) => `${term(parameter)} ${term(parameterValue)}`);
    return asked.length === 0 ? message : `${message}. No value was found for ${asked.join(', ')}`;
  });
  return [...new Set(reasons)];
}

function unmet(results: readonly Violation[]): Extract<Samples, { kind: 'unmet' }> {
  const reasons = results.map(({ messages, constraint }) =>
    messages[0] === undefined ? localName(terms.value(constraint.parameter)) : terms.value(messages[0]),
  );
  return { kind: 'unmet', reasons: [...new Set(reasons)] };
}

function numberIn(node: TermId): number {
  return Number(/\d+$/.exec(terms.value(node))?.[0] ?? 1);
}

/** `Room_1` beside other rooms, otherwise in the namespace of most subjects of the file. */
function nameFor({ kind, id }: SampledKind, draft: Draft): TermId {
  const { reportedGraph } = draft.search.input;
  const beside = typicalSubject(reportedGraph, id) ?? mintBlankNode(draft);
  const name = localName(terms.value(id));
  return mintIri(kind === 'class' ? name : name.replace(/(?<=.)Shape$/, ''), beside, draft);
}

/**
 * Adds one value for each property that shapes describe but do not require, if one is found that introduces no
 * result: a literal or an existing node. No nodes are made for optional properties.
 *
 * @throws the signal's reason when aborted.
 */
async function withOptionalValues(
  start: SampleDraft,
  random: Random,
  signal: AbortSignal,
): Promise<SampleDraft> {
  let growing = start;
  for (const shape of describedProperties(start)) {
    await yieldToEventLoop(signal);
    const { draft, node } = growing;
    const path = shape.path!;
    if (draft.evaluator.values(node, path).length > 0) continue;
    let tries = 0;
    for (const fix of valuesFor(node, path, shape.id, draft, random)) {
      const next = extended(growing, fix);
      if (newNodes(next).length === newNodes(growing).length && isAddition(next)) {
        if (openResults(next).length === 0) {
          growing = next;
          break;
        }
      }
      if (++tries === maxTries) break;
    }
  }
  return growing;
}

const maxTries = 4;

/** The property shapes with predicate paths of all shapes that have the individual as a target, or that it is made for. */
function describedProperties({ draft, node, kind }: SampleDraft): readonly Shape[] {
  const found = new Map<TermId, Shape>();
  for (const shape of propertyShapesAsked(kind.kind === 'shape' ? [kind.id] : [], node, draft)) {
    if (shape.path?.kind === 'predicate' && !found.has(shape.path.predicate)) {
      found.set(shape.path.predicate, shape);
    }
  }
  return [...found.values()];
}

function* valuesFor(
  focusNode: TermId,
  path: Path,
  shape: TermId,
  draft: Draft,
  random: Random,
): Iterable<Fix> {
  if (path.kind !== 'predicate') return;
  const { predicate } = path;
  const requirements = requirementsAt(draft, focusNode, path, shape);
  // A maximum count alone does not describe the values.
  if (requirements.unfolded.every(({ kind }) => kind === 'maxCount')) return;
  const with_ = (object: TermId) =>
    fixOfChange({ added: [{ subject: focusNode, predicate, object }], removed: [] }, 'plausible');
  const wanted: WantedValue = { focusNode, path, requirements, taken: new Set() };
  const [type] = constraintsOfKind(requirements.unfolded, 'class');
  if (type !== undefined && !wantsLiteral(requirements)) {
    const accepts = acceptor(draft, requirements);
    for (const node of shuffled(instancesOf(type.class, draft), random)) {
      if (node !== focusNode && accepts(node)) yield with_(node);
    }
    return;
  }
  for (const { value, fix } of knownValues(wanted, draft)) yield combineFixes(fix, with_(value));
  for (const { value, fix } of placeholderWitnesses(wanted, draft, noConforming))
    yield combineFixes(fix, with_(value));
}

/** Supplies no completions, because no new nodes are wanted. */
function* noConforming(): Iterable<Fix> {}

/** A class for which sample data can be generated. */
export interface SampledClass {
  readonly class: TermId;
  /** The number of shapes that have it as a target. */
  readonly shapes: number;
  /** The number of instances in the data, without those of subclasses. */
  readonly instances: number;
}

/**
 * The classes that shapes of the unit are about. Those of a term come first: the term itself, or the classes of the
 * node that it names.
 *
 * @param near the term that the user is looking at.
 */
export function sampleClasses({ recorded }: RepairableUnit, near?: TermId): readonly SampledClass[] {
  const { shapes, dataGraph } = recorded.input;
  const counts = new Map<TermId, number>();
  for (const { targets } of shapes.roots) {
    for (const target of targets) {
      if (target.kind === 'class') counts.set(target.class, (counts.get(target.class) ?? 0) + 1);
    }
  }
  const first = new Set(near === undefined ? [] : [near, ...dataGraph.objects(near, rdf.type)]);
  if (near !== undefined && isDeclaredClass(near, recorded.input.classGraph) && !counts.has(near))
    counts.set(near, 0);
  return [...counts]
    .filter(([type]) => terms.isIri(type))
    .map(([type, count]) => ({
      class: type,
      shapes: count,
      instances: dataGraph.subjects(rdf.type, type).length,
    }))
    .sort((a, b) => Number(first.has(b.class)) - Number(first.has(a.class)));
}

/**
 * The named node shapes that samples can be made for and that no class leads to, the shape that a term names first.
 *
 * @param near the term that the user is looking at.
 */
export function sampleShapes({ recorded }: RepairableUnit, near?: TermId): readonly TermId[] {
  return recorded.input.shapes.shapes
    .filter(
      ({ id, kind, deactivated, targets, constraints }) =>
        kind === 'node' &&
        terms.isIri(id) &&
        !deactivated &&
        constraints.length > 0 &&
        targets.every((target) => target.kind !== 'class'),
    )
    .map(({ id }) => id)
    .sort((a, b) => Number(b === near) - Number(a === near));
}
