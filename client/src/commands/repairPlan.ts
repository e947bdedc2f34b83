import { type QuickPickItem, QuickPickItemKind, window, workspace } from 'vscode';
import type { RepairPlan } from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import type { Command } from './command.ts';
import { askRepairs, makeFixes, passSyntaxErrors } from './fixAllInFile.ts';
import { turtleDocument } from './turtleDocument.ts';

/** Lists the repairs of all results of the active file that hold together, to be ticked, and makes those in one step to undo. */
export const repairPlan: Command =
  ({ client }) =>
  async (argument) => {
    const document = await turtleDocument(argument);
    if (!document) return;
    const name = workspace.asRelativePath(document.uri);
    if (!(await passSyntaxErrors(client, document, name))) return;
    const plan = await askRepairs(client, name, (token) =>
      ask(client, 'shaclRepair/repairPlan', { uri: document.uri.toString() }, token),
    );
    if (!plan) return;
    if (plan.steps.length === 0) {
      void window.showInformationMessage(
        plan.left.length === 0
          ? `There is nothing to repair in ${name}.`
          : `No repair was found for ${name}. ${plan.left[0]!.why}`,
      );
      return;
    }
    const rest = plan.left.length === 0 ? '' : `; ${plan.left.length} left, the first: ${plan.left[0]!.why}`;
    const chosen = await window.showQuickPick(itemsOf(plan), {
      title: `Repair Plan for ${name}`,
      placeHolder: `Steps that hold together; what is ticked is made as one edit${rest}`,
      canPickMany: true,
      matchOnDetail: true,
      matchOnDescription: true,
    });
    const steps = chosen?.flatMap(({ key }) => key ?? []) ?? [];
    if (steps.length > 0) await makeFixes(client, document, steps);
  };

interface StepItem extends QuickPickItem {
  /** Undefined for a heading. */
  readonly key?: string;
}

const headings = {
  certain: 'certain',
  likely: 'likely',
  possible: 'possible, for you to decide',
  needsInput: 'to be filled in',
} as const satisfies Record<RepairPlan['steps'][number]['certainty'], string>;

/** By how sure the steps are; what is certain or likely is ticked. */
function itemsOf({ steps }: RepairPlan): StepItem[] {
  return Object.entries(headings).flatMap(([certainty, label]) => {
    const own = steps.filter((step) => step.certainty === certainty);
    const items = own.map(({ key, title, likelihood, evidence, ends, location }) => ({
      key,
      label: title,
      description: [
        ...(location ? [`line ${location.range.start.line + 1}`] : []),
        `${Math.min(99, Math.max(1, Math.round(100 * likelihood)))} %`,
        ...(ends > 1 ? [`ends ${ends} results`] : []),
      ].join(', '),
      ...(evidence !== undefined && { detail: evidence }),
      picked: certainty === 'certain' || certainty === 'likely',
    }));
    return own.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...items];
  });
}
