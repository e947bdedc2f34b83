import type { OffsetEdit } from '../../../base/textEdit.ts';
import type { TextRange } from '../../../base/textRange.ts';
import { prefixDeclarations } from '../../../rdf/edits/writing/prefixWriter.ts';
import { terms } from '../../../rdf/terms.ts';
import { prefixedName, printTerm } from '../../../rdf/turtle/printTerm.ts';
import { scopeAt } from '../../../rdf/turtle/scopeAt.ts';
import { statementRange } from '../../../rdf/turtle/syntaxTree.ts';
import { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { LinkableRole } from '../../../workspace/project/linkReason.ts';
import { folderOf, isInFolder, pathTo } from '../../../workspace/project/uris.ts';
import { headerComment } from '../../ide/repairs/contextLink.ts';
import { cursorContext } from '../completion/cursorContext.ts';
import { writtenNames } from '../occurrences/symbolAt.ts';

/** What accompanies a copied text: the namespaces of the prefixes that its names have where it was copied. */
interface Clipboard {
  readonly text: string;
  readonly prefixes: ReadonlyMap<string, string>;
}

/** What is inserted instead of a pasted text. */
interface Pasted {
  readonly text: string;
  /** The declarations of the prefixes that the document lacks. */
  readonly edits: readonly OffsetEdit[];
}

/**
 * The form of a pasted text in a document in which its names mean the same as where it was copied: prefixes that the
 * document lacks are declared at its top, those that it uses for something else get the name that it has for the namespace,
 * or a free one. Declarations within the text become those of the document. An IRI becomes a prefixed name if the document
 * or everyone has a prefix for it, else `<…>`. Undefined where the text is best inserted as it is: in strings and comments,
 * and where nothing has to change.
 *
 * @param range what the text replaces.
 * @param wellKnown the prefixes that may be declared though they come from nowhere.
 */
export function paste(
  document: TurtleDocument,
  range: TextRange,
  clipboard: Clipboard,
  wellKnown: ReadonlyMap<string, string>,
): Pasted | undefined {
  if (clipboard.text.length > longest || isInWord(document, range)) return undefined;
  const iri = /^\s*<?((?:https?|urn|mailto):[^\s<>"{}|\\^`]+)>?\s*$/i.exec(clipboard.text)?.[1];
  return iri === undefined
    ? pastedTurtle(document, range, clipboard, wellKnown)
    : pastedIri(document, range, iri, wellKnown);
}

/** Longer texts are inserted unchanged: reading them would take longer than a paste should. */
const longest = 1_000_000;

/** Whether a text that is inserted becomes a part of a string, a comment or an IRI. */
function isInWord(document: TurtleDocument, { start }: TextRange): boolean {
  const { role, typed } = cursorContext(document, start);
  if (role === 'string' || role === 'comment' || role === 'directive') return true;
  return typed.start < start && typed.end >= start && typed.text.startsWith('<') && !/>$/.test(typed.text);
}

function pastedIri(
  document: TurtleDocument,
  range: TextRange,
  iri: string,
  wellKnown: ReadonlyMap<string, string>,
): Pasted | undefined {
  const { prefixes } = scopeAt(document, range.start);
  const known = prefixedName(iri, prefixes);
  if (known !== undefined) return { text: known, edits: [] };
  const others = new Map([...wellKnown].filter(([prefix]) => !document.prefixes.has(prefix)));
  const name = prefixedName(iri, others);
  if (name !== undefined) {
    const prefix = name.slice(0, name.indexOf(':'));
    const edits = declarations(document, range, new Map([[prefix, others.get(prefix)!]]));
    if (edits) return { text: name, edits };
  }
  return { text: printTerm(terms.iri(iri), { prefixes }), edits: [] };
}

function pastedTurtle(
  document: TurtleDocument,
  range: TextRange,
  { text, prefixes: copied }: Clipboard,
  wellKnown: ReadonlyMap<string, string>,
): Pasted | undefined {
  // A text pasted into an empty file becomes the whole file.
  if (document.text.trim() === '') return undefined;
  const { directives } = new TurtleDocument(document.uri, 0, text);
  const own = new Map<string, string>();
  for (const directive of directives) {
    // Where the meaning of names changes within the text, its declarations have to stay where they are.
    if (directive.kind !== 'prefix' || own.has(directive.prefix)) return undefined;
    own.set(directive.prefix, directive.iri);
  }
  const places = directives.map(statementRange);
  const names = nameTokens(text).filter((name) => !places.some((place) => isIn(name, place)));
  const { prefixes } = scopeAt(document, range.start);
  const missing = new Map<string, string>();
  const renamed = new Map<string, string>();
  for (const prefix of new Set(names.map((name) => name.prefix))) {
    const usual = document.prefixes.has(prefix) ? undefined : wellKnown.get(prefix);
    const namespace = own.get(prefix) ?? copied.get(prefix) ?? usual;
    if (namespace === undefined || prefixes.get(prefix) === namespace) continue;
    const known = [...prefixes].find(([, each]) => each === namespace)?.[0];
    const name = known ?? freePrefix(prefix, document, missing, names);
    if (known === undefined) missing.set(name, namespace);
    if (name !== prefix) renamed.set(prefix, name);
  }
  const edits = missing.size === 0 ? [] : declarations(document, range, missing);
  if (!edits) return undefined;
  const changed = withPrefixes(withoutLines(text, places), renamed);
  return changed === text && edits.length === 0 ? undefined : { text: changed, edits };
}

/** The prefix itself, or with a number, so that neither the document nor the text uses it for something else. */
function freePrefix(
  prefix: string,
  { prefixes }: TurtleDocument,
  missing: ReadonlyMap<string, string>,
  names: readonly NameToken[],
): string {
  const isTaken = (name: string) => prefixes.has(name) || missing.has(name);
  if (!isTaken(prefix)) return prefix;
  for (let number = 2; ; number++) {
    const name = `${prefix === '' ? 'ns' : prefix}${number}`;
    if (!isTaken(name) && !names.some((each) => each.prefix === name)) return name;
  }
}

/** The edit that declares prefixes; undefined where it would not come before the pasted text. */
function declarations(
  document: TurtleDocument,
  range: TextRange,
  missing: ReadonlyMap<string, string>,
): readonly OffsetEdit[] | undefined {
  const { offset, text } = prefixDeclarations(document, missing);
  return offset > range.start ? undefined : [{ range: { start: offset, end: offset }, newText: text }];
}

/** The text without the lines of its declarations, and without the blank lines that are then at the start. */
function withoutLines(text: string, places: readonly TextRange[]): string {
  if (places.length === 0) return text;
  let result = '';
  let from = 0;
  for (const { start, end } of places) {
    result += text.slice(from, start);
    from = end + /^[ \t]*(?:\r\n|\n|\r)?/.exec(text.slice(end))![0].length;
  }
  return (result + text.slice(from)).replace(/^(?:[ \t]*(?:\r\n|\n|\r))+/, '');
}

function withPrefixes(text: string, renamed: ReadonlyMap<string, string>): string {
  let result = '';
  let from = 0;
  for (const { prefix, start } of nameTokens(text)) {
    const name = renamed.get(prefix);
    if (name === undefined) continue;
    result += text.slice(from, start) + name;
    from = start + prefix.length;
  }
  return result + text.slice(from);
}

function isIn({ start, end }: TextRange, outer: TextRange): boolean {
  return start >= outer.start && end <= outer.end;
}

/** The namespaces of the prefixes that the names in a range of a document have. */
export function copiedPrefixes(document: TurtleDocument, range: TextRange): ReadonlyMap<string, string> {
  const { prefixes } = scopeAt(document, range.end);
  const used = new Set(nameTokens(document.rope.slice(range.start, range.end)).map(({ prefix }) => prefix));
  return new Map([...prefixes].filter(([prefix]) => used.has(prefix)));
}

/** A prefixed name in a text. */
interface NameToken extends TextRange {
  /** Without its colon. */
  readonly prefix: string;
}

/** The prefixed names of a text, whether or not it is a whole document. */
function nameTokens(text: string): readonly NameToken[] {
  return writtenNames(text, [{ start: 0, end: text.length }])
    .filter(({ kind }) => kind === 'name')
    .map(({ start, end }) => ({ start, end, prefix: text.slice(start, text.indexOf(':', start)) }));
}

/** The edit that links a file in a comment at the start of a document, below existing links. */
export function headerLinkTo(
  document: TurtleDocument,
  file: string,
  as: LinkableRole,
): OffsetEdit | undefined {
  // A buffer that was never saved has no folder.
  const path = isInFolder(document.uri) ? pathTo(folderOf(document.uri), file) : file;
  return headerComment(document, `# ${as}: ${path}`);
}
