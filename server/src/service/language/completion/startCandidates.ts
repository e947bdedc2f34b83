import { namespaceOf } from '../../../rdf/iri.ts';
import { type TermId, terms } from '../../../rdf/terms.ts';
import type { AnalysedFile } from '../../ide/analysedFile.ts';
import type { CursorContext } from './cursorContext.ts';
import type { CompletionCandidate } from './suggestion.ts';
import type { TermNames } from './termNames.ts';

/** Of the triples of a document, no more are looked at for nodes that nobody describes. */
const maxTriples = 20_000;

/** Prefixes: the declared ones, and once something is typed others that can be declared. */
export function prefixCandidates(typed: string, names: TermNames): readonly CompletionCandidate[] {
  if (typed.includes(':') || typed.startsWith('<')) return [];
  const declared = [...names.declared.keys()];
  const others = typed === '' ? [] : names.others.keys();
  return [...declared, ...others].map((prefix, rank) => ({
    kind: 'prefix',
    of: { prefix },
    score: -100 - rank,
  }));
}

/** What a statement may start with: nodes that are referred to and described nowhere, and directives. */
export function subjectCandidates({ document, documents }: AnalysedFile): readonly CompletionCandidate[] {
  const uses = new Map<TermId, number>();
  const own = new Set<string>();
  let read = 0;
  for (const { subject, object } of document.graph.triples()) {
    if (++read > maxTriples) break;
    if (terms.isIri(subject)) own.add(namespaceOf(terms.value(subject)));
    if (terms.isIri(object)) uses.set(object, (uses.get(object) ?? 0) + 1);
  }
  const found: CompletionCandidate[] = [];
  for (const [term, count] of uses) {
    if (!own.has(namespaceOf(terms.value(term)))) continue;
    if (documents.some(({ graph }) => graph.outgoing(term).length > 0)) continue;
    found.push({ kind: 'node', of: { term }, score: count, reason: 'not described yet' });
  }
  return [...found, ...directives.map((text) => ({ kind: 'keyword' as const, of: { text }, score: -300 }))];
}

const directives = ['@prefix', '@base', 'PREFIX', 'BASE'];

/** The prefixes that a declaration may be meant for, with their namespaces. */
export function directiveCandidates(
  { typed }: CursorContext,
  names: TermNames,
): readonly CompletionCandidate[] {
  if (typed.kind === 'at') return directives.map((text) => ({ kind: 'keyword', of: { text }, score: 0 }));
  if (typed.kind === 'iri') return [];
  return [...names.others.keys()].map((prefix, rank) => ({
    kind: 'prefix',
    of: { prefix },
    score: -rank,
  }));
}
