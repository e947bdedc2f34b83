import type { OffsetEdit } from '../../base/textEdit.ts';
import { knownPrefixes } from '../knownPrefixes.ts';
import { excerpt } from '../turtle/sourceText.ts';
import type { PrefixStatement } from '../turtle/syntaxTree.ts';
import type { TurtleDocument } from '../turtle/turtleDocument.ts';
import { type ErrorRegion, lineStart, tokenAt } from './errorRegion.ts';
import { insertion, type SyntaxFixCandidate } from './syntaxFixJudge.ts';
import { containsName, isTypoOf } from './tokenCandidates.ts';

/** Returns a namespace for a prefix; undefined when there is none. */
export type FindNamespace = (prefix: string) => string | undefined;

/** Sources other than the document for the meaning of a prefix. */
export interface NamespaceSources {
  /** The IRI that other files of the workspace declare for a prefix. */
  readonly findNamespace: FindNamespace;
  /** The IRI that some people use a prefix for. It is offered last, and never considered certain. */
  readonly findCommonNamespace?: FindNamespace | undefined;
}

/** Fixes for an undeclared prefix: it is misspelt here, misspelt where it is declared, or has to be declared. */
export function* prefixCandidates(
  region: ErrorRegion,
  { findNamespace, findCommonNamespace }: NamespaceSources,
): Iterable<SyntaxFixCandidate> {
  const { document, tokens, error, scope } = region;
  const token = tokens[tokenAt(tokens, error.range.start)];
  const name = token?.kind === 'name' ? /^([^:]*):(.*)$/s.exec(token.text) : null;
  if (!token || !name || scope.prefixes.has(name[1]!)) return;
  const [, prefix, local] = name as unknown as [string, string, string];
  const isAlone = !isUsedElsewhere(document, prefix, region.offset + token.start);
  for (const declared of scope.prefixes.keys()) {
    if (!isSimilar(prefix, declared)) continue;
    const isKnown = containsName(document.text, `${declared}:${local}`);
    yield {
      title: `Write ${excerpt(`${declared}:${local}`)}`,
      edit: { range: { start: token.start, end: token.start + prefix.length }, newText: declared },
      cost: (isKnown ? 0.9 : 1.8) + (isAlone ? 0 : 2) + (declared.length < 2 ? 1 : 0),
    };
  }
  yield* misspeltDeclaration(document, prefix, findNamespace);
  // Every file defines the empty prefix for itself.
  const found = prefix === '' ? undefined : findNamespace(prefix);
  for (const [iri, where] of [
    [found, 'as in another file'],
    [knownPrefixes.get(prefix), 'as usual'],
  ] as const) {
    if (iri === undefined || (where === 'as usual' && iri === found)) continue;
    yield {
      title: `Declare the prefix '${prefix}:' for <${iri}>, ${where}`,
      edit: declarationOf(document, prefix, iri),
      cost: where === 'as usual' ? 1.3 : 1.2,
      declared: { prefix, iri },
    };
  }
  const own = prefix === '' ? ontologyNamespace(document) : commonNamespace(document);
  if (own !== undefined && found === undefined && !knownPrefixes.has(prefix)) {
    yield {
      title: `Declare the prefix '${prefix}:' for <${own}>, after other IRIs of this file`,
      edit: declarationOf(document, prefix, own),
      cost: 2.6,
      declared: { prefix, iri: own },
    };
  }
  const common = knownPrefixes.has(prefix) ? undefined : findCommonNamespace?.(prefix);
  if (common !== undefined && common !== found) {
    yield {
      title: `Declare the prefix '${prefix}:' for <${common}>, as others do`,
      edit: declarationOf(document, prefix, common),
      cost: 2.7,
      declared: { prefix, iri: common },
    };
  }
}

/** An unused declaration of a similar prefix, which is probably the one that is meant. */
function* misspeltDeclaration(
  document: TurtleDocument,
  prefix: string,
  findNamespace: FindNamespace,
): Iterable<SyntaxFixCandidate> {
  for (const directive of document.directives) {
    if (directive.kind !== 'prefix' || !isSimilar(prefix, directive.prefix)) continue;
    const { start, prefixRange, iri } = directive;
    // A prefix that others use for the namespace, too, is not a typo.
    if (knownPrefixes.get(directive.prefix) === iri || findNamespace(directive.prefix) === iri) continue;
    const place = start + prefixRange.start;
    if (isUsedElsewhere(document, directive.prefix, place)) continue;
    yield {
      title: `Declare '${prefix}:' instead of '${directive.prefix}:'`,
      edit: { range: { start: place, end: place + directive.prefix.length }, newText: prefix },
      cost: 1.1,
      declared: { prefix, iri },
    };
  }
}

/** Inserts a declaration in the style of the document's own, after the last one at its start. */
function declarationOf(document: TurtleDocument, prefix: string, iri: string): OffsetEdit {
  const { text } = document;
  const last = headerOf(document).at(-1);
  if (last === undefined) {
    const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
    const at =
      document.bodyStart === text.length ? start : Math.max(start, lineStart(text, document.bodyStart));
    return insertion(at, `@prefix ${prefix}: <${iri}> .\n`);
  }
  const end = last.start + last.length;
  const written = text.slice(last.start, end);
  const dot = last.style === 'sparql' ? '' : (/\s*\.$/.exec(written)?.[0] ?? ' .');
  const keyword = /^\S+/.exec(written)![0];
  return insertion(end, `\n${keyword} ${prefix}: <${iri}>${dot}`);
}

/** The declarations before the first other statement. */
function headerOf(document: TurtleDocument): readonly PrefixStatement[] {
  const header: PrefixStatement[] = [];
  for (let i = 0; i < document.statementCount; i++) {
    const statement = document.statement(i);
    if (statement.kind === 'prefix') header.push(statement);
    else if (statement.kind !== 'base') break;
  }
  return header;
}

/** The namespace that names of the file's own ontology would have. */
function ontologyNamespace({ text }: TurtleDocument): string | undefined {
  const ontology = /<([^<>\s]+)>\s+(?:a|rdf:type)\s+owl:Ontology\b/.exec(text.slice(0, 20_000))?.[1];
  if (ontology === undefined) return undefined;
  return /[#/]$/.test(ontology) ? ontology : `${ontology}#`;
}

/** The common start of all IRIs that are written in full and that no prefix covers. */
function commonNamespace({ text, prefixes }: TurtleDocument): string | undefined {
  let common: string | undefined;
  for (const [, iri] of text.slice(0, 200_000).matchAll(/^<([^<>\s]+)>\s+a\s+(?!owl:Ontology)/gm)) {
    if ([...prefixes.values()].some((namespace) => iri!.startsWith(namespace))) continue;
    let length = 0;
    while (common !== undefined && length < common.length && common[length] === iri![length]) length++;
    common = common === undefined ? iri! : common.slice(0, length);
  }
  return /^[a-z][a-z0-9+.-]*:\/\/[^/]+\/(?:.*[#/])?/i.exec(common ?? '')?.[0];
}

function isSimilar(a: string, b: string): boolean {
  if (a === b || a.replace(/\d/g, '') === b.replace(/\d/g, '')) return false;
  return isTypoOf(a, b) || a.toLowerCase() === b.toLowerCase();
}

/** True when a prefix is used in a name other than the one at an offset. */
function isUsedElsewhere({ text }: TurtleDocument, prefix: string, offset: number): boolean {
  const start = `${prefix}:`;
  for (let i = text.indexOf(start); i >= 0; i = text.indexOf(start, i + 1)) {
    if (i !== offset && (i === 0 || /[\s,;[(^]/.test(text[i - 1]!))) return true;
  }
  return false;
}
