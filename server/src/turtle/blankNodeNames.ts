/**
 * Labels for the blank nodes of a document. They are unique in the process and do not depend on what else the
 * document says: the same text, read as a whole, gives the same labels again, and a statement that is added
 * elsewhere renames nothing. A label starts with the document's scope; a written label follows behind an `L`, so
 * that it can't clash with the nodes that have none: those are named after their statement (`S`), told apart from
 * statements that look the same (`R`), and numbered in it (`N`).
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

  /** The names in one more statement, which is recognised by the text that it starts with. */
  statement(text: string): StatementNames {
    const key = hash(text);
    const repeat = this.#repeats.take(key);
    return { key, repeat, prefix: `${this.#scope}S${key}${repeat === 0 ? '' : `R${repeat}`}N` };
  }
}

export interface StatementNames {
  readonly key: string;
  readonly repeat: number;
  /** The start of all names. */
  readonly prefix: string;
}

export interface RepeatNumbers {
  /** Gives a number that no other statement with the key has. */
  take(key: string): number;
}

/** Numbers from zero on, as in a document of which nothing is known yet. */
export class NewRepeatNumbers implements RepeatNumbers {
  readonly #taken = new Map<string, number>();

  take(key: string): number {
    const repeat = this.#taken.get(key) ?? 0;
    this.#taken.set(key, repeat + 1);
    return repeat;
  }
}

/**
 * The scope is made from the uri, so that another process names the same nodes alike. Scopes taken are module state
 * for the same reason as the term dictionary: two of them could only disagree.
 */
const takenScopes = new Map<string, string>();

function scopeOf(documentUri: string): string {
  const scope = `d${hash(documentUri)}`;
  for (let tries = 0; ; tries++) {
    const candidate = tries === 0 ? scope : `${scope}D${tries}`;
    const owner = takenScopes.get(candidate);
    if (owner === undefined) takenScopes.set(candidate, documentUri);
    if (owner === undefined || owner === documentUri) return candidate;
  }
}

/** FNV-1a. Two texts with the same hash only count as repeats of one another. */
function hash(text: string): string {
  let value = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193);
  return (value >>> 0).toString(36);
}
