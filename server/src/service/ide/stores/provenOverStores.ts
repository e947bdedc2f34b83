import type { GraphDelta } from '../../../rdf/graph.ts';
import type { Settings } from '../../../workspace/project/settings.ts';
import { fetchFromAll } from '../../../workspace/store/fetchContext.ts';
import type { KnownPart } from '../../../workspace/store/knownPart.ts';
import { lookUpsOfChange } from '../../../workspace/store/lookUpsOfEdit.ts';
import { looksAtAll, type UnitLookUps } from '../../../workspace/store/lookUpsOfUnit.ts';
import type { UnitAnalysis } from '../unitAnalysis.ts';
import { gapText, lookUpOptions } from './withStore.ts';

/** A unit whose stores can be asked for more than its verdict rests on. */
export interface StoredUnit {
  readonly analysis: UnitAnalysis;
  readonly settings: Settings;
  /** What is known about its stores now; undefined when it no longer has any. */
  parts(): readonly KnownPart[] | undefined;
  /** The unit with what was learned. */
  analyseAgain(): Promise<UnitAnalysis>;
}

/** Why a change of the data files is not proven, as sentences; undefined where it is, as far as stores matter. */
export type WhyUnproven = (change: GraphDelta) => Promise<string | undefined>;

/** Finds repairs in a unit. If it gets a proof check, it applies that to each repair, and offers only proven ones. */
export type FindRepairs<Found> = (
  analysis: UnitAnalysis,
  whyUnproven: WhyUnproven | undefined,
) => Promise<Found>;

/** Finds repairs of a unit, as `provenOverStores` does where it has stores. */
export type Prove = <Found>(analysis: UnitAnalysis, find: FindRepairs<Found>) => Promise<Found>;

/** Nodes that a repair leads to may lead further, as with the paths of shapes. */
const maxRounds = 10;

/**
 * Finds repairs that hold with everything that the stores of a unit contain. A repair may lead to nodes about which no
 * store was asked, because no verdict rested on them. So the stores are asked for what the verdicts after each repair look
 * up, and repairs are found again on what is known then, until nothing is left to ask.
 *
 * @throws the signal's reason when aborted.
 */
export async function provenOverStores<Found>(
  unit: StoredUnit,
  find: FindRepairs<Found>,
  signal: AbortSignal,
): Promise<Found> {
  let { analysis } = unit;
  const options = lookUpOptions(unit);
  const neededFor = (change: GraphDelta) => lookUpsOfChange(analysis.graphs.input, change, options, signal);
  let reasons: readonly string[] = ['The repair reaches further nodes that the store was not asked about.'];
  for (let round = 0; round < maxRounds; round++) {
    const needed: UnitLookUps[] = [];
    const found = await find(analysis, async (change) => {
      needed.push(await neededFor(change));
      return undefined;
    });
    const all = {
      lookUps: needed.flatMap(({ lookUps }) => lookUps),
      asksForAll: needed.some(({ asksForAll }) => asksForAll),
    };
    const learned = await learn(unit.parts() ?? [], all, signal);
    if (learned.kind === 'known') return found;
    if (learned.kind === 'open') {
      reasons = learned.reasons;
      break;
    }
    analysis = await unit.analyseAgain();
  }
  return find(analysis, async (change) => {
    const needed = await neededFor(change);
    return unit.parts()?.every((part) => part.knows(needed)) ? undefined : reasons.join(' ');
  });
}

/** The outcome of asking for more. */
type Learned =
  /** Nothing had to be asked for. */
  | { readonly kind: 'known' }
  /** The parts may know more now. */
  | { readonly kind: 'learned' }
  /** Not everything could be fetched, for these reasons: sentences that name the store. The known parts are unchanged. */
  | { readonly kind: 'open'; readonly reasons: readonly string[] };

/**
 * Asks stores for some look-ups that no verdict rests on yet. If they do not answer, verdicts stay unchanged.
 *
 * @throws the signal's reason when aborted.
 */
async function learn(
  parts: readonly KnownPart[],
  needed: UnitLookUps,
  signal: AbortSignal,
): Promise<Learned> {
  const asked = parts.filter((part) => !part.knows(needed));
  if (asked.length === 0) return { kind: 'known' };
  const open = (why: string): Learned => ({
    kind: 'open',
    reasons: asked.map(({ document }) => gapText(document.uri, why)),
  });
  if (needed.asksForAll) return open(looksAtAll);
  const branches = asked.flatMap((part) => part.branch() ?? []);
  if (branches.length < asked.length) return open('It is being asked.');
  const learning = branches.map(({ part }) => part);
  const { lookUps } = needed;
  const { gaps } = await fetchFromAll(learning, async () => ({ lookUps, gaps: [] }), signal);
  const all = [...gaps, ...learning.flatMap((part) => part.gaps)];
  if (all.length > 0) return open([...new Set(all)].join(' '));
  for (const { merge } of branches) merge();
  return { kind: 'learned' };
}
