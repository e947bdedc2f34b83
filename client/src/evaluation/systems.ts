import { isAbsolute } from 'node:path';
import { workspace } from 'vscode';
import type { EvaluationChoice } from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { modelChoice, modelName } from '../model/modelSupport.ts';

/** A repair system that can be measured here. */
export interface MeasuredSystem {
  /** As a choice names it. */
  readonly system: string;
  readonly label: string;
  readonly detail: string;
  readonly group: 'own' | 'program' | 'control';
}

/** The systems that can be measured with the settings as they are. In Restricted Mode nothing is asked or started. */
export function measuredSystems(): readonly MeasuredSystem[] {
  const name = usableModel();
  return [
    {
      system: 'symbolic',
      label: 'symbolic',
      detail: 'The repairs found without a model; the best one for each result.',
      group: 'own',
    },
    ...(name === undefined
      ? []
      : [
          {
            system: 'model',
            label: `model:${name}`,
            detail: 'The configured language model, prompted as in the paper.',
            group: 'own',
          } as const,
          {
            system: 'choose',
            label: `choose:${name}`,
            detail:
              'The same, but it also sees the repairs found without it, and picks one or writes a better one.',
            group: 'own',
          } as const,
        ]),
    ...programs().map(
      (file) =>
        ({
          system: `command:${file}`,
          label: `command:${file}`,
          detail: 'Your own program, started once per case.',
          group: 'program',
        }) as const,
    ),
    {
      system: 'oracle',
      label: 'oracle',
      detail: 'Reverts each case: the best possible score.',
      group: 'control',
    },
    { system: 'noop', label: 'noop', detail: 'Changes nothing.', group: 'control' },
    {
      system: 'delete-focus',
      label: 'delete-focus',
      detail: 'Takes nodes out of the shapes’ targets: the score for merely removing results.',
      group: 'control',
    },
  ];
}

/** The name of the model that may be asked; undefined when there is none. */
export function usableModel(): string | undefined {
  const choice = modelChoice();
  const isThere = choice.provider === 'vscode' || (choice.provider === 'openai' && choice.id !== '');
  return workspace.isTrusted && isThere ? modelName(choice) : undefined;
}

/** The system and strategy that the setting selects for the model. */
export function configuredApproach(): EvaluationChoice {
  const approach = workspace.getConfiguration('shaclRepair.model').get('strategy', 'SF+');
  const [, choose, strategy = approach] = /^(choose:)?(.+)$/.exec(approach) ?? [];
  return { systems: [choose ? 'choose' : 'model'], strategies: [strategy] };
}

export function asksModel({ systems }: EvaluationChoice): boolean {
  return systems.some((system) => system === 'model' || system === 'choose');
}

/** Programs that the user's own settings name; a workspace has no influence on them. */
export function programs(): readonly string[] {
  if (!workspace.isTrusted) return [];
  const given = workspace.getConfiguration('shaclRepair.evaluation').get<unknown>('programs', []);
  return Array.isArray(given) ? given.filter((each) => typeof each === 'string' && isAbsolute(each)) : [];
}
