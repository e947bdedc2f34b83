import { Uri, window } from 'vscode';
import { whyRestricted } from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { findRuns } from '../evaluation/findRuns.ts';
import { isTrusted } from '../trust.ts';
import type { Command } from './command.ts';
import { carryOut, chosenSuite } from './evaluate.ts';

const title = 'Answer Cases by Hand';

/**
 * Has a person repair the cases of a suite in the editor, as a baseline: continues somebody's run, which takes the changed
 * files as answers, or starts a new one.
 */
export const answerByHand: Command = (context) => async (argument) => {
  if (!isTrusted(whyRestricted.suites)) return;
  const suite = argument instanceof Uri ? argument : await chosenSuite(context, title);
  if (!suite) return;
  const open = (await findRuns(context.benchmarks.evaluations, suite)).filter(
    ({ cells, recorded, all }) => recorded < all && cells.every((cell) => cell.startsWith('person:')),
  );
  const items = open.map(({ run, cells, recorded, all }) => ({
    label: `$(debug-continue) ${cells.join(', ')}`,
    description: `${recorded.toLocaleString('en')} of ${all.toLocaleString('en')} cases answered`,
    run,
  }));
  const picked =
    open.length === 0
      ? { run: undefined }
      : await window.showQuickPick([...items, { label: '$(add) Somebody else', run: undefined }], {
          title,
          placeHolder: 'Who answers?',
        });
  if (!picked) return;
  if (picked.run !== undefined) {
    await carryOut(suite, { kind: 'goOn', run: picked.run }, context);
    return;
  }
  const name = (
    await window.showInputBox({
      title,
      prompt: 'Enter a name for whoever answers. The run and its report show it.',
      validateInput: (text) => (text.trim() === '' ? 'Enter a name.' : undefined),
    })
  )?.trim();
  if (name) await carryOut(suite, { kind: 'begin', systems: [`person:${name}`], strategies: [] }, context);
};
