import type { OffsetEdit } from '../../../base/textEdit.ts';
import { overlapOrTouch, type TextRange } from '../../../base/textRange.ts';
import { prefixDeclarations } from '../../../rdf/edits/writing/prefixWriter.ts';
import { namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { prefixedName, printTerm } from '../../../rdf/turtle/printTerm.ts';
import { scopeAt } from '../../../rdf/turtle/scopeAt.ts';
import { type BaseStatement, type PrefixStatement, statementRange } from '../../../rdf/turtle/syntaxTree.ts';
import type { TurtleDocument } from '../../../rdf/turtle/turtleDocument.ts';
import type { WrittenTerm } from '../../../rdf/turtle/writtenTerms.ts';
import { queryLiterals } from '../occurrences/queryTerms.ts';
import { lineOfDirective } from '../prefixes/unneededPrefixes.ts';
import { isFree } from '../rename/iriEdits.ts';

interface IriRewriteOptions {
  /** Reads the prefixes that may be declared. Called only where those of the document are not enough. */
  wellKnown(): Promise<ReadonlyMap<string, string>>;
  /**
   * Whether the user explicitly asks what can be done. Otherwise an editor only checks whether to indicate that something
   * can: then only the name of a whole IRI counts, and nothing is searched for elsewhere in the document.
   */
  readonly isInvoked: boolean;
}

/**
 * The alternative spellings of the IRI at a place of a document: a whole IRI as a name, alone or with all others of its
 * namespace or of the document; a name as a whole IRI, alone or with all others of its prefix; at a declaration, those of
 * `declarationRewrites`. A name whose prefix the document lacks is inserted with its declaration. A relative IRI is short
 * already.
 */
export async function iriRewrites(
  document: TurtleDocument,
  range: TextRange,
  options: IriRewriteOptions,
): Promise<readonly IriRewrite[]> {
  const term = iriAt(document, range);
  if (!term) return options.isInvoked ? declarationRewrites(document, range) : [];
  if (term.form === 'prefixed') return options.isInvoked ? expansions(document, term) : [];
  return isWhole(document, term) ? abbreviations(document, term, options) : [];
}

function iriAt(document: TurtleDocument, range: TextRange): WrittenTerm | undefined {
  let found: WrittenTerm | undefined;
  const add = (term: WrittenTerm) => {
    if (term.start <= range.start && range.end <= term.end) found = term;
  };
  const wide = { start: Math.max(0, range.start - 1), end: range.end + 1 };
  document.sources.forWritten(wide, add, { forms: ['reference', 'prefixed'] });
  return found;
}

async function abbreviations(
  document: TurtleDocument,
  term: WrittenTerm,
  { wellKnown, isInvoked }: IriRewriteOptions,
): Promise<readonly IriRewrite[]> {
  const declared = prefixedName(terms.value(term.id), prefixesAt(document)(term.start));
  if (declared !== undefined) {
    const one = { title: `Write as ${declared}`, edits: [nameEdit(document, term, declared)] };
    if (!isInvoked) return [one];
    const names = namesOfIris(document);
    const prefix = prefixOf(declared);
    const namespace = prefixesAt(document)(term.start).get(prefix)!;
    // A prefix may have another namespace in another part of the document.
    const ofNamespace = names.filter(
      ({ iri, name }) => prefixOf(name) === prefix && iri.startsWith(namespace),
    );
    return [
      one,
      ...allOf(document, ofNamespace, `IRIs of <${namespace}> as ${prefix}:…`),
      ...(names.length === ofNamespace.length
        ? []
        : allOf(document, names, 'IRIs of this file with the prefixes that it declares')),
    ];
  }
  const added =
    declarable(document, term, await wellKnown()) ?? (isInvoked ? own(document, term) : undefined);
  if (!added) return [];
  const { prefix, namespace, declaration, isOwn } = added;
  const names = isInvoked ? namesOfIris(document, added) : [];
  const name = prefixedName(terms.value(term.id), new Map([[prefix, namespace]]))!;
  const one = {
    title: `Write as ${name}, and declare ${prefix}:`,
    edits: [declaration, nameEdit(document, term, name)],
  };
  const all = allOf(document, names, `IRIs of <${namespace}> as ${prefix}:…, and declare it`);
  return [
    ...(isOwn ? [] : [one]),
    ...all.map(({ title, edits }) => ({ title, edits: [declaration, ...edits] })),
  ];
}

interface AddedPrefix {
  readonly prefix: string;
  readonly namespace: string;
  /** Where the declaration is inserted. */
  readonly offset: number;
  readonly declaration: OffsetEdit;
  /** Whether the prefix is unused for the namespace elsewhere. */
  readonly isOwn: boolean;
}

/** The usual prefix for the namespace of an IRI, if it can be declared above the IRI. */
function declarable(
  document: TurtleDocument,
  term: WrittenTerm,
  wellKnown: ReadonlyMap<string, string>,
): AddedPrefix | undefined {
  const name = prefixedName(terms.value(term.id), wellKnown);
  if (name === undefined) return undefined;
  const prefix = prefixOf(name);
  return addedPrefix(document, term, { prefix, namespace: wellKnown.get(prefix)!, isOwn: false });
}

/** A prefix derived from the namespace of an IRI without a usual prefix. */
function own(document: TurtleDocument, term: WrittenTerm): AddedPrefix | undefined {
  const namespace = namespaceOf(terms.value(term.id));
  const prefix = newPrefix(namespace, (each) => !isFree(each, document));
  if (prefixedName(terms.value(term.id), new Map([[prefix, namespace]])) === undefined) return undefined;
  return addedPrefix(document, term, { prefix, namespace, isOwn: true });
}

function addedPrefix(
  document: TurtleDocument,
  { start }: TextRange,
  { prefix, namespace, isOwn }: Pick<AddedPrefix, 'prefix' | 'namespace' | 'isOwn'>,
): AddedPrefix | undefined {
  // In a text with errors, a new declaration could activate statements that state nothing now.
  if (document.errors.length > 0 || !isFree(prefix, document)) return undefined;
  const { offset, text } = prefixDeclarations(document, new Map([[prefix, namespace]]));
  if (offset > start) return undefined;
  const declaration = { range: { start: offset, end: offset }, newText: text };
  return { prefix, namespace, offset, declaration, isOwn };
}

interface NamedIri {
  readonly iri: string;
  readonly term: TextRange;
  readonly name: string;
}

/** The whole IRIs of a document that have a name; with a prefix that is added, those that have one by it. */
function namesOfIris(
  document: TurtleDocument,
  by?: Pick<AddedPrefix, 'prefix' | 'namespace' | 'offset'>,
): readonly NamedIri[] {
  const scope = prefixesAt(document);
  /** By the prefixes in force. */
  const names = new Map<ReadonlyMap<string, string>, Map<TermId, string | undefined>>();
  const found: NamedIri[] = [];
  const add = (term: WrittenTerm) => {
    if (by && (term.start < by.offset || !terms.value(term.id).startsWith(by.namespace))) return;
    const prefixes = scope(term.start);
    const known = names.get(prefixes) ?? new Map<TermId, string | undefined>();
    names.set(prefixes, known);
    if (!known.has(term.id)) {
      const all = by ? new Map([...prefixes, [by.prefix, by.namespace]]) : prefixes;
      known.set(term.id, prefixedName(terms.value(term.id), all));
    }
    const name = known.get(term.id);
    if (name === undefined || (by && prefixOf(name) !== by.prefix) || !isWhole(document, term)) return;
    found.push({ iri: terms.value(term.id), term: { start: term.start, end: term.end }, name });
  };
  document.sources.forWritten(undefined, add, { forms: ['reference'] });
  return found;
}

function allOf(document: TurtleDocument, iris: readonly NamedIri[], what: string): readonly IriRewrite[] {
  if (iris.length < 2) return [];
  const edits = iris.map(({ term, name }) => nameEdit(document, term, name));
  return [{ title: `Write all ${iris.length.toLocaleString('en')} ${what}`, edits }];
}

function expansions(document: TurtleDocument, term: WrittenTerm): readonly IriRewrite[] {
  const prefix = document.rope.slice(term.start, document.rope.indexOf(':', term.start));
  const edits = namesWith(prefix, document);
  const one = { title: 'Write as whole IRI', edits: [asWholeIri(term, term.id)] };
  const title = `Write all ${edits.length.toLocaleString('en')} names with ${prefix}: as whole IRIs`;
  return edits.length < 2 ? [one] : [one, { title, edits }];
}

function prefixOf(name: string): string {
  return name.slice(0, name.indexOf(':'));
}

/** Whether a reference has a scheme. */
function isWhole({ rope }: TurtleDocument, { start, end }: TextRange): boolean {
  return /^<[A-Za-z][A-Za-z0-9+.-]*:/.test(rope.slice(start, Math.min(end, start + longestScheme)));
}

const longestScheme = 40;

/** Writes a name, with spaces around it where adjacent characters would become a part of it. */
function nameEdit({ rope }: TurtleDocument, { start, end }: TextRange, name: string): OffsetEdit {
  const before = rope.slice(Math.max(0, start - 1), start);
  const after = rope.slice(end, end + 2);
  const isApart = before === '' || /[\s[(,;^>\])"']/.test(before);
  const isEnded = after === '' || /^(?:[\s[\](){},;"'<>^#@]|\.(?:[\s#<[("'@]|$))/.test(after);
  return {
    range: { start, end },
    newText: `${isApart ? '' : ' '}${name}${isEnded ? '' : ' '}`,
  };
}

/**
 * A prefix for a namespace without a usual one: its last word, or else `ns`, with a number if that is taken. It can be
 * renamed.
 */
function newPrefix(namespace: string, isTaken: (prefix: string) => boolean): string {
  const words =
    namespace.replace(/^[A-Za-z][\w+.-]*:(?:\/\/(?:www\.)?)?/, '').match(/[A-Za-z][A-Za-z0-9-]*/g) ?? [];
  // A version such as v1 or the end of a host is not informative.
  const [host, ...path] = words;
  const word =
    path.findLast((each) => each.length > 2 && !/^(?:com|org|net|edu)$/.test(each)) ?? host ?? 'ns';
  const start = word.toLowerCase().replace(/-+$/, '').slice(0, longest);
  if (!isTaken(start)) return start;
  for (let number = 2; ; number++) {
    if (!isTaken(`${start}${number}`)) return `${start}${number}`;
  }
}

const longest = 12;

/**
 * Finds the prefixes in force at offsets of a document, as the same map until the next declaration, so that asking for many
 * offsets in order takes no longer than asking for a few.
 */
function prefixesAt(document: TurtleDocument): (offset: number) => ReadonlyMap<string, string> {
  const starts = document.directives.map(({ start }) => start);
  let from = 0;
  let to = 0;
  let prefixes: ReadonlyMap<string, string> = new Map();
  return (offset) => {
    if (offset >= from && offset < to) return prefixes;
    prefixes = scopeAt(document, offset + 1).prefixes;
    from = starts.findLast((start) => start <= offset) ?? 0;
    to = starts.find((start) => start > offset) ?? Number.POSITIVE_INFINITY;
    return prefixes;
  };
}

/**
 * The alternative spellings of the declarations of a document, at one of them: all in the other style, `@prefix` or
 * `PREFIX`; and without the one at that place, whose names become whole IRIs. The latter only where it is alone on its line
 * and the only one of its prefix, no query needs it, and everything can be read.
 */
function declarationRewrites(document: TurtleDocument, range: TextRange): readonly IriRewrite[] {
  const here = document.directives.find((each) => overlapOrTouch(statementRange(each), range));
  if (!here) return [];
  return [...(here.kind === 'prefix' ? withoutPrefix(document, here) : []), ...inOtherStyle(document, here)];
}

function withoutPrefix(document: TurtleDocument, directive: PrefixStatement): readonly IriRewrite[] {
  const { prefix } = directive;
  const line = lineOfDirective(document, directive);
  const declarations = document.directives.filter((each) => each.kind === 'prefix' && each.prefix === prefix);
  const isInQuery = queryLiterals(document).some(({ text }) => text.includes(`${prefix}:`));
  if (!line || declarations.length > 1 || isInQuery || document.errors.length > 0) return [];
  const edits = namesWith(prefix, document);
  if (edits.length === 0) return [];
  const title = `Write all names with ${prefix}: as whole IRIs, and remove the declaration`;
  return [{ title, edits: [{ range: line, newText: '' }, ...edits] }];
}

function inOtherStyle(
  document: TurtleDocument,
  { style }: PrefixStatement | BaseStatement,
): readonly IriRewrite[] {
  const edits = document.directives
    .filter((each) => each.style === style)
    .flatMap((each) => (style === 'turtle' ? asSparql(document, each) : asTurtle(each)));
  const title = style === 'turtle' ? 'Write all declarations as PREFIX' : 'Write all declarations as @prefix';
  return [{ title, edits }];
}

function asSparql(
  document: TurtleDocument,
  directive: PrefixStatement | BaseStatement,
): readonly OffsetEdit[] {
  const { start, end } = statementRange(directive);
  const text = document.rope.slice(start, end);
  // Where a comment precedes the dot, only the dot is removed.
  const dot = end - (/[ \t]*\.$/.exec(text)?.[0].length ?? 0);
  return [
    keyword(directive, directive.kind === 'prefix' ? 'PREFIX' : 'BASE'),
    { range: { start: dot, end }, newText: '' },
  ];
}

function asTurtle(directive: PrefixStatement | BaseStatement): readonly OffsetEdit[] {
  const { end } = statementRange(directive);
  return [keyword(directive, `@${directive.kind}`), { range: { start: end, end }, newText: ' .' }];
}

function keyword({ kind, style, start }: PrefixStatement | BaseStatement, newText: string): OffsetEdit {
  return { range: { start, end: start + kind.length + (style === 'turtle' ? 1 : 0) }, newText };
}

/** The edits that write all names of a document with a prefix as whole IRIs. */
function namesWith(prefix: string, document: TurtleDocument): readonly OffsetEdit[] {
  const edits: OffsetEdit[] = [];
  const add = (term: WrittenTerm) => {
    const isSame = document.rope.slice(term.start, term.start + prefix.length + 1) === `${prefix}:`;
    if (isSame) edits.push(asWholeIri(term, term.id));
  };
  document.sources.forWritten(undefined, add, { forms: ['prefixed'] });
  return edits;
}

/** The edit that writes an IRI as a whole at a place. */
function asWholeIri({ start, end }: TextRange, iri: TermId): OffsetEdit {
  return { range: { start, end }, newText: printTerm(iri, { prefixes: new Map() }) };
}

/** Another way to write IRIs. The graph, comments and strings stay unchanged. */
export interface IriRewrite {
  readonly title: string;
  readonly edits: readonly OffsetEdit[];
}
