/** Why something can't be done, as clients are told. */
import type { ModelError } from '../../repair/llm/model/languageModel.ts';
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
