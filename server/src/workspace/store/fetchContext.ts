import type { LookUp } from '../../rdf/observedGraph.ts';
import type { TurtleDocument } from '../../rdf/turtle/turtleDocument.ts';
import type { ValidationInput } from '../../shacl/validationUnit.ts';
import { KnownPart } from './knownPart.ts';
import { lookUpsOfEdit } from './lookUpsOfEdit.ts';
import { type LookUpOptions, looksAtAll, lookUpsOfUnit, type UnitLookUps } from './lookUpsOfUnit.ts';
import type { Store } from './store.ts';
import type { StoreFragment } from './storeFragment.ts';

/** The part of a store on which the verdicts about some data files rest. */
export interface StoreContext {
  /** Its triples; the uri is the address of the store. */
  readonly document: TurtleDocument;
  /** Why not everything relevant is known, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/** Paths are not followed further into the store than this many look-ups. */
const maxRounds = 100;

/** What has to be known of a store. */
export interface Needed {
  /** In the order in which they are met; the same ones may occur in every round. */
  readonly lookUps: readonly LookUp[];
  /** Why more is relevant but not requested, as sentences without the name of the store. */
  readonly gaps: readonly string[];
}

/** What has to be known of each of several stores. */
export interface NeededOfEach {
  /** For each store, in their order. */
  readonly lookUps: readonly (readonly LookUp[])[];
  /** Why more is relevant but not requested, as sentences without the name of a store. */
  readonly gaps: readonly string[];
}

/** Whether all of some look-ups were requested from a store. */
export type AreKnown = (lookUps: readonly LookUp[]) => boolean;

/**
 * Fetches what the verdicts about the nodes of data files rest on. The shapes determine what that is: the nodes are judged,
 * what the shapes look up on the way is asked for, and they are judged again until nothing is left to ask. Terms from one
 * store may be looked up further in another one. Where all triples matter, all are fetched from the stores that have few.
 *
 * @param parts what is known about each store. It grows.
 * @param inputWith the unit with what is known about the stores, in their order, as context.
 * @param beforeAsking is waited for once, if anything has to be asked for.
 * @returns for each store, why not all is known that matters, as sentences without its name.
 * @throws the signal's reason when aborted. What was fetched until then is kept.
 */
export async function fetchContext(
  parts: readonly KnownPart[],
  inputWith: (documents: readonly TurtleDocument[]) => Promise<ValidationInput>,
  options: LookUpOptions,
  signal: AbortSignal,
  beforeAsking?: () => Promise<void>,
): Promise<readonly (readonly string[])[]> {
  let whyAll: string | undefined;
  const needs = async (documents: readonly TurtleDocument[]): Promise<Needed> => {
    const input = await inputWith(documents);
    const { lookUps, asksForAll } = await lookUpsOfUnit(input, options, signal);
    whyAll ??= whyAllMatters(input, asksForAll);
    return { lookUps, gaps: [] };
  };
  const needsUnlessAll = async (documents: readonly TurtleDocument[]): Promise<Needed> => {
    const needed = await needs(documents);
    return whyAll === undefined ? needed : { lookUps: [], gaps: [] };
  };
  const { gaps } = await fetchFromAll(parts, needsUnlessAll, signal, beforeAsking);
  if (whyAll === undefined) {
    for (const part of parts) await part.lookWhetherEmpty(signal);
    return parts.map((part) => [...gaps, ...part.gaps]);
  }
  const partial = parts.filter((part) => !part.isWhole);
  if (partial.length > 0) await beforeAsking?.();
  const problems = new Map<KnownPart, string>();
  for (const part of partial) {
    const problem = await part.fetchWhole(signal);
    if (problem !== undefined) problems.set(part, `${whyAll} ${problem}`);
  }
  // From stores that are too large, at least what is looked up.
  const others = problems.size > 0 ? await fetchFromAll(parts, needs, signal) : { gaps: [] };
  for (const part of parts) await part.lookWhetherEmpty(signal);
  return parts.map((part) => [problems.get(part) ?? [], gaps, others.gaps, part.gaps].flat());
}

/**
 * Whether nothing has to be fetched after an edit, because everything that the verdicts rest on is known.
 *
 * @param before the unit when all its needs were known.
 * @param after the unit with what is known about the stores.
 * @returns false also if that can't be decided within the time of a keystroke.
 * @throws the signal's reason when aborted.
 */
export async function isKnownAfterEdit(
  parts: readonly KnownPart[],
  before: ValidationInput,
  after: ValidationInput,
  options: LookUpOptions,
  signal: AbortSignal,
): Promise<boolean> {
  if (!parts.every((part) => part.isConfirmed && part.gaps.length === 0)) return false;
  const needed = await lookUpsOfEdit(before, after, options, signal);
  return needed !== undefined && parts.every((part) => part.knows(needed));
}

/** What some work on a unit needs. If that is all triples, they are not requested. */
export function neededFor(input: ValidationInput, { lookUps, asksForAll }: UnitLookUps): Needed {
  const reason = whyAllMatters(input, asksForAll);
  return { lookUps, gaps: reason === undefined ? [] : [`${reason} They were not asked for.`] };
}

/** Why a unit looks at all triples of a store, as a sentence; undefined when it does not. */
export function whyAllMatters({ entailment }: ValidationInput, asksForAll: boolean): string | undefined {
  if (entailment) return 'What follows by inference depends on all of its triples.';
  return asksForAll ? looksAtAll : undefined;
}

/**
 * Fetches what some work looks up in a store: the work is done on what is known so far, what it looked up is fetched, and
 * it is repeated until it looks up nothing unknown.
 *
 * @param needs does the work with what is known about the store, and reports what it looked up. It may check whether some
 * look-ups were answered, and postpone work that makes no sense before.
 * @param fragment what is known already. It grows.
 * @throws the signal's reason when aborted.
 */
export async function fetchNeeded(
  store: Store,
  needs: (known: TurtleDocument, areKnown: AreKnown) => Promise<Needed>,
  signal: AbortSignal,
  fragment?: StoreFragment,
): Promise<StoreContext> {
  const part = new KnownPart(store, fragment);
  const areKnown: AreKnown = (lookUps) => part.unknown(lookUps).length === 0;
  const { gaps } = await fetchFromAll([part], async ([known]) => needs(known!, areKnown), signal);
  return { document: part.document, gaps: [...gaps, ...part.gaps] };
}

/**
 * The same for several stores, of each of which a part may be known already. Terms from one store may be looked up further
 * in another one.
 *
 * @param needs does the work with what is known about the stores, in their order.
 * @param beforeAsking is waited for once, if anything has to be asked for.
 * @returns why more matters than is known, besides the gaps of the parts.
 * @throws the signal's reason when aborted.
 */
export function fetchFromAll(
  parts: readonly KnownPart[],
  needs: (known: readonly TurtleDocument[]) => Promise<Needed>,
  signal: AbortSignal,
  beforeAsking?: () => Promise<void>,
): Promise<{ readonly gaps: readonly string[] }> {
  const needsOfEach = async (known: readonly TurtleDocument[]): Promise<NeededOfEach> => {
    const { lookUps, gaps } = await needs(known);
    return { lookUps: parts.map(() => lookUps), gaps };
  };
  return fetchFromEach(parts, needsOfEach, signal, beforeAsking);
}

/** The same where only some of the look-ups in one store are made in the others. */
export async function fetchFromEach(
  parts: readonly KnownPart[],
  needs: (known: readonly TurtleDocument[]) => Promise<NeededOfEach>,
  signal: AbortSignal,
  beforeAsking: () => Promise<void> = async () => {},
): Promise<{ readonly gaps: readonly string[] }> {
  const gaps = new Set<string>();
  for (let round = 1; round <= maxRounds; round++) {
    const needed = await needs(parts.map(({ document }) => document));
    for (const gap of needed.gaps) gaps.add(gap);
    let isNew = false;
    for (const [i, part] of parts.entries()) {
      const unknown = part.unknown(needed.lookUps[i] ?? []);
      if (unknown.length === 0) continue;
      if (round === 1 && !isNew) await beforeAsking();
      isNew = true;
      await part.fetch(unknown, signal);
    }
    if (isNew) continue;
    for (const part of parts) await part.confirm(signal);
    return { gaps: [...gaps] };
  }
  return { gaps: [...gaps, `Paths of the shapes lead further than ${maxRounds} steps.`] };
}
