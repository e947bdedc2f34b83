import { Refusal } from '../refusal.ts';

export interface ChatMessage {
  readonly role: 'user' | 'assistant';
  readonly content: string;
}

/** Sends a conversation to a model and returns its answer. */
export type Chat = (messages: readonly ChatMessage[]) => Promise<string>;

export interface Endpoint {
  /** Where Chat Completions are, such as https://api.openai.com/v1. */
  readonly baseUrl: string;
  readonly key: string | undefined;
  readonly model: string;
}

/** A model at an OpenAI-compatible endpoint, at temperature 0. */
export function chatAt({ baseUrl, key, model }: Endpoint): Chat {
  return async (messages) => {
    const response = await fetch(`${baseUrl.replace(/\/$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key !== undefined && { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({ model, messages, temperature: 0 }),
    });
    if (!response.ok) throw new Refusal(`the endpoint answers ${response.status}`);
    const { choices } = (await response.json()) as Completion;
    const content = choices?.[0]?.message?.content;
    if (typeof content !== 'string') throw new Refusal('the endpoint gives no text');
    return content;
  };
}

/** The part of a completion that is read. */
interface Completion {
  readonly choices?: readonly { readonly message?: { readonly content?: unknown } }[];
}
