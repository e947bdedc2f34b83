import { type TermId, type Triple, terms } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocab.ts';
import { type PrintOptions, printTerm } from './printTerm.ts';

/** What a Turtle document says of a subject, as text that ends with a line end. */
export interface TurtleBlock {
  readonly subject: TermId;
  readonly text: string;
}

/** The declarations that blocks need, a line each. */
export function printPrologue({ prefixes }: PrintOptions): string {
  return [...prefixes].map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .\n`).join('');
}

/**
 * Triples as Turtle, in the order in which they come: neighbours with the same subject or predicate share it, and
 * nothing is nested, so a graph that is read from the text has them in the same order. Blank nodes are written as
 * `label` says.
 */
export function* printBlocks(triples: Iterable<Triple>, options: PrintOptions): Iterable<TurtleBlock> {
  const print = memoized((term) => printTerm(term, options));
  let text = '';
  let before: Triple | undefined;
  for (const triple of triples) {
    const { subject, predicate, object } = triple;
    if (before?.subject === subject) {
      text += before.predicate === predicate ? ', ' : ' ;\n  ';
    } else {
      if (before) yield { subject: before.subject, text: `${text} .\n` };
      text = `${print(subject)} `;
    }
    if (before?.subject !== subject || before.predicate !== predicate) {
      text += predicate === rdf.type ? 'a ' : `${print(predicate)} `;
    }
    text += print(object);
    before = triple;
  }
  if (before) yield { subject: before.subject, text: `${text} .\n` };
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
