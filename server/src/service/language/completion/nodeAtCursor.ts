import type { Graph } from '../../../rdf/graph.ts';
import { resolveIri } from '../../../rdf/resolveIri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { unescapeLocal, unescapeText } from '../../../rdf/turtle/escapes.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { rdf } from '../../../rdf/vocab.ts';
import type { CursorContext, CursorFrame, CursorToken } from './cursorContext.ts';

/** A node that is being described at the cursor, with what is stated about it elsewhere and around the cursor. */
export interface NodeAtCursor {
  /** Undefined for a term that is in no graph, and for a bracket in a statement that can't be read. */
  readonly id: TermId | undefined;
  /**
   * Each once; the object is undefined where it is a bracket, or in no graph. Without the text being typed at the cursor.
   */
  readonly facts: readonly Fact[];
  readonly types: readonly TermId[];
  /** The predicate written last before the cursor. */
  readonly previous: TermId | undefined;
  /** For a bracket: the node of which it is a value, and by which predicate. */
  readonly parent: { readonly node: NodeAtCursor; readonly predicate: TermId } | undefined;
}

export interface Fact {
  readonly predicate: TermId;
  readonly object: TermId | undefined;
}

/** The innermost node around the cursor that has predicates; undefined outside of statements. */
export function nodeAtCursor(
  { frames, typed, role }: CursorContext,
  document: TurtleDocument,
  world: Graph,
): NodeAtCursor | undefined {
  const typedTerm = termOf(typed, document);
  let node: NodeAtCursor | undefined;
  let verb: TermId | undefined;
  for (const [level, frame] of frames.entries()) {
    const { start, isList } = frame;
    if (!start) return undefined;
    // Items of a list count as values like the list.
    if (isList) continue;
    const isInnermost = frames.slice(level + 1).every((inner) => inner.isList);
    const parent = node && verb !== undefined ? { node, predicate: verb } : undefined;
    const id = start.kind === '[' ? bracketAt(document, start.start) : termOf(start, document);
    const here = frame.verb && termOf(frame.verb, document);
    const isTyped = ({ predicate, object }: Fact) =>
      isInnermost &&
      typed.text !== '' &&
      (role === 'predicate' ? predicate === typedTerm : predicate === here && object === typedTerm);
    const facts = factsOf(frame, id, document, world).filter((fact) => !isTyped(fact));
    const types = facts.flatMap(({ predicate, object }) =>
      predicate === rdf.type && object !== undefined ? [object] : [],
    );
    node = { id, facts, types: [...new Set(types)], previous: previousVerb(frame, role, document), parent };
    verb = here;
  }
  return node;
}

/** The predicates of which a node is a value. */
export function incomingOf({ id, parent }: NodeAtCursor, world: Graph): ReadonlySet<TermId> {
  const found = new Set<TermId>(parent ? [parent.predicate] : []);
  if (id !== undefined) for (const { predicate } of world.incoming(id)) found.add(predicate);
  return found;
}

/** The term that a token denotes, if it is in any graph. */
export function termOf({ kind, text }: CursorToken, document: TurtleDocument): TermId | undefined {
  switch (kind) {
    case 'word':
      return text === 'a' ? rdf.type : undefined;
    case 'name': {
      const colon = text.indexOf(':');
      const namespace = document.prefixes.get(text.slice(0, colon));
      return namespace === undefined
        ? undefined
        : terms.knownIri(namespace + unescapeLocal(text.slice(colon + 1)));
    }
    case 'iri': {
      if (!text.endsWith('>')) return undefined;
      return terms.knownIri(resolveIri(unescapeText(text.slice(1, -1)), document.scopeAtEnd().base));
    }
    default:
      return undefined;
  }
}

function previousVerb(
  frame: CursorFrame,
  role: CursorContext['role'],
  document: TurtleDocument,
): TermId | undefined {
  if (role === 'predicate') return frame.verb && termOf(frame.verb, document);
  const at = frame.written.findIndex(({ verb }) => verb === frame.verb);
  const previous = frame.written[at - 1];
  return previous && termOf(previous.verb, document);
}

function bracketAt(document: TurtleDocument, offset: number): TermId | undefined {
  const found = document.sources.termAt(offset);
  const isBracket =
    found?.node.kind === 'propertyList' && found.statement.start + found.node.start === offset;
  return isBracket ? found.node.id : undefined;
}

function factsOf(
  { written }: CursorFrame,
  id: TermId | undefined,
  document: TurtleDocument,
  world: Graph,
): readonly Fact[] {
  const facts = new Map<string, Fact>();
  const add = (fact: Fact) => facts.set(`${fact.predicate} ${fact.object}`, fact);
  if (id !== undefined) world.forEachOutgoing(id, (predicate, object) => add({ predicate, object }));
  const known = new Set([...facts.values()].map(({ predicate }) => predicate));
  for (const { verb, objects } of written) {
    const predicate = termOf(verb, document);
    if (predicate === undefined) continue;
    for (const token of objects) {
      const object = termOf(token, document);
      // Literals and brackets are found in the graph, if the statement could be read.
      if (object !== undefined || !known.has(predicate)) add({ predicate, object });
    }
  }
  return [...facts.values()];
}
