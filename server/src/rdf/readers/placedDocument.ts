import type { TextRange } from '../../base/textRange.ts';
import { type TermId, terms } from '../terms.ts';
import { statementFlags } from '../turtle/parsedChunk.ts';
import { ParsedChunkBuilder } from '../turtle/parsedChunkBuilder.ts';
import { Scope } from '../turtle/scope.ts';
import { StatementSequence } from '../turtle/statementSequence.ts';
import type { TurtleSyntaxError } from '../turtle/syntaxError.ts';
import { type Tape, tag } from '../turtle/tape.ts';
import type { GraphChoice } from '../turtle/textFormat.ts';
import { type LibraryFormat, TurtleDocument } from '../turtle/turtleDocument.ts';

/** A text that a library reads. */
export interface LibrarySource {
  readonly uri: string;
  readonly version: number;
  readonly text: string;
  /** The graphs whose statements count; all by default. */
  readonly graphs?: GraphChoice | undefined;
}

/** The text of a file that a text refers to, or why it is not available, as the end of a sentence. */
export type LoadContext = (iri: string) => Promise<{ readonly text: string } | { readonly problem: string }>;

/** A triple with where each of its terms is written. */
export interface PlacedTriple {
  readonly subject: PlacedId;
  readonly predicate: PlacedId;
  readonly object: PlacedId;
}

export interface PlacedId extends TextRange {
  readonly id: TermId;
}

export function placedId(id: TermId, { start, end }: TextRange): PlacedId {
  return { id, start, end };
}

/**
 * The document of a text that is not Turtle, for all users of triples, places and errors. Each triple is a statement from
 * the name of its property to its value; the first one of a node starts at the node's own name, if that comes before.
 */
export function placedDocument(
  format: LibraryFormat,
  source: LibrarySource,
  {
    triples,
    error,
    warnings,
    prefixes,
  }: {
    readonly triples: readonly PlacedTriple[];
    /** The first one, where reading ended. */
    readonly error: TurtleSyntaxError | undefined;
    /** Text that states nothing, though its author may think that it does. */
    readonly warnings?: readonly TurtleSyntaxError[];
    readonly prefixes: ReadonlyMap<string, string>;
  },
): TurtleDocument {
  const builder = new ParsedChunkBuilder();
  builder.begin();
  const named = new Set<number>();
  const statements = [...triples]
    .sort((a, b) => statedAt(a) - statedAt(b))
    .map((triple): StatementText => {
      const { subject, predicate, object } = triple;
      const isFirst = !named.has(subject.start);
      named.add(subject.start);
      const start = isFirst ? Math.min(subject.start, statedAt(triple)) : statedAt(triple);
      const end = Math.max(predicate.end, object.end, isFirst ? subject.end : start);
      return { content: triple, start, end };
    });
  if (error) statements.push({ content: error, ...error.range });
  statements.sort((a, b) => a.start - b.start);
  for (const { content, start, end } of statements) {
    if ('message' in content) {
      builder.error(content);
      builder.addUnsettled(start, end, statementFlags.skipped, source.text.length);
    } else {
      writeTriple(builder.tape, content, start);
      builder.addSettled(start, end, statementFlags.triples);
    }
  }
  const chunk = builder.finish([]);
  const slice = { chunk, first: 0, last: chunk.count, from: 0, to: source.text.length, shift: 0 };
  return TurtleDocument.ofLibrary(
    format,
    source,
    new StatementSequence([slice]),
    new Scope(source.uri, prefixes),
    warnings,
  );
}

function statedAt({ predicate, object }: PlacedTriple): number {
  return Math.min(predicate.start, object.start);
}

interface StatementText extends TextRange {
  readonly content: PlacedTriple | TurtleSyntaxError;
}

/** @param start of the statement. */
function writeTriple(tape: Tape, { subject, predicate, object }: PlacedTriple, start: number): void {
  const write = ({ id, start: from, end: to }: PlacedId) => {
    const kind = terms.isLiteral(id) ? tag.string : terms.isBlank(id) ? tag.label : tag.reference;
    tape.term(kind, from - start, to - start, id);
    if (kind === tag.string) tape.push(to - start);
  };
  write(subject);
  const opened = tape.length;
  tape.openPredicate();
  write(predicate);
  tape.push(-1);
  write(object);
  tape.endObjects(opened);
}
