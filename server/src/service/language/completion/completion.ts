import { memoized } from '../../../base/memoized.ts';
import type { OffsetEdit } from '../../../base/textEdit.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { localName } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import { UnionGraph } from '../../../rdf/unionGraph.ts';
import { rdf, xsd } from '../../../rdf/vocab.ts';
import type { LinkableRole } from '../../../workspace/project/linkReason.ts';
import { folderOf, isInFolder, pathTo } from '../../../workspace/project/uris.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';
import type { LinkableFile } from '../../ide/linkableFiles.ts';
import { isStatedIn, type LabelSource, namedBy } from '../labels/labels.ts';
import type { Vocabularies } from '../vocabularies/vocabularies.ts';
import { askedOfNode, type UnitShapes } from './askedProperties.ts';
import { type CursorContext, type CursorToken, cursorContext } from './cursorContext.ts';
import { datatypeCandidates, languageCandidates } from './literalCandidates.ts';
import { nodeAtCursor, termOf } from './nodeAtCursor.ts';
import { objectCandidates } from './objectCandidates.ts';
import { neighbours, peersOf } from './peers.ts';
import {
  directiveCandidates,
  predicateCandidates,
  prefixCandidates,
  subjectCandidates,
} from './predicateCandidates.ts';
import { queryCandidates, queryCursor, queryPrefixes } from './queryCompletion.ts';
import type {
  CompletionCandidate,
  CompletionSuggestion,
  CompletionSuggestions,
  LiteralForm,
  Skeleton,
} from './suggestion.ts';
import { type TermName, TermNames } from './termNames.ts';
import { type VocabularyPlace, vocabularyCandidates } from './vocabularyCandidates.ts';

interface CompletionOptions {
  /** Whether suggestions may have tab stops. */
  readonly snippets: boolean;
  /** The language of labels, as a tag. */
  readonly locale: string;
  readonly vocabularies: Vocabularies;
  /** The files of the workspace, if `linkAt` finds that one may be meant. */
  readonly files?: readonly LinkableFile[];
}

/** Editors filter and show no more, and typing sends a new request. */
const maxSuggestions = 100;

/** The role of the link to a file that is being written at an offset, if one is. */
export function linkAt({ document }: AnalysedFile, offset: number): LinkableRole | undefined {
  return linkCursor(cursorContext(document, offset))?.role;
}

/** What may be meant at an offset of a file, the likeliest first. */
export function completion(
  file: AnalysedFile,
  offset: number,
  options: CompletionOptions,
): CompletionSuggestions {
  const { document } = file;
  const context = cursorContext(document, offset);
  const world = worldOf(file);
  const link = linkCursor(context);
  const query = queryCursor(context, document, offset);
  const { locale, vocabularies } = options;
  const names = new TermNames(file, vocabularies.prefixes, query && queryPrefixes(document, world));
  const labels = { graphs: [filesOf(file)], stores: file.stores, locale, vocabularies };
  const cursor = { ...context, ...query, ...link?.path };
  const candidates = link
    ? linkCandidates(document.uri, link.role, options.files ?? [])
    : query
      ? [...queryCandidates(query, world), ...prefixCandidates(query.before, names)]
      : candidatesAt(context, file, names, world, options);
  const possible = options.snippets ? candidates : candidates.filter(({ of }) => !hasTabStops(of));
  const isVerb = ({ kind }: CompletionSuggestion) => context.role === 'predicate' && kind === 'property';
  const { start, end } = cursor.typed;
  const isBeforeSpace = document.rope.slice(end, Math.min(end + 1, document.rope.length)) === ' ';
  const items: CompletionSuggestion[] = [];
  let isComplete = true;
  const seen = new Set<string>();
  const found = possible
    .filter(({ of }) => !('term' in of && isTypedOnly(of.term, context, file, world, vocabularies)))
    .sort((a, b) => b.score - a.score)
    .flatMap((candidate) => suggestion(candidate, cursor, names, labels) ?? []);
  // Letters that are not adjacent are a weak match, as in other lists of editors.
  const isClose = ({ label, filterText }: CompletionSuggestion) =>
    filterText !== label || hasPart(label, cursor.before);
  for (const item of [...found.filter(isClose), ...found.filter((each) => !isClose(each))]) {
    if (seen.has(item.label)) continue;
    seen.add(item.label);
    if (items.length === maxSuggestions) {
      isComplete = false;
      break;
    }
    items.push(isVerb(item) ? withSpace(item, isBeforeSpace) : item);
  }
  // Suggestions found by their labels are searched for again with each letter.
  isComplete &&= items.every(({ filterText, label }) => filterText === label);
  return { range: { start, end }, items, isComplete };
}

/** Whether a term only exists because it is being typed. */
function isTypedOnly(
  term: TermId,
  { typed }: CursorContext,
  { document }: AnalysedFile,
  world: Graph,
  vocabularies: Vocabularies,
): boolean {
  if (typed.text === '' || termOf(typed, document) !== term || term === rdf.type) return false;
  const uses = world.incoming(term).length + world.withPredicate(term).length;
  return uses < 2 && world.outgoing(term).length === 0 && vocabularies.term(terms.value(term)) === undefined;
}

function hasTabStops(of: CompletionCandidate['of']): boolean {
  return 'properties' in of || 'datatype' in of || 'list' in of;
}

/** The files, and what is known about stores. */
const worldOf: (file: AnalysedFile) => Graph = memoized(
  ({ documents, stores }) => new UnionGraph([...documents, ...stores].map(({ graph }) => graph)),
);

const filesOf: (file: AnalysedFile) => Graph = memoized(
  ({ documents }) => new UnionGraph(documents.map(({ graph }) => graph)),
);

function candidatesAt(
  context: CursorContext,
  file: AnalysedFile,
  names: TermNames,
  world: Graph,
  { vocabularies, locale }: CompletionOptions,
): readonly CompletionCandidate[] {
  const ofVocabularies = (role: VocabularyPlace['role']) =>
    vocabularyCandidates(vocabularyPlace(role, context, file, world), names, vocabularies, locale);
  switch (context.role) {
    case 'predicate':
    case 'object':
      return [
        ...statementCandidates(context, file, world),
        ...ofVocabularies(context.role),
        ...prefixCandidates(context.before, names),
      ];
    case 'datatype':
      return [...statementCandidates(context, file, world), ...ofVocabularies(context.role)];
    case 'language':
      return statementCandidates(context, file, world);
    case 'subject':
      return [...subjectCandidates(file), ...prefixCandidates(context.before, names)];
    case 'directive':
      return directiveCandidates(context, names);
    case 'string':
    case 'comment':
    case 'none':
      return [];
  }
}

function vocabularyPlace(
  role: VocabularyPlace['role'],
  context: CursorContext,
  { document }: AnalysedFile,
  world: Graph,
): VocabularyPlace {
  const { before, frames } = context;
  const verb = frames.findLast(({ isList }) => !isList)?.verb;
  return {
    typed: before,
    node: nodeAtCursor(context, document, world),
    role,
    predicate: verb && termOf(verb, document),
    world,
  };
}

function statementCandidates(
  context: CursorContext,
  file: AnalysedFile,
  world: Graph,
): readonly CompletionCandidate[] {
  const node = nodeAtCursor(context, file.document, world);
  if (!node) return [];
  const units: readonly UnitShapes[] = file.analyses.map(({ graphs: { input } }) => input);
  const asked = askedOfNode(node, units);
  const graphs = { world, document: file.document.graph };
  const nearby = neighbours(context, file.document);
  const peers = peersOf(node, nearby, world);
  if (context.role === 'predicate') return predicateCandidates(node, asked, peers, { ...graphs, units });
  const verb = context.frames.findLast(({ isList }) => !isList)?.verb;
  const predicate = verb && termOf(verb, file.document);
  if (predicate === undefined) return [];
  const place = { node, predicate, asked, peers, nearby, ...graphs, units };
  switch (context.role) {
    case 'datatype':
      return datatypeCandidates(place);
    case 'language':
      return languageCandidates(place);
    default:
      return objectCandidates(place);
  }
}

/** The candidate as it is written; undefined when it does not fit what was typed. */
function suggestion(
  { kind, of, reason }: CompletionCandidate,
  { before, role, typed }: Pick<CursorContext, 'before' | 'role' | 'typed'>,
  names: TermNames,
  labels: LabelSource,
): CompletionSuggestion | undefined {
  const plain = {
    kind,
    reason,
    description: undefined,
    stores: [],
    isSnippet: false,
    overwritten: 0,
    edits: [],
    iri: undefined,
  };
  if ('text' in of) {
    if (!isMatch(before, of.text)) return undefined;
    return { ...plain, label: of.text, newText: of.text, filterText: of.text };
  }
  if ('prefix' in of) {
    const text = `${of.prefix}:`;
    if (!isMatch(before, text)) return undefined;
    const namespace = names.namespace(of.prefix);
    const edits = role === 'directive' ? [] : names.declaration(of.prefix);
    const newText = role === 'directive' ? `${text} <${namespace}>` : text;
    return { ...plain, label: text, newText, filterText: text, edits, description: namespace };
  }
  if ('properties' in of || 'datatype' in of || 'list' in of) {
    // It has nothing that could be typed.
    if (before !== '') return undefined;
    const form = formOf(of, names);
    return { ...plain, ...form, isSnippet: true, filterText: form.label };
  }
  const { term } = of;
  const { text, edits } = nameOf(term, role, typed.text, names);
  const named = namedBy(term, labels);
  const label = named?.label;
  const isByName = isMatch(before, text);
  if (!isByName && !isLabelMatch(before, label)) return undefined;
  const isTelling = label !== undefined && label !== localName(terms.value(term));
  const naming = isTelling && named?.store !== undefined ? [named.store] : [];
  return {
    ...plain,
    label: text,
    description: isTelling ? label : undefined,
    stores: [...new Set([...storesThatAloneHave(term, labels), ...naming])],
    newText: text,
    filterText: isByName ? text : before,
    edits,
    iri: terms.isIri(term) ? terms.value(term) : undefined,
  };
}

/** The addresses of stores, where no file mentions a term. */
function storesThatAloneHave(term: TermId, { graphs, stores = [] }: LabelSource): readonly string[] {
  if (stores.length === 0 || !terms.isIri(term) || isStatedIn(term, { graphs })) return [];
  return stores.filter(({ graph }) => isStatedIn(term, { graphs: [graph] })).map(({ uri }) => uri);
}

/** The predicate with the space before its value. An existing space is replaced, so that the cursor ends up after it. */
function withSpace(item: CompletionSuggestion, isThere: boolean): CompletionSuggestion {
  return { ...item, newText: `${item.newText} `, overwritten: isThere ? 1 : 0 };
}

function nameOf(term: TermId, role: CursorContext['role'], typed: string, names: TermNames): TermName {
  if (term === rdf.type && role === 'predicate' && !typed.includes(':')) return { text: 'a', edits: [] };
  if (typed.startsWith('<') && terms.isIri(term)) return { text: `<${terms.value(term)}>`, edits: [] };
  return names.name(term);
}

/** Whether the letters of what was typed occur in a text in this order, as editors compare them. */
function isMatch(typed: string, text: string): boolean {
  const wanted = typed.toLowerCase();
  const given = text.toLowerCase();
  let at = 0;
  for (const character of wanted) {
    at = given.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Whether a name contains the typed text in one piece, after its prefix if that was typed, too. */
function hasPart(name: string, typed: string): boolean {
  const prefix = /^[^\s<:"]*:/.exec(typed)?.[0] ?? '';
  const [given, wanted] = [name.toLowerCase(), typed.toLowerCase()];
  return (
    given.startsWith(prefix.toLowerCase()) && given.slice(prefix.length).includes(wanted.slice(prefix.length))
  );
}

function isLabelMatch(typed: string, label: string | undefined): boolean {
  return typed.length > 1 && label !== undefined && label.toLowerCase().includes(typed.toLowerCase());
}

/** A link that is being written in a `# shapes:` or `# context:` comment. */
interface LinkCursor {
  readonly role: LinkableRole;
  readonly path: Pick<CursorContext, 'typed' | 'before'>;
}

/** The link at the cursor; undefined in other comments. */
function linkCursor({ role, typed, before }: CursorContext): LinkCursor | undefined {
  const start = role === 'comment' ? /^#+[ \t]*(shapes|context):[ \t]*/.exec(before) : undefined;
  if (!start) return undefined;
  const { length } = start[0];
  const path: CursorToken = {
    kind: 'junk',
    text: typed.text.slice(length),
    start: typed.start + length,
    end: typed.end,
  };
  return { role: start[1] as LinkableRole, path: { typed: path, before: before.slice(length) } };
}

/**
 * The files of the workspace as paths from the document's folder: those with the requested contents come first, among these
 * those that other files are linked to, then the nearest.
 */
function linkCandidates(
  uri: string,
  role: LinkableRole,
  files: readonly LinkableFile[],
): readonly CompletionCandidate[] {
  if (!isInFolder(uri)) return [];
  const folder = folderOf(uri);
  return files
    .filter((file) => file.uri !== uri)
    .map((file) => {
      const text = pathTo(folder, file.uri);
      const steps = text.split('/').length + (text.startsWith('..') ? 3 : 0);
      return {
        kind: 'file',
        of: { text },
        score: (file.isMeant ? 2 : 0) * tier + (file.isLinked ? tier : 0) - steps,
        reason: file.isMeant ? reasons[role] : undefined,
      };
    });
}

/** More steps than any path has. */
const tier = 100;

const reasons: Readonly<Record<LinkableRole, string>> = { shapes: 'has shapes', context: 'declares terms' };

/** A text with tab stops, and how it is listed. */
interface Form {
  readonly label: string;
  readonly newText: string;
  readonly edits: readonly OffsetEdit[];
}

/** How a value to be filled in is written. */
function formOf(of: Skeleton | LiteralForm | { readonly list: true }, names: TermNames): Form {
  if ('list' in of) return { label: '( )', newText: '( $1 )', edits: [] };
  return 'datatype' in of ? literalForm(of, names) : skeletonForm(of, names);
}

/** `[ … ]` with a tab stop for each property. */
function skeletonForm({ type, properties }: Skeleton, names: TermNames): Form {
  const typed = type === undefined ? [] : [names.name(type)];
  const named = properties.map((property) => names.name(property));
  const parts = [
    ...typed.map(({ text }) => `a ${escapeSnippet(text)}`),
    ...named.map(({ text }, i) => `${escapeSnippet(text)} $${i + 1}`),
  ];
  const label = [...typed.map(({ text }) => `a ${text}`), ...named.map(({ text }) => text)].join(' ; ');
  return {
    label: parts.length === 0 ? '[ ]' : `[ ${label} ]`,
    newText: parts.length < 2 ? `[ ${parts[0] ?? '$1'} ]` : `[\n\t${parts.join(' ;\n\t')}\n]`,
    edits: [...typed, ...named].flatMap(({ edits }) => edits).slice(0, 1),
  };
}

/** A quoted string with its language or datatype. */
function literalForm({ datatype, language }: LiteralForm, names: TermNames): Form {
  if (language !== '') return { label: `""@${language}`, newText: `"$1"@${language}`, edits: [] };
  if (datatype === xsd.string) return { label: '""', newText: '"$1"', edits: [] };
  const { text, edits } = names.name(datatype);
  return {
    label: `""^^${text}`,
    newText: `"$1"^^${escapeSnippet(text)}`,
    edits: terms.isIri(datatype) ? edits : [],
  };
}

function escapeSnippet(text: string): string {
  return text.replace(/[\\$}]/g, '\\$&');
}
