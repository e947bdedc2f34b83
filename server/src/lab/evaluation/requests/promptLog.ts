import { label, object, parsedAs, type ShapeType, string } from '../../../base/jsonShape.ts';
import { sha256 } from '../../../base/sha256.ts';
import { requestParts } from '../../../repair/llm/model/cachedModel.ts';
import type { LanguageModel, ModelRequest } from '../../../repair/llm/model/languageModel.ts';
import { type RunFolder, runFiles } from '../run/runFolder.ts';
import type { SentMessage } from '../system.ts';

const keptTextShape = object({ sha256: label, text: string });
/** A line of prompts.jsonl: a text that was sent to models, or was about to be sent. */
export type KeptText = ShapeType<typeof keptTextShape>;

/** The messages of a request, identified by the hashes of their texts. */
export function sentMessages({ messages }: ModelRequest): readonly SentMessage[] {
  return messages.map(({ role, text }) => ({ role, sha256: sha256(text) }));
}

/** Records the texts that models are sent in prompts.jsonl of a run, each once. */
export class PromptLog {
  readonly #folder: Pick<RunFolder, 'append'>;
  readonly #kept: Set<string>;
  /** Texts that are being written. */
  readonly #writing = new Map<string, Promise<void>>();

  /** Continues the log of an earlier process. */
  static async open(folder: Pick<RunFolder, 'lines' | 'append'>): Promise<PromptLog> {
    const kept = new Set<string>();
    for await (const { sha256 } of keptTexts(folder)) kept.add(sha256);
    return new PromptLog(folder, kept);
  }

  private constructor(folder: Pick<RunFolder, 'append'>, kept: Set<string>) {
    this.#folder = folder;
    this.#kept = kept;
  }

  /** A model that is asked only after the texts of the request have been stored. */
  model(model: LanguageModel): LanguageModel {
    return {
      id: model.id,
      complete: async (request, signal) => {
        for (const { role, text } of request.messages) if (role !== 'assistant') await this.#keep(text);
        return model.complete(request, signal);
      },
    };
  }

  async #keep(text: string): Promise<void> {
    const hash = sha256(text);
    if (this.#kept.has(hash)) return;
    const line: KeptText = { sha256: hash, text };
    const written = this.#writing.get(hash) ?? this.#folder.append(runFiles.prompts, JSON.stringify(line));
    this.#writing.set(hash, written);
    try {
      await written;
      this.#kept.add(hash);
    } finally {
      this.#writing.delete(hash);
    }
  }
}

/** The texts that a run has recorded. Other lines are skipped. */
export async function* keptTexts(folder: Pick<RunFolder, 'lines'>): AsyncGenerator<KeptText> {
  for await (const line of folder.lines(runFiles.prompts)) {
    // A process that was killed may have left half a line.
    const kept = parsedAs(keptTextShape, line);
    if (kept) yield kept;
  }
}

/** A SHA-256 hash of everything that a model is sent, whatever the endpoint. Recorded answers are found by it. */
export function requestHash(model: string, request: ModelRequest): string {
  return sha256(JSON.stringify([model, ...requestParts(request)]));
}
