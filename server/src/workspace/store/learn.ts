import { fetchFromAll } from './fetchContext.ts';
import type { KnownPart } from './knownPart.ts';
import type { UnitLookUps } from './lookUpsOfUnit.ts';

/** What came of asking for more. */
export type Learned =
  /** Nothing had to be asked for. */
  | { readonly kind: 'known' }
  /** The parts may know more now. */
  | { readonly kind: 'learned' }
  /** Not all could be learned, for these reasons: sentences that name the store. The parts know what they did before. */
  | { readonly kind: 'open'; readonly reasons: readonly string[] };

/**
 * Asks stores for some look-ups that no verdict rests on yet. Where they don't tell, verdicts are none the worse.
 *
 * @throws the signal's reason when aborted.
 */
export async function learn(
  parts: readonly KnownPart[],
  needed: UnitLookUps,
  signal: AbortSignal,
): Promise<Learned> {
  const asked = parts.filter((part) => !part.knows(needed));
  if (asked.length === 0) return { kind: 'known' };
  const open = (why: string): Learned => ({
    kind: 'open',
    reasons: asked.map(({ document }) => `Not all that ${document.uri} knows was taken into account. ${why}`),
  });
  if (needed.asksForAll) return open('A query of the shapes looks at all triples.');
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
