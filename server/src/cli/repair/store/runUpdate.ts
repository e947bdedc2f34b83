import { UserError } from '../../../base/userError.ts';
import type { StoreRepair, StoreRepairs } from '../../../service/ide/storeRepairs/storeRepairs.ts';
import type { TermPrinter } from '../../../shacl/model/words.ts';
import { StoreError } from '../../../workspace/store/store.ts';
import { unaborted } from '../../input/workspace.ts';
import type { CommandIo, ExitCode } from '../../io.ts';
import { printerFor } from '../../output/print.ts';
import { printable } from '../../output/style.ts';
import { termsText } from '../../output/textReport.ts';
import type { GivenRepair, StoreRepairRequest } from './storeRepairRequest.ts';
import { isOffered, type KeyedStoreResult, repairKey } from './storeRepairText.ts';

/** What was found in a store, and how to look again. */
export interface UpdateSubject {
  /** All results at the nodes. */
  readonly results: readonly KeyedStoreResult[];
  /** Those of which one is to be repaired. */
  readonly asked: readonly KeyedStoreResult[];
  readonly print: TermPrinter;
  readonly look: () => Promise<StoreRepairs & { readonly keyed: readonly KeyedStoreResult[] }>;
}

/**
 * Sends the update of one result, if the user consents, and tells what came of it: 0 when no result is left, 1 when one is,
 * 3 when that is not known.
 */
export async function runUpdate(
  { results, asked, print, look }: UpdateSubject,
  { address, repair, isConsented }: NonNullable<StoreRepairRequest['run']>,
  io: CommandIo,
): Promise<ExitCode> {
  const [result, ...others] = asked;
  if (others.length > 0)
    throw new UserError(
      `--run repairs one result: give --only KEY. There are ${asked.map(({ key }) => key).join(', ')}.`,
    );
  const chosen = chosenRepair(result!, repair, isConsented);
  const updates = io.openUpdates(address);
  const { style } = printerFor(io.stdout, io);
  if (!isConsented) {
    const title = printable(chosen.repair.title);
    if (!io.confirm) {
      io.stdout.write(`Nothing was sent. With --yes, this would be sent to ${updates.url}: ${title}\n`);
      return 1;
    }
    io.stdout.write(`${title}\n`);
    if (!(await io.confirm(`Send this update to ${printable(updates.url)}? [y/N] `))) {
      io.stdout.write('Nothing was sent.\n');
      return 1;
    }
  }
  io.probe?.step(`updating ${updates.url}`);
  try {
    await updates.update(chosen.update, unaborted);
  } catch (error) {
    if (!(error instanceof StoreError)) throw error;
    io.stderr.write(`${updates.url}: ${printable(error.message)}\n`);
  }
  const after = await look();
  const before = new Set(results.map(({ key }) => key));
  if (after.gaps.length > 0) {
    io.stdout.write(`${style.yellow(`What came of it is not known. ${printable(after.gaps.join(' '))}`)}\n`);
    return 3;
  }
  const introduced = after.keyed.filter(({ key }) => !before.has(key));
  const lines = [
    after.keyed.some(({ key }) => key === result!.key)
      ? style.yellow('The result is still there: the store has changed since it was read, or did not do it.')
      : style.green(`Repaired: ${printable(chosen.repair.title)}`),
    ...introduced.map(
      ({ violation, key }) =>
        `${style.red('new since then')}: ${printable(termsText(violation, print))} ${style.dim(`[${key}]`)}`,
    ),
  ];
  io.stdout.write(`${lines.join('\n')}\n`);
  return after.results.length > 0 ? 1 : 0;
}

/**
 * @param isConsented whether it is sent without asking: then a number is not enough, because the list in which somebody saw it may
 *   have been another one.
 * @throws UserError when there is no such repair that can be sent.
 */
function chosenRepair(
  { repairs, key }: KeyedStoreResult,
  given: GivenRepair | undefined,
  isConsented: boolean,
): StoreRepair & { readonly update: string } {
  const chosen =
    given === undefined
      ? repairs.find(isOffered)
      : given.kind === 'key'
        ? repairs.find((each) => keyOf(each) === given.key)
        : repairs[given.number - 1];
  if (chosen === undefined) throw new UserError(whyNone(key, repairs.length, given));
  if (given === undefined && chosen.certainty !== 'certain')
    throw new UserError(`no repair of ${key} is certain: give --repair KEY for one of the list.`);
  if (chosen.guarded.kind === 'refused')
    throw new UserError(`there is no update for this repair. ${chosen.guarded.reason}`);
  if (given?.kind === 'number' && isConsented)
    throw new UserError(
      `--repair ${given.number} can't be used with --yes: the store may have changed since you saw that number. For ${chosen.repair.title}, give --repair ${keyOf(chosen)}.`,
    );
  return { ...chosen, update: chosen.guarded.text };
}

function keyOf({ guarded }: StoreRepair): string | undefined {
  return guarded.kind === 'update' ? repairKey(guarded.text) : undefined;
}

function whyNone(key: string, count: number, given: GivenRepair | undefined): string {
  if (given === undefined) return `there is no update for ${key}.`;
  return given.kind === 'number'
    ? `there is no repair ${given.number} of ${key}, but ${count}.`
    : `no repair of ${key} has the key '${given.key}': the store or the shapes have changed since you saw it. The list has the repairs of now.`;
}
