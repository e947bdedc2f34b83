import { type QuickPickItem, QuickPickItemKind, Uri, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { isFresh, workspaceEdit } from '../codeActions.ts';
import { changesOf, showComparisons } from './comparisons.ts';
import type { Previews } from './previews.ts';

type Answered = Extract<protocol.ModelRepairs, { kind: 'answered' }>;

interface Item extends QuickPickItem {
  readonly repair?: protocol.ModelRepair;
  readonly refused?: protocol.RefusedRepair;
  readonly asksAgain?: boolean;
}

export interface PickContext {
  readonly client: LanguageClient;
  readonly previews: Previews;
  /** What is repaired, for the title of the list. */
  readonly title: string;
  /** The model's name for people. */
  readonly model: string;
  /** Whether the list offers to ask again. */
  readonly asksAgain?: boolean;
}

/** What the user decided about a list of repairs. */
export type Picked = 'applied' | 'dismissed' | 'changed' | 'again';

/**
 * Lists the model's verified repairs, then those that were found without it, and the refused answers. A repair that is
 * chosen is shown as a comparison first, and applied when it is chosen again there, only to the texts that it was computed
 * for.
 */
export async function pickRepair(answer: Answered, context: PickContext): Promise<Picked> {
  for (;;) {
    const picked = await window.showQuickPick(itemsOf(answer, context), {
      title: `${ofModel(answer).length > 0 ? context.title : `${context.model} found no valid repair`} (${answer.summary})`,
      placeHolder: placeHolderOf(answer, context),
      matchOnDetail: true,
      ignoreFocusOut: true,
    });
    if (!picked) return 'dismissed';
    if (picked.asksAgain) return 'again';
    if (picked.refused) {
      if (await goesBackFrom(picked.refused, context)) continue;
      return 'dismissed';
    }
    if (!picked.repair) continue;
    const decision = await preview(picked.repair, context);
    await context.previews.closeComparisons();
    if (decision === 'apply') return apply(picked.repair, context.client);
    if (decision === undefined) return 'dismissed';
  }
}

function ofModel({ repairs }: Answered): readonly protocol.ModelRepair[] {
  return repairs.filter(({ model }) => model !== undefined);
}

function placeHolderOf(answer: Answered, { model }: PickContext): string {
  if (ofModel(answer).length > 0)
    return 'Verified: each repair removes the result and adds no new one. Choose one to see it';
  const others = answer.repairs.length > 0 ? `, or a repair that was found without ${model}` : '';
  return `Choose an answer to see all that ${model} said and why it is refused${others}`;
}

function itemsOf(answer: Answered, { asksAgain, model }: PickContext): readonly Item[] {
  const own = ofModel(answer);
  const others = answer.repairs.filter((repair) => !own.includes(repair));
  const groups = [
    { label: '', items: own.map(repairItem) },
    { label: `found without ${model}`, items: others.map(repairItem) },
    { label: 'refused', items: answer.refused.map(refusedItem) },
  ];
  // The model's explanation comes first where it was requested.
  if (own.length === 0) groups.reverse();
  return [
    ...groups.flatMap(({ label, items }) =>
      label === '' || items.length === 0 ? items : [separator(label), ...items],
    ),
    ...(asksAgain ? [separator(''), { label: '$(refresh) Ask again', asksAgain }] : []),
  ];
}

function separator(label: string): Item {
  return { label, kind: QuickPickItemKind.Separator };
}

function repairItem(repair: protocol.ModelRepair): Item {
  const { title, model, why, alsoFixes } = repair;
  const also = alsoFixes > 0 ? `also repairs ${alsoFixes} more` : undefined;
  const own = model === undefined ? 'found without the model' : undefined;
  // Titles can take a whole line: nothing is put beside them.
  return {
    label: `${model === undefined ? '$(lightbulb)' : '$(sparkle)'} ${title}`,
    detail: [why, also, own].filter((part) => part !== undefined).join(' · '),
    repair,
  };
}

function refusedItem(refused: protocol.RefusedRepair): Item {
  return {
    label: `$(circle-slash) ${oneLine(refused.verdict)}`,
    detail: `round ${refused.round}: ${refused.update === undefined ? 'it said: ' : ''}${oneLine(refused.update ?? refused.answer)}`,
    refused,
  };
}

function oneLine(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line === '') return '(no answer)';
  return line.length > 120 ? `${line.slice(0, 120)}…` : line;
}

/** Shows a refused answer and the reason; true when the user wants to see the list again. */
async function goesBackFrom(refused: protocol.RefusedRepair, { previews }: PickContext): Promise<boolean> {
  const name = `Refused in round ${refused.round}.md`;
  const uri = await previews.show(name, refusedText(refused));
  const options = { title: oneLine(refused.verdict), ignoreFocusOut: true };
  if (!(await window.showQuickPick([{ label: backToList }], options))) return false;
  await previews.close(uri);
  return true;
}

const backToList = '$(arrow-left) Back to the list';

function refusedText({ answer, update, verdict, round }: protocol.RefusedRepair): string {
  return [
    `# Refused in round ${round}`,
    verdict,
    ...(update === undefined ? [] : ['## The update', fenced(update, 'sparql')]),
    '## The whole answer',
    `${fenced(answer, '')}\n`,
  ].join('\n\n');
}

function fenced(text: string, language: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Shows what a repair changes, and all of the update that a model wrote, before it can be applied. */
async function preview(
  repair: protocol.ModelRepair,
  { previews }: PickContext,
): Promise<'apply' | 'back' | undefined> {
  await showComparisons(repair.preview, repair.title, previews);
  const items: readonly (QuickPickItem & { readonly decision?: 'apply' | 'back' })[] = [
    { label: '$(check) Apply this repair', detail: repair.why ?? '', decision: 'apply' },
    { label: backToList, detail: '', decision: 'back' },
    ...(repair.model === undefined
      ? []
      : [separator(`the whole update by ${repair.model}`), ...linesOf(repair.update)]),
  ];
  const options = {
    title: repair.title,
    placeHolder: 'The file on the left, the file after the change on the right',
    ignoreFocusOut: true,
  };
  for (;;) {
    const chosen = await window.showQuickPick(items, options);
    // A line of the update is only for reading.
    if (chosen === undefined || chosen.decision !== undefined) return chosen?.decision;
  }
}

/** A text as entries of a list, which would cut longer lines. */
function linesOf(text: string): readonly QuickPickItem[] {
  const lines = text.split('\n').flatMap((line) => line.match(/.{1,100}/gsu) ?? []);
  // An icon in a label would be drawn.
  return lines.map((line) => ({ label: line.replaceAll('$(', '$\u200b(') }));
}

async function apply({ edit }: protocol.ModelRepair, client: LanguageClient): Promise<Picked> {
  const [first] = changesOf(edit);
  if (first) await window.showTextDocument(Uri.parse(first.textDocument.uri));
  const isApplied = isFresh(edit) && (await workspace.applyEdit(workspaceEdit(client, edit)));
  if (isApplied) return 'applied';
  void window.showWarningMessage('The text has changed since; the repair was not applied. Ask again.');
  return 'changed';
}
