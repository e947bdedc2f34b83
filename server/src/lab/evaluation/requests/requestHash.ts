import { sha256 } from '../../../base/sha256.ts';
import type { ModelRequest } from '../../../repair/llm/model/languageModel.ts';
import { requestParts } from '../../../repair/llm/model/requestParts.ts';

/** A SHA-256 hash of everything that a model is sent, whatever the endpoint. Recorded answers are found by it. */
export function requestHash(model: string, request: ModelRequest): string {
  return sha256(JSON.stringify([model, ...requestParts(request)]));
}
