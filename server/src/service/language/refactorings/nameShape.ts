import type { OffsetEdit } from '../../../base/textEdit.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { planEdits } from '../../../rdf/edits/planEdits.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { localName, namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { prefixedName } from '../../../rdf/turtle/printTerm.ts';
import { scopeAt } from '../../../rdf/turtle/scopeAt.ts';
import { hasDot, type PropertyListNode, rangeIn, statementRange } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import { sh } from '../../../rdf/vocab.ts';
import type { Path } from '../../../shacl/model/path.ts';
import type { Shape } from '../../../shacl/model/shape.ts';
import { fileNameOfUri } from '../../../workspace/project/uris.ts';
import { eolOf, reindented } from './movedText.ts';
import type { Refactoring, ShapeAtCursor } from './refactoring.ts';

/** Gives a blank shape a name, with its own statement after the one in which it is written. */
export function* nameShape(at: ShapeAtCursor, taken = new Set<string>()): Iterable<Refactoring> {
  const { document, node, shape } = at;
  const owner = ownerOf(at);
  if (!terms.isBlank(shape.id) || owner === undefined) return;
  const name = freeName(`${owner}-${wordFor(shape)}`, at.documents, taken);
  taken.add(name);
  const title = `Name this shape ${printed(name, at)}`;
  if (node.kind === 'label') {
    const edits = document.sources.written(shape.id).map(({ start, end }) => ({
      range: { start, end },
      newText: printed(name, at),
    }));
    yield { title, kind: 'refactor.extract', edits };
  } else if (node.kind === 'propertyList' && isValue(at)) {
    yield { title, kind: 'refactor.extract', edits: movedApart(at, node, name) };
  }
}

/** Gives several blank shapes a name each. Those inside one of them stay in it. */
export function* nameShapes(shapes: readonly ShapeAtCursor[]): Iterable<Refactoring> {
  const taken = new Set<string>();
  const edits: OffsetEdit[] = [];
  const moved = new Set<TermId>();
  for (const at of shapes) {
    if (at.outer.some((each) => moved.has(each))) continue;
    const [named] = nameShape(at, taken);
    if (!named) continue;
    moved.add(at.shape.id);
    edits.push(...named.edits);
  }
  if (moved.size > 1) yield { title: `Name these ${moved.size} shapes`, kind: 'refactor.extract', edits };
}

/**
 * Replaces blank shapes of the same meaning by one shape with a name, for all of them in its file, and for those in other
 * files as well.
 */
export function* extractShape(at: ShapeAtCursor): Iterable<Refactoring> {
  const { document, node, shape, outer, companions } = at;
  const { graph } = document;
  const owner = ownerOf(at);
  if (node.kind !== 'propertyList' || owner === undefined || !isValue(at)) return;
  const [said, place] = [description(graph, shape.id), graph.incoming(shape.id)];
  if (said === undefined || place.length !== 1 || !references.has(place[0]!.predicate)) return;
  const here = shapesSaying(said.text, document).filter(({ object }) => object !== shape.id);
  const there = companions
    .map((each) => ({ document: each, alike: shapesSaying(said.text, each) }))
    .filter(({ alike }) => alike.length > 0);
  if (here.length + there.length === 0) return;
  const word = wordFor(shape);
  const wanted = `${namespaceOf(owner)}${word[0]!.toUpperCase()}${word.slice(1)}Shape`;
  const name = freeName(wanted, at.documents);
  // This one is replaced in the text, with its brackets.
  const isReplaced = ({ subject, predicate }: Triple) =>
    subject === outer.at(-1) && predicate === place[0]!.predicate;
  const ofOthers = referring(document, here, name, isReplaced);
  if (ofOthers === undefined) return;
  const edits = [...movedApart(at, node, name), ...ofOthers];
  const title = (count: number) => `Extract this shape and ${count} alike as ${printed(name, at)}`;
  const kind = 'refactor.extract';
  if (here.length > 0) yield { title: title(here.length), kind, edits };
  const elsewhere = there.flatMap(({ document: other, alike }) => {
    const found = referring(other, alike, name);
    return found === undefined ? [] : [{ document: other, edits: found }];
  });
  if (there.length === 0 || elsewhere.length < there.length) return;
  const count = here.length + there.reduce((sum, { alike }) => sum + alike.length, 0);
  const files = there.length > 1 ? `${there.length} other files` : fileNameOfUri(there[0]!.document.uri);
  yield { title: `${title(count)}, also in ${files}`, kind, edits, elsewhere };
}

/** Where a file refers to a blank shape in brackets with this meaning. */
function shapesSaying(text: string, { graph, sources }: TurtleDocument): readonly Triple[] {
  return [...references]
    .flatMap((predicate) => graph.withPredicate(predicate))
    .filter(
      ({ object }) =>
        terms.isBlank(object) &&
        description(graph, object)?.text === text &&
        sources.blocks(object)[0]?.subject.kind === 'propertyList',
    );
}

/** Makes references to blank shapes refer to a name instead; undefined where that can't be written. */
function referring(
  document: TurtleDocument,
  alike: readonly Triple[],
  name: string,
  isReplaced: (reference: Triple) => boolean = () => false,
): readonly OffsetEdit[] | undefined {
  if (alike.length === 0) return [];
  const removed = alike.flatMap((each) => [each, ...description(document.graph, each.object)!.triples]);
  const added = alike
    .filter((each) => !isReplaced(each))
    .map(({ subject, predicate }) => ({ subject, predicate, object: terms.iri(name) }));
  const plan = planEdits(document, { removed, added }, { declaresPrefixes: false });
  return plan.kind === 'edits' ? plan.edits : undefined;
}

const references: ReadonlySet<TermId> = new Set([sh.property, sh.node, sh.not, sh.qualifiedValueShape]);

/** Whether the brackets are a value in a statement that another one can follow. */
function isValue({ node, statement }: ShapeAtCursor): boolean {
  return node !== statement.subject && hasDot(statement);
}

/** The IRI of the innermost named node around a shape. */
function ownerOf({ outer }: ShapeAtCursor): string | undefined {
  const owner = outer.findLast((each) => terms.isIri(each));
  return owner === undefined ? undefined : terms.value(owner);
}

/** A word for the subject of a shape, suitable as a name. */
function wordFor({ path, constraints }: Shape): string {
  const asked = constraints.find((each) => each.kind === 'class');
  const about = path === undefined ? asked?.class : firstProperty(path);
  const words = about === undefined ? '' : localName(terms.value(about));
  return words.replace(/[^A-Za-z0-9_]/g, '') || 'value';
}

function firstProperty(path: Path): TermId {
  if (path.kind === 'predicate') return path.predicate;
  return firstProperty('path' in path ? path.path : path.paths[0]!);
}

function freeName(
  wanted: string,
  documents: readonly TurtleDocument[],
  taken: ReadonlySet<string> = new Set(),
): string {
  const isFree = (iri: string) => {
    if (taken.has(iri)) return false;
    const id = terms.knownIri(iri);
    return id === undefined || documents.every(({ sources }) => sources.firstWritten(id) === undefined);
  };
  for (let number = 1; ; number++) {
    const name = number === 1 ? wanted : `${wanted}${number}`;
    if (isFree(name)) return name;
  }
}

function printed(iri: string, { document, statement }: ShapeAtCursor): string {
  return prefixedName(iri, scopeAt(document, statement.start).prefixes) ?? `<${iri}>`;
}

/** A name in place of brackets, whose text becomes a statement about it. Comments go with it. */
function movedApart(
  at: ShapeAtCursor,
  { start, end }: PropertyListNode,
  name: string,
): readonly OffsetEdit[] {
  const { document, statement } = at;
  const { text } = document;
  const range = rangeIn(statement, { start, end });
  const written = printed(name, at);
  const isApart = /[\s[(,;^>\])"']/.test(text[range.start - 1] ?? ' ');
  const isEnded = /[\s;,)\]]/.test(text[range.end] ?? ' ');
  const inside = { start: range.start + 1, end: range.end - 1 };
  const body = reindented(document, inside, indentAt(text, statement.start));
  const eol = eolOf(document);
  return [
    { range, newText: `${isApart ? '' : ' '}${written}${isEnded ? '' : ' '}` },
    {
      range: behind(text, statementRange(statement)),
      newText: `${eol}${eol}${indentAt(text, statement.start)}${written}${body.isLong ? eol : ' '}${body.text}${body.endsInComment ? eol : ' '}.`,
    },
  ];
}

/** Where the next statement can be written: after a comment that ends the line. */
function behind(text: string, { end }: TextRange): TextRange {
  const rest = /^[ \t]*(?:#[^\r\n]*)?(?=[\r\n]|$)/.exec(text.slice(end, end + longestLine))?.[0] ?? '';
  return { start: end + rest.length, end: end + rest.length };
}

const longestLine = 2000;

function indentAt(text: string, offset: number): string {
  const line = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
  return /^[ \t]*/.exec(text.slice(line, offset))![0];
}

/** The whole description of a blank node, equal for nodes of the same meaning; undefined if it is not a tree. */
function description(
  graph: Graph,
  node: TermId,
): { readonly text: string; readonly triples: readonly Triple[] } | undefined {
  const triples: Triple[] = [];
  const textOf = (each: TermId, depth: number): string | undefined => {
    if (!terms.isBlank(each)) return String(each);
    if (depth > deepest || graph.incoming(each).length !== 1) return undefined;
    const said = graph.outgoing(each).map((triple) => {
      triples.push(triple);
      const object = textOf(triple.object, depth + 1);
      return object === undefined ? undefined : `${triple.predicate} ${object}`;
    });
    return said.includes(undefined) ? undefined : `[${said.sort().join(',')}]`;
  };
  const text = textOf(node, 0);
  return text === undefined ? undefined : { text, triples };
}

/** Longer lists than this are not compared. */
const deepest = 200;
