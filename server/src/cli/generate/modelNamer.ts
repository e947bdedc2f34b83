import { UserError } from '../../base/userError.ts';
import { ModelError } from '../../llm/model/languageModel.ts';
import { proposeNodeName } from '../../llm/proposeNodeName.ts';
import type { Namer } from '../../vio/cases/naming.ts';
import { unaborted } from '../input/workspace.ts';
import type { CommandIo } from '../io.ts';

/**
 * A model as who names the new nodes of a benchmark.
 *
 * @throws UserError when the endpoint can't be one.
 */
export async function modelNamer(
  { id, baseUrl }: { readonly id: string; readonly baseUrl: string | undefined },
  prefixes: ReadonlyMap<string, string>,
  io: CommandIo,
): Promise<Namer> {
  const { OPENAI_BASE_URL, OPENAI_API_KEY } = io.env;
  const url = baseUrl ?? (OPENAI_BASE_URL?.trim() || 'https://api.openai.com/v1');
  const key = OPENAI_API_KEY?.trim() || undefined;
  try {
    const { model } = await io.openModel({ baseUrl: url, model: id, key, timeout: timeoutMs });
    return (unnamed) => proposeNodeName(unnamed, model, prefixes, unaborted);
  } catch (error) {
    if (error instanceof ModelError) throw new UserError(error.message);
    throw error;
  }
}

const timeoutMs = 60_000;
