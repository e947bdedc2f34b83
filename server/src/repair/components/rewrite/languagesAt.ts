import { terms } from '../../../rdf/terms.ts';
import { usesOf } from '../../drafts/draft.ts';
import { constraintsOfKind } from '../../values/requirements.ts';
import type { RewritePlace } from './rewrites.ts';

/**
 * The languages that a text may have: those that all lists of the shapes allow, preferring those that others use for
 * the same property; without a list, the most frequent one. Languages that may not be repeated and are already used are
 * left out.
 */
export function languagesAt({ wanted, draft }: RewritePlace): readonly string[] {
  const { unfolded } = wanted.requirements;
  const { path } = wanted;
  const others = path.kind === 'predicate' ? usesOf(draft, path.predicate, 200) : [];
  const counts = new Map<string, number>();
  for (const { object } of others) {
    const language = terms.language(object);
    if (language !== '') counts.set(language, (counts.get(language) ?? 0) + 1);
  }
  const used = [...counts].sort(([, a], [, b]) => b - a).map(([language]) => language);
  const lists = constraintsOfKind(unfolded, 'languageIn').map(({ languages }) => languages);
  const listed = lists.flat().map((range) => (range === '*' ? (used[0] ?? 'en') : range));
  const possible = lists.length === 0 ? [used[0] ?? 'en'] : [...new Set(listed)];
  const isTaken = (language: string) =>
    unfolded.some(({ kind }) => kind === 'uniqueLang') &&
    [...wanted.taken].some((value) => terms.language(value).toLowerCase() === language.toLowerCase());
  const rank = (language: string) => {
    const index = used.findIndex((other) => other.toLowerCase() === language.toLowerCase());
    return index < 0 ? used.length : index;
  };
  return possible.filter((language) => !isTaken(language)).sort((a, b) => rank(a) - rank(b));
}
