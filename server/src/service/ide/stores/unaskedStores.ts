import type { LinkedUnit } from '../../../workspace/project/linkedUnit.ts';
import type { LinkFinding } from '../../../workspace/project/linkFinding.ts';
import { linkPlace } from '../../../workspace/project/linkReason.ts';
import { type StoreLink, storeUri } from '../../../workspace/project/storeLink.ts';

/** Why a linked store was not asked, and how to change that. */
export interface Unasked {
  /** Sentences without the name of the store. */
  readonly message: string;
  readonly severity: LinkFinding['severity'];
  readonly fixes: LinkFinding['fixes'];
}

/** Why a store is not asked; undefined if the only reason is that nobody allowed it. */
export type WhyUnasked = (link: StoreLink) => Unasked | undefined;

/** The default reason: no program asks a store without permission. */
const notAllowed: Unasked = {
  message:
    "Allow its host first: on the command line by the option '--allow-store HOST' of validate and repair, in the editor by the command 'SHACL Repair: Allow Store…'.",
  severity: 'warning',
  fixes: [],
};

/** A unit with a note for each store that was not asked that its data is not taken into account. */
export function withUnaskedStores(linked: LinkedUnit, whyOf: WhyUnasked = () => undefined): LinkedUnit {
  const unasked = linked.stores.map((link) => {
    const { message, ...rest } = whyOf(link) ?? notAllowed;
    const uri = storeUri(link.address);
    return {
      ...rest,
      uri,
      place: linkPlace(link.reason),
      message: `What ${uri} knows was not taken into account. ${message}`,
    };
  });
  if (unasked.length === 0) return linked;
  return {
    ...linked,
    stores: [],
    findings: [
      ...linked.findings,
      ...unasked.flatMap(({ place, severity, message, fixes }) =>
        place ? [{ ...place, severity, message, fixes }] : [],
      ),
    ],
    // The gaps state that these leave the verdict undecided.
    notChecked: [...linked.notChecked, ...unasked.map(({ message }) => ({ reason: message, concerns: [] }))],
    gaps: [
      ...linked.gaps,
      ...unasked.map(({ message, uri }) => ({ message, uri, leavesResultsOpen: true as const })),
    ],
  };
}
