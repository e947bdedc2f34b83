import { type TermId, type Triple, terms } from '../terms.ts';
import { rdf } from '../vocab.ts';
import { type PrintOptions, printTerm } from './printTerm.ts';

/** Everything that a Turtle document says about one subject, as text that ends with a line end. */
export interface TurtleBlock {
  readonly subject: TermId;
  readonly text: string;
}

/** The prefix declarations that the blocks need, one on each line. */
export function printPrologue({ prefixes }: PrintOptions): string {
  return [...prefixes].map(([prefix, namespace]) => `@prefix ${prefix}: <${namespace}> .\n`).join('');
}

/**
 * Prints triples as Turtle in the given order: adjacent triples share their subject or predicate, and nothing is
 * nested, so that parsing the text gives the same order. `label` names the blank nodes.
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
    // Most literals occur only once.
    if (terms.isLiteral(term)) return print(term);
    let text = printed.get(term);
    if (text === undefined) {
      text = print(term);
      printed.set(term, text);
    }
    return text;
  };
}
