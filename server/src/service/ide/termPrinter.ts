import { type TermId, terms } from '../../rdf/terms.ts';
import { printTerm } from '../../rdf/turtle/printTerm.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { shortForm, type TermPrinter } from '../../shacl/model/words.ts';

/**
 * Prints terms for messages, preferring the prefixes of the first document, at which the user is looking, then those of the
 * others, then well-known ones. IRIs of files are printed relative to `file`, because nobody wrote their paths.
 *
 * @param file the file whose results are printed. Of very long terms, the beginning is printed then.
 */
export function termPrinter(documents: readonly ReadonlyMap<string, string>[], file?: string): TermPrinter {
  const prefixes = new Map<string, string>();
  for (const declared of [...documents, Object.entries(namespaces)]) {
    for (const [prefix, namespace] of declared) if (!prefixes.has(prefix)) prefixes.set(prefix, namespace);
  }
  const base = file?.startsWith('file:') ? file : undefined;
  const printed = new Map<TermId, string>();
  return (id) => {
    let text = printed.get(id);
    if (text === undefined) {
      const whole = terms.isBlank(id) ? shortForm(id) : printTerm(id, { prefixes, base });
      text = file === undefined ? whole : shortened(whole);
      printed.set(id, text);
    }
    return text;
  };
}

/** A longer term is not read, and of thousands of results, each would have it. */
const longest = 2000;

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest).replace(/[\ud800-\udbff]$/, '')}…` : text;
}
