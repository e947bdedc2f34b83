/**
 * Creates the labels of a document's blank nodes. They are unique in the process and independent of the rest of the
 * document: reading the same text as a whole gives the same labels again, and adding a statement elsewhere renames
 * nothing. A label starts with the document's scope. A written label follows an `L`, so that it cannot clash with the
 * labels of unlabelled nodes. Those consist of the statement's hash (`S`), a number that distinguishes statements
 * starting with the same text (`R`), and the node's number in the statement (`N`).
 */
export class BlankNodeNames {
  readonly #scope: string;
  readonly #repeats: RepeatNumbers;

  /** @param repeats chooses the number of a statement among those that look the same. */
  constructor(documentUri: string, repeats: RepeatNumbers) {
    this.#scope = scopeOf(documentUri);
    this.#repeats = repeats;
  }

  labelled(label: string): string {
    return `${this.#scope}L${label}`;
  }

  /** The names in the next statement, which is identified by the text that it starts with. */
  statement(text: string): StatementNames {
    const key = hash(text);
    const repeat = this.#repeats.take(key);
    return { key, repeat, prefix: `${this.#scope}S${key}${repeat === 0 ? '' : `R${repeat}`}N` };
  }
}

export interface StatementNames {
  readonly key: string;
  readonly repeat: number;
  /** The common start of all names. */
  readonly prefix: string;
}

export interface RepeatNumbers {
  /** Returns a number that no other statement with the key has. */
  take(key: string): number;
}

/** Counts from zero, as in a document that was not read before. */
export class NewRepeatNumbers implements RepeatNumbers {
  readonly #taken = new Map<string, number>();

  take(key: string): number {
    const repeat = this.#taken.get(key) ?? 0;
    this.#taken.set(key, repeat + 1);
    return repeat;
  }

  /** Makes the last number that was taken for a key the next one. */
  giveBack(key: string): void {
    this.#taken.set(key, this.#taken.get(key)! - 1);
  }
}

/**
 * The scope is derived from the uri, so that another process gives the same nodes the same names. The set of scopes in
 * use is module state for the same reason as the term dictionary: two of them could only disagree.
 */
const takenScopes = new Map<string, string>();

/** What all labels of a document start with. */
export function scopeOf(documentUri: string): string {
  const scope = `d${hash(documentUri)}`;
  for (let tries = 0; ; tries++) {
    const candidate = tries === 0 ? scope : `${scope}D${tries}`;
    const owner = takenScopes.get(candidate);
    if (owner === undefined) takenScopes.set(candidate, documentUri);
    if (owner === undefined || owner === documentUri) return candidate;
  }
}

/** FNV-1a. Two texts with the same hash merely count as repeats of each other. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return (value >>> 0).toString(36);
}
