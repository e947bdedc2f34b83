import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocab.ts';
import { type PrintOptions, printTerm } from './printTerm.ts';

/**
 * Triples as a Turtle document, in the order in which they come: neighbours with the same subject or predicate share
 * it, and nothing is nested, so a graph that is read from the text has them in the same order. Blank nodes are
 * written as `label` says.
 *
 * @returns the text in pieces of some kilobytes, the prefixes in the first one.
 */
export function* printTriples(triples: Iterable<Triple>, options: PrintOptions): Iterable<string> {
  const print = memoized((term) => printTerm(term, options));
  let text = [...options.prefixes]
    .map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .\n`)
    .join('');
  let before: Triple | undefined;
  for (const triple of triples) {
    text += separator(before, triple);
    if (triple.subject !== before?.subject) text += `${print(triple.subject)} `;
    if (triple.subject !== before?.subject || triple.predicate !== before.predicate) {
      text += triple.predicate === rdf.type ? 'a ' : `${print(triple.predicate)} `;
    }
    text += print(triple.object);
    before = triple;
    if (text.length < pieceSize) continue;
    yield text;
    text = '';
  }
  yield before ? `${text} .\n` : text;
}

const pieceSize = 1 << 16;

function separator(before: Triple | undefined, { subject, predicate }: Triple): string {
  if (before?.subject !== subject) return before ? ' .\n\n' : '\n';
  return before.predicate === predicate ? ', ' : ' ;\n  ';
}

function memoized(print: (term: TermId) => string): (term: TermId) => string {
  const printed = new Map<TermId, string>();
  return (term) => {
    // Most literals come once.
    if (terms.isLiteral(term)) return print(term);
    let text = printed.get(term);
    if (text === undefined) {
      text = print(term);
      printed.set(term, text);
    }
    return text;
  };
}
