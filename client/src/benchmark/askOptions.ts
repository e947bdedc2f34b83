import {
  type InputBox,
  type QuickInputButton,
  QuickInputButtons,
  type QuickPick,
  type QuickPickItem,
  Uri,
  window,
  workspace,
} from 'vscode';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { exists } from '../evaluation/findRuns.ts';

/** The questions before a benchmark is generated. */
export interface BenchmarkChoice {
  readonly mode: string;
  readonly mix: 'even' | 'any';
  readonly unlikely: boolean;
  readonly seed: number;
  readonly crossCheck: protocol.BenchmarkOptions['crossCheck'];
  readonly folder: Uri;
}

/**
 * Asks step by step, with a default for each step and a way back. Undefined if the user cancels.
 *
 * @param file the data.
 */
export async function askOptions(file: Uri): Promise<BenchmarkChoice | undefined> {
  let choice: BenchmarkChoice = {
    mode: 'cover',
    mix: 'even',
    unlikely: false,
    seed: 1,
    crossCheck: 'all',
    folder: suiteFolder(file, 'cover'),
  };
  const askAboutMode: typeof askSeed = (choice, number) => askMode(file, choice, number);
  for (let step = 0; ; ) {
    const ofChanges = choice.mode === 'mistakes' ? [] : [askChanges];
    const steps = [askAboutMode, ...ofChanges, askSeed, askCrossCheck, askFolder];
    if (step === steps.length) return choice;
    const answer = await steps[step]!(choice, { step: step + 1, totalSteps: steps.length });
    if (answer === 'left') return undefined;
    if (answer === 'back') step--;
    else {
      choice = { ...choice, ...answer };
      step++;
    }
  }
}

interface StepNumber {
  readonly step: number;
  readonly totalSteps: number;
}

type Answer = Partial<BenchmarkChoice> | 'back' | 'left';

interface ModeItem extends QuickPickItem {
  readonly mode: string;
}

async function askMode(file: Uri, { mode }: BenchmarkChoice, number: StepNumber): Promise<Answer> {
  const items: readonly ModeItem[] = [
    {
      label: 'Cover',
      description: 'cover',
      detail: 'Cases that violate every constraint that can be violated.',
      mode: 'cover',
    },
    {
      label: 'Each focus node',
      description: 'per-focus',
      detail: 'At least one case for each node that a shape targets.',
      mode: 'per-focus',
    },
    {
      label: 'Sample',
      description: 'sample:3',
      detail: 'Three different cases for each constraint and focus node.',
      mode: 'sample:3',
    },
    {
      label: 'Exhaustive',
      description: 'exhaustive',
      detail: 'Every way to violate every constraint, up to 10,000 cases.',
      mode: 'exhaustive',
    },
    {
      label: 'Realistic mistakes',
      description: 'mistakes',
      detail: 'What people get wrong: misspelt names, texts for nodes, local dates; up to 200 cases.',
      mode: 'mistakes',
    },
  ];
  const picked = await pick('Which violations?', items, (item) => item.mode === mode, number);
  if (typeof picked === 'string') return picked;
  return { mode: picked.mode, folder: suiteFolder(file, picked.mode) };
}

interface ChangesItem extends QuickPickItem, Pick<BenchmarkChoice, 'mix' | 'unlikely'> {}

async function askChanges({ mode, mix, unlikely }: BenchmarkChoice, number: StepNumber): Promise<Answer> {
  const likely = 'No changes that nobody would make by mistake, such as a link from a node to itself.';
  const every = 'Also changes that nobody would make by mistake; more constraints are covered.';
  const even = 'as many deletions as insertions and replacements';
  // The other modes do not choose between ways to violate a constraint.
  const mixes = mode === 'cover' || mode === 'per-focus';
  const items: readonly ChangesItem[] = mixes
    ? [
        {
          label: 'Even mix, likely changes',
          description: even,
          detail: likely,
          mix: 'even',
          unlikely: false,
        },
        { label: 'Even mix, all changes', description: even, detail: every, mix: 'even', unlikely: true },
        { label: 'Fewest cases, likely changes', detail: likely, mix: 'any', unlikely: false },
        { label: 'Fewest cases, all changes', detail: every, mix: 'any', unlikely: true },
      ]
    : [
        { label: 'Likely changes', detail: likely, mix: 'even', unlikely: false },
        { label: 'All changes', detail: every, mix: 'even', unlikely: true },
      ];
  const isDefault = (item: ChangesItem) => item.mix === mix && item.unlikely === unlikely;
  const picked = await pick('Which changes?', items, isDefault, number);
  return typeof picked === 'string' ? picked : { mix: picked.mix, unlikely: picked.unlikely };
}

async function askSeed({ seed }: BenchmarkChoice, number: StepNumber): Promise<Answer> {
  const answer = await input(
    {
      title: 'Seed of the random choices',
      prompt:
        'Any number will do: the same files, options and seed give the same suite, another seed another one.',
      value: String(seed),
      validate: (text) =>
        /^\d{1,10}$/.test(text) && Number(text) < 2 ** 32
          ? undefined
          : 'A whole number from 0 to 4,294,967,295.',
    },
    number,
  );
  return answer.kind === 'text' ? { seed: Number(answer.text) } : answer.kind;
}

async function askCrossCheck({ crossCheck }: BenchmarkChoice, number: StepNumber): Promise<Answer> {
  const items = [
    {
      label: 'Also check each case with rdf-validate-shacl',
      detail: 'Cases that the engines judge differently are marked as FRAGILE. Takes longer.',
      crossCheck: 'all',
    },
    {
      label: 'Only with the built-in engine',
      detail: 'Every case is verified, by one engine.',
      crossCheck: 'none',
    },
  ] as const;
  const picked = await pick('Which engines?', items, (item) => item.crossCheck === crossCheck, number);
  return typeof picked === 'string' ? picked : { crossCheck: picked.crossCheck };
}

interface FolderItem extends QuickPickItem {
  /** Undefined to browse for one. */
  readonly folder: Uri | undefined;
}

async function askFolder({ folder }: BenchmarkChoice, number: StepNumber): Promise<Answer> {
  const there = await exists(folder);
  const items: readonly FolderItem[] = [
    {
      label: workspace.asRelativePath(folder),
      detail: there ? 'Replaces the existing suite.' : 'A new folder.',
      folder,
    },
    { label: 'In another folder…', folder: undefined },
  ];
  const picked = await pick(
    'Where should the suite be saved?',
    items,
    (item) => item.folder === folder,
    number,
  );
  if (typeof picked === 'string') return picked;
  if (picked.folder) return { folder: picked.folder };
  const chosen = await window.showOpenDialog({
    title: 'Folder for the Suite',
    openLabel: 'Save Here',
    canSelectFiles: false,
    canSelectFolders: true,
    defaultUri: Uri.joinPath(folder, '..'),
  });
  const name = folder.path.split('/').at(-1)!;
  return chosen?.[0] ? { folder: Uri.joinPath(chosen[0], name) } : 'left';
}

/**
 * `units-vio` beside units.ttl, or `units-mistakes`; in a folder of the workspace for what is not saved yet.
 */
function suiteFolder(file: Uri, mode: string): Uri {
  const stem = file.path.slice(file.path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
  const root = workspace.workspaceFolders?.[0]?.uri;
  const name = `${stem}-${mode === 'mistakes' ? 'mistakes' : 'vio'}`;
  return file.scheme === 'untitled' && root ? Uri.joinPath(root, name) : Uri.joinPath(file, '..', name);
}

const title = 'Generate VIO Benchmark';

async function pick<Item extends QuickPickItem>(
  placeholder: string,
  items: readonly Item[],
  isDefault: (item: Item) => boolean,
  number: StepNumber,
): Promise<Item | 'back' | 'left'> {
  const quickPick = window.createQuickPick<Item>();
  quickPick.placeholder = placeholder;
  quickPick.items = items;
  quickPick.activeItems = items.filter(isDefault);
  return shown(quickPick, number, () => quickPick.activeItems[0]);
}

interface InputOptions {
  readonly title: string;
  readonly prompt: string;
  readonly value: string;
  /** What is wrong with a text, undefined when nothing is. */
  readonly validate: (text: string) => string | undefined;
}

async function input(
  { title: placeholder, prompt, value, validate }: InputOptions,
  number: StepNumber,
): Promise<{ readonly kind: 'text'; readonly text: string } | { readonly kind: 'back' | 'left' }> {
  const box = window.createInputBox();
  box.placeholder = placeholder;
  box.prompt = `${placeholder}. ${prompt}`;
  box.value = value;
  const listening = box.onDidChangeValue((text) => {
    box.validationMessage = validate(text);
  });
  const answer = await shown(box, number, () =>
    validate(box.value) === undefined ? ({ kind: 'text', text: box.value } as const) : undefined,
  );
  listening.dispose();
  return typeof answer === 'string' ? { kind: answer } : answer;
}

/** Shows an input until it is accepted with a value, or left. */
async function shown<Value extends object>(
  quickInput: QuickPick<QuickPickItem> | InputBox,
  { step, totalSteps }: StepNumber,
  accepted: () => Value | undefined,
): Promise<Value | 'back' | 'left'> {
  quickInput.title = title;
  quickInput.step = step;
  quickInput.totalSteps = totalSteps;
  quickInput.ignoreFocusOut = true;
  if (step > 1) quickInput.buttons = [QuickInputButtons.Back];
  try {
    return await new Promise((resolve) => {
      quickInput.onDidAccept(() => {
        const value = accepted();
        if (value !== undefined) resolve(value);
      });
      quickInput.onDidHide(() => resolve('left'));
      quickInput.onDidTriggerButton((button: QuickInputButton) => {
        if (button === QuickInputButtons.Back) resolve('back');
      });
      quickInput.show();
    });
  } finally {
    quickInput.dispose();
  }
}
