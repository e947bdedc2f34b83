import { sha256 } from '../../base/sha256.ts';
import type { ModelRequest } from '../../llm/model/languageModel.ts';
import { requestParts } from '../../llm/prompt/requestParts.ts';

/** SHA-256 of all that a model is sent, whatever the endpoint: by it recorded answers are found again. */
export function requestHash(model: string, request: ModelRequest): Promise<string> {
  return sha256(JSON.stringify([model, ...requestParts(request)]));
}
