/** Why something can't be done, as clients are informed. */
import type { ModelError } from '../../repair/llm/model/languageModel.ts';
import type { UnitStatus } from '../../service/ide/analysis.ts';
import type { Failure } from './editor/protocol.ts';

export function failed(message: string): Failure {
  return { kind: 'failed', message };
}

/** Why a model gave no answer. */
export function failureOf({ kind, message }: ModelError): Failure {
  return { kind: 'failed', message, about: kind };
}

export const noModel: Failure = {
  kind: 'failed',
  message: 'No language model is configured. Set shaclRepair.model.provider and shaclRepair.model.id.',
  about: 'model',
};

export const notOpen: Failure = failed('The file is not open any more, or not checked.');

/** The status of a document that was not validated, with a sentence that says why. */
export function notValidated(reason: string): UnitStatus {
  return {
    verdict: 'undecided',
    reasons: [{ kind: 'notChecked', message: reason }],
    validated: false,
    results: 0,
    counted: 0,
    severities: { violation: 0, warning: 0, info: 0 },
    isAllowed: false,
    contextResults: 0,
    notChecked: [reason],
    shapes: [],
    context: [],
    links: [],
    engine: 'builtin',
  };
}
