import { printUpdate } from '../../sparql/updateText.ts';
import type { SoundRepair } from '../repair.ts';
import { changeTitle } from '../search/changeTitle.ts';
import { rankRepairs } from '../search/rankRepairs.ts';
import type { ChooseRepair } from '../search/repairChoice.ts';
import { soundRepairs } from '../search/suggestRepairs.ts';
import type { SuggestionProvider } from './repairJointly.ts';
import { kindOfRepair, type RepairKind } from './repairKind.ts';

/**
 * Makes the same repair for each result of a kind, for `repairJointly`, which proves all of them together. No search is
 * needed but where values are written anew.
 *
 * @param like a repair of the kind.
 */
export function repairsOfKind(
  kind: RepairKind,
  like: SoundRepair,
): { readonly suggest: SuggestionProvider; readonly choose: ChooseRepair } {
  const suggest: SuggestionProvider = async (problem, signal) => {
    const delta = kind.changeFor(problem.violation, problem.recorded);
    if (delta) {
      const title = changeTitle(delta, { minted: [], placeholders: [] }, problem.term);
      const repair = { ...like.repair, title, update: printUpdate(delta), change: delta };
      const verdict = { delta, alsoFixes: [], degenerate: false, needsInput: false };
      return { repairs: rankRepairs([{ repair, verdict }]), rejected: [], uncertainty: undefined };
    }
    if (kind.isTransferable || !kind.mayCover(problem.violation)) return nothing;
    const found = await soundRepairs(problem, { max: maxTried, strongestOnly: true }, signal);
    return {
      ...found,
      repairs: found.repairs.filter((repair) => kindOfRepair(problem, repair)?.key === kind.key),
    };
  };
  return { suggest, choose: chooseFirst };
}

const maxTried = 4;

const nothing = { repairs: [], rejected: [], uncertainty: undefined };

const chooseFirst: ChooseRepair = ({ repairs: [first] }) =>
  first
    ? { kind: 'repair', chosen: first }
    : { kind: 'none', why: 'The repair of the others does not hold here.' };
