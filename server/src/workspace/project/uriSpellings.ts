import { URI } from 'vscode-uri';
import { normalizeUri } from './uris.ts';

/**
 * One uri for each file where names that differ only in case refer to the same file, as on Windows and macOS: a header may
 * say `Shapes.ttl` and the editor `shapes.ttl`. Elsewhere, each normalized uri is a file of its own.
 */
export class UriSpellings {
  readonly #ignoresCase: boolean;
  /** All spellings of a file, the one in use first. */
  readonly #spellings = new Map<string, string[]>();

  constructor(ignoresCase: boolean) {
    this.#ignoresCase = ignoresCase;
  }

  /** The spelling in use for a file; the first one that was requested, unless another was preferred. */
  of(uri: string): string {
    return this.all(uri)[0]!;
  }

  /** Uses this spelling of a file from now on. */
  prefer(uri: string): string {
    const normal = normalizeUri(uri);
    const all = this.#known(normal);
    if (all[0] !== normal) all.unshift(...all.splice(all.indexOf(normal), 1));
    return normal;
  }

  /** All spellings of a file that have been in use, the current one first. */
  all(uri: string): readonly string[] {
    return this.#known(normalizeUri(uri));
  }

  #known(uri: string): string[] {
    if (!this.#ignoresCase || !uri.startsWith('file:')) return [uri];
    const { authority, path } = URI.parse(uri);
    const key = `${authority}${path}`.toLowerCase();
    const known = this.#spellings.get(key);
    if (!known) {
      const first = [uri];
      this.#spellings.set(key, first);
      return first;
    }
    if (!known.includes(uri)) known.push(uri);
    return known;
  }
}
