import type { TextRange } from '../../base/textRange.ts';

/** A place where the text is not valid Turtle, with what was expected there. */
export interface TurtleSyntaxError {
  readonly range: TextRange;
  /** A sentence that states the error and the correction. */
  readonly message: string;
  /** The address of the JSON-LD context that no file has, if that is the error. */
  readonly lackingContext?: string;
}

/** The error in RDF 1.1 of a token that came with RDF 1.2. */
export function newTokenError(range: TextRange, token: string): TurtleSyntaxError {
  const kind = token.startsWith('@') && token !== '@version' ? '@' : token;
  const [what, remedy] = newTokens[kind] ?? announcement;
  return { range, message: `${what} came with RDF 1.2, and this text is held to RDF 1.1. ${remedy}` };
}

const reification = 'Describe the triple by rdf:subject, rdf:predicate and rdf:object, or allow RDF 1.2.';

/** By the token: what it starts, and what to write instead. */
const newTokens: Readonly<Record<string, readonly [what: string, remedy: string]>> = {
  '<<(': ["Triple terms, '<<( … )>>',", reification],
  '<<': ["Reified triples, '<< … >>',", reification],
  '~': ["Reifiers, '~',", reification],
  '{|': ["Annotations, '{| … |}',", reification],
  '@': ["Directions behind languages, '--ltr' and '--rtl',", 'Leave the direction out, or allow RDF 1.2.'],
};

const announcement = ['Announcing a version', 'Remove the line, or allow RDF 1.2.'] as const;
