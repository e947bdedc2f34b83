import { knownPrefixes } from '../../../rdf/knownPrefixes.ts';
import { syntaxFixes } from '../../../rdf/syntaxRepair/syntaxFixes.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { readTurtle } from '../../../repair/llm/answer/turtleReadings.ts';
import { fenceFor } from '../../../repair/llm/prompt/turtleText.ts';
import { newBlankNode } from '../../../sparql/termCodec.ts';

/** What an answer states, or why it cannot be read, with feedback for the model. */
export type ReadFacts =
  | { readonly kind: 'facts'; readonly triples: readonly Triple[] }
  | { readonly kind: 'unreadable'; readonly why: string; readonly feedback: string };

const maxLength = 200_000;
const maxListed = 10;
const maxEcho = 8000;

/**
 * Reads the Turtle in a model's answer, whatever surrounds it, under the prefixes of the file. Unambiguous syntax
 * errors are corrected as in files. Blank nodes become new ones.
 */
export function readFacts(answer: string, prefixes: ReadonlyMap<string, string>): ReadFacts {
  if (answer.length > maxLength) {
    return unreadable(`The answer is longer than ${maxLength} characters.`, 'Be brief.');
  }
  const { text } = readTurtle(answer).lenient;
  // This stays on one line, so that the line numbers of the answer do not change.
  const prelude = [...prefixes].map(([prefix, iri]) => `@prefix ${prefix}: <${iri}> .`).join(' ');
  const document = mended(new TurtleDocument('answer:facts', 1, `${prelude}\n${text}`));
  if (document.errors.length > 0) return syntaxRefused(document, text);
  for (const [prefix, iri] of prefixes) {
    const bound = document.prefixes.get(prefix);
    if (bound !== iri) {
      const why = `The answer declares the prefix ${prefix}: for <${bound}>, which stands for <${iri}> in the file.`;
      return unreadable(why, 'Use the prefixes as they are in scope, and another one for another namespace.');
    }
  }
  if (document.graph.size === 0 && !/`{3}|~{3}/.test(answer)) {
    // An empty block means that there are no facts.
    return unreadable(
      'The answer has no Turtle in it.',
      'Where the text says nothing, answer with an empty block.',
    );
  }
  const fresh = new Map<TermId, TermId>();
  const renamed = (term: TermId): TermId => {
    if (!terms.isBlank(term)) return term;
    const known = fresh.get(term) ?? newBlankNode(`b${fresh.size}`);
    fresh.set(term, known);
    return known;
  };
  const triples = [...document.graph.triples()].map(({ subject, predicate, object }) => ({
    subject: renamed(subject),
    predicate,
    object: renamed(object),
  }));
  return { kind: 'facts', triples };
}

/** The text with all errors corrected that have exactly one correction; unchanged if one has none or several. */
function mended(document: TurtleDocument): TurtleDocument {
  let current = document;
  const findNamespace = (prefix: string) => knownPrefixes.get(prefix);
  for (let fixes = 0; current.errors.length > 0 && fixes < maxListed; fixes++) {
    const [fix] = syntaxFixes(current, current.errors[0]!, { findNamespace, max: 1 });
    if (!fix?.isCertain) return document;
    current = current.edited(fix.edit);
  }
  return current.errors.length === 0 ? current : document;
}

function syntaxRefused({ errors, lines }: TurtleDocument, text: string): ReadFacts {
  const listed = errors.slice(0, maxListed).map(({ range, message }) => {
    const { line } = lines.positionAt(range.start);
    return `Line ${line}: ${message}`;
  });
  const more = errors.length - listed.length;
  const fence = fenceFor([text]);
  const all = [...listed, ...(more > 0 ? [`and ${more} more`] : [])].map((each) => `- ${each}`).join('\n');
  return unreadable(
    `The answer is not valid Turtle. ${listed[0]}`,
    `${all}\n\nYou wrote:\n\n${fence}\n${text.slice(0, maxEcho)}\n${fence}`,
  );
}

function unreadable(why: string, remedy: string): ReadFacts {
  return { kind: 'unreadable', why, feedback: `${why}\n\n${remedy}` };
}
