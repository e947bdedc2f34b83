import { type QuickPickItem, QuickPickItemKind, ThemeIcon, window, workspace } from 'vscode';
import type {
  FixAllParams,
  PlanSteps,
  RepairPlan,
} from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';
import type { Command } from './command.ts';
import { askRepairs, makeFixes, passSyntaxErrors } from './fixAllInFile.ts';
import { turtleDocument } from './turtleDocument.ts';

/**
 * Lists the repairs of all results of the active file that are compatible, for the user to tick, and applies the ticked
 * ones in one step to undo.
 */
export const repairPlan: Command =
  ({ client }) =>
  async (argument) => {
    const document = await turtleDocument(argument);
    if (!document) return;
    const name = workspace.asRelativePath(document.uri);
    if (!(await passSyntaxErrors(client, document, name))) return;
    const plan = await askRepairs(
      client,
      name,
      (token) => ask(client, 'shaclRepair/repairPlan', { uri: document.uri.toString() }, token),
      `Planning repairs of ${name}`,
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
    const chosen = await pickSteps(plan, name);
    if (chosen && chosen.steps.length > 0) await makeFixes(client, document, chosen);
  };

interface ChosenSteps extends Pick<FixAllParams, 'plan'> {
  readonly steps: readonly string[];
}

/** Lists the steps of one plan; where there is another one of fewer statements, a button switches between both. */
function pickSteps(plan: RepairPlan, name: string): Promise<ChosenSteps | undefined> {
  const pick = window.createQuickPick<StepItem>();
  let which: 'likeliest' | 'smallest' = 'likeliest';
  const show = (): void => {
    const shown = (which === 'smallest' && plan.smallest) || plan;
    const other = which === 'smallest' ? plan : plan.smallest;
    const rest =
      shown.left.length === 0 ? '' : `; ${shown.left.length} left, the first: ${shown.left[0]!.why}`;
    pick.title = `Repair Plan for ${name}: ${planWords(plan, which)}`;
    pick.placeholder = `Steps that work together; ticked steps are applied as one edit${rest}`;
    pick.items = itemsOf(shown);
    pick.selectedItems = pick.items.filter(({ picked }) => picked);
    const tooltip = `Show the plan with ${planWords(plan, which === 'smallest' ? 'likeliest' : 'smallest')}`;
    pick.buttons = other ? [{ iconPath: new ThemeIcon('arrow-swap'), tooltip }] : [];
  };
  pick.canSelectMany = true;
  pick.matchOnDetail = true;
  pick.matchOnDescription = true;
  show();
  return new Promise((resolve) => {
    pick.onDidTriggerButton(() => {
      which = which === 'smallest' ? 'likeliest' : 'smallest';
      show();
    });
    pick.onDidAccept(() => {
      resolve({ steps: pick.selectedItems.flatMap(({ key }) => key ?? []), plan: which });
      pick.hide();
    });
    pick.onDidHide(() => {
      resolve(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function planWords(plan: RepairPlan, which: 'likeliest' | 'smallest'): string {
  const { cost, statements } = (which === 'smallest' && plan.smallest) || plan;
  const size = `${statements} ${statements === 1 ? 'statement' : 'statements'} changed, cost ${cost.toFixed(2)}`;
  if (which === 'likeliest') return `the likeliest repairs (${size})`;
  return `${plan.smallest?.isLeast ? 'the fewest' : 'fewer'} changed statements (${size})`;
}

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

/** Groups steps by how certain they are; certain and likely ones are ticked. */
function itemsOf({ steps }: PlanSteps): StepItem[] {
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
