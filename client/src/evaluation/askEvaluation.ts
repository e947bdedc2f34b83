import { type QuickPickItem, QuickPickItemKind, window } from 'vscode';
import type {
  EvaluationChoice,
  EvaluationPlan,
  EvaluationRunInfo,
} from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import {
  asksModel,
  configuredApproach,
  type MeasuredSystem,
  measuredSystems,
  usableModel,
} from './systems.ts';

const title = 'Evaluate Repair Systems';

/** Asks what to evaluate: the rest of an interrupted run, or new systems. Undefined if the user cancels. */
export async function askEvaluation(runs: readonly EvaluationRunInfo[]): Promise<EvaluationPlan | undefined> {
  const open = runs.filter(({ recorded, all }) => recorded < all);
  if (open.length > 0) {
    const picked = await askRun(open);
    if (!picked) return undefined;
    if (picked.run !== undefined) return { kind: 'goOn', run: picked.run };
  }
  const choice = await askSystems();
  return choice && { kind: 'begin', ...choice };
}

interface RunItem extends QuickPickItem {
  /** Undefined for a new one. */
  readonly run: string | undefined;
}

function askRun(open: readonly EvaluationRunInfo[]): Thenable<RunItem | undefined> {
  const items: readonly RunItem[] = [
    { label: '$(add) New evaluation', run: undefined },
    ...open.map(({ run, cells, recorded, all }) => ({
      label: `$(debug-continue) Continue ${run.split('/').at(-1)}`,
      description: `${recorded.toLocaleString('en')} of ${all.toLocaleString('en')} attempts`,
      detail: cells.join(', '),
      run,
    })),
  ];
  return window.showQuickPick(items, {
    title,
    placeHolder: 'What do you want to evaluate?',
    ignoreFocusOut: true,
  });
}

interface SystemItem extends QuickPickItem {
  readonly system: string;
}

async function askSystems(): Promise<EvaluationChoice | undefined> {
  const picked = await window.showQuickPick(systemItems(measuredSystems()), {
    title,
    placeHolder:
      usableModel() === undefined
        ? 'Which systems? A language model is listed if the settings name one and the workspace is trusted.'
        : 'Which systems?',
    canPickMany: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  if (!picked || picked.length === 0) return undefined;
  const choice = { systems: picked.map(({ system }) => system), strategies: [] };
  if (!asksModel(choice)) return choice;
  const strategies = await askStrategies();
  return strategies && { ...choice, strategies };
}

const groups = { own: 'Repair systems', program: 'Programs', control: 'Controls' } as const;

function systemItems(systems: readonly MeasuredSystem[]): readonly SystemItem[] {
  return (['own', 'program', 'control'] as const).flatMap((group) => {
    const items = systems
      .filter((each) => each.group === group)
      .map(({ system, label, detail }) => ({ label, detail, system, picked: system === 'symbolic' }));
    const separator = { label: groups[group], kind: QuickPickItemKind.Separator, system: '' };
    return items.length === 0 ? [] : [separator, ...items];
  });
}

const shapesShown = {
  M: 'all shapes',
  S: 'the violated constraint and what it refers to',
  Sn: 'the same, with the descriptions of its classes',
} as const;
const dataShown = {
  G: 'all data',
  F: 'the triples behind the violation',
  'F+': 'these triples and those of a node that conforms',
} as const;

async function askStrategies(): Promise<readonly string[] | undefined> {
  const configured = configuredApproach().strategies;
  const items = Object.entries(shapesShown).flatMap(([shapes, shownShapes]) =>
    Object.entries(dataShown).map(([data, shownData]) => ({
      label: shapes + data,
      description: `${shownShapes}, ${shownData}`,
      picked: configured.includes(shapes + data),
    })),
  );
  const picked = await window.showQuickPick(items, {
    title,
    placeHolder: 'What should the model see? Each strategy asks the model once per case.',
    canPickMany: true,
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  return picked && picked.length > 0 ? picked.map(({ label }) => label) : undefined;
}
