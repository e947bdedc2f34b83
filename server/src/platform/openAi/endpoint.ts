import { isPrivateHost } from '../../base/privateHost.ts';
import { ModelError } from '../../repair/llm/model/languageModel.ts';

/** The address of a model. */
export interface Endpoint {
  /**
   * The normalised base URL: `https://api.openai.com/v1`. It holds no secrets, so it can be shown and used as a key.
   */
  readonly url: string;
  /** The host as users know it: `api.openai.com`, `localhost:11434`. */
  readonly host: string;
}

/**
 * Reads the base URL of an endpoint. Removes a final slash and `/chat/completions`, which people often paste as well.
 *
 * @throws ModelError when it is not a base URL, or when a key sent to it could be overheard.
 */
export function readEndpoint(baseUrl: string): Endpoint {
  let url: URL;
  try {
    url = new URL(baseUrl.trim());
  } catch {
    throw wrong('is not a URL', 'It looks like https://api.openai.com/v1 or http://localhost:11434/v1.');
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:') {
    throw wrong(`starts with ${url.protocol}`, 'It has to start with https: or, on this machine, http:.');
  }
  // User information and the query may be secret, so messages do not repeat them.
  if (url.username || url.password) {
    throw wrong(`for ${url.host} holds a user name or password`, 'Take it out and set an API key instead.');
  }
  if (url.search || url.hash) {
    throw wrong(
      `for ${url.host} has a part after ? or #`,
      'Remove it; an API key is set separately from the URL.',
    );
  }
  if (url.protocol === 'http:' && !isPrivateHost(url.hostname)) {
    throw wrong(
      `for ${url.host} is not encrypted`,
      'Write https: instead of http:, so that nobody can read your data and key in transit. http: is for this machine and private networks.',
    );
  }
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return { url: url.origin + path, host: url.host };
}

function wrong(what: string, remedy: string): ModelError {
  return new ModelError(
    'request',
    `The base URL of the model (shaclRepair.model.baseUrl) ${what}. ${remedy}`,
  );
}
