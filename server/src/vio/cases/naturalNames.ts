import type { TermId } from '../../rdf/terms.ts';
import { terms } from '../../rdf/terms.ts';
import { type Draft, draftOfData, withFix } from '../../repair/drafts/draft.ts';
import type { Fix } from '../../repair/drafts/fix.ts';
import type { Edit } from '../expansion/edits.ts';
import { exemplarOf, nameLike, occursIn } from '../expansion/newNames.ts';
import type { VioProblem } from '../problem.ts';

interface Made {
  readonly fix: Fix;
  readonly draft: Draft;
  readonly edits: readonly Edit[];
}

/** The same edits, with new nodes named like similar existing nodes. Names stay if there are none. */
export function withNaturalNames(problem: VioProblem, made: Made): Made {
  const { fix } = made;
  const { search } = made.draft;
  const names = new Map<TermId, TermId>();
  const isTaken = (name: TermId) =>
    occursIn(search.input.dataGraph, name) ||
    occursIn(search.shapes.graph, name) ||
    [...names.values()].includes(name);
  for (const node of fix.minted) {
    if (!terms.isIri(node)) continue;
    const like = exemplarOf(node, fix.change.added, search.input.dataGraph);
    if (like !== undefined) names.set(node, nameLike(like, isTaken));
  }
  return names.size === 0 ? made : renamed(problem, made, names);
}

/** The same edits with other names for new nodes. */
export function renamed(problem: VioProblem, { fix, edits }: Made, names: ReadonlyMap<TermId, TermId>): Made {
  const rename = (term: TermId) => names.get(term) ?? term;
  const other: Fix = {
    ...fix,
    change: {
      removed: fix.change.removed,
      added: fix.change.added.map(({ subject, predicate, object }) => ({
        subject: rename(subject),
        predicate,
        object: rename(object),
      })),
    },
    placeholders: fix.placeholders.map(rename),
    minted: fix.minted.map(rename),
  };
  return {
    fix: other,
    draft: withFix(draftOfData(problem), other),
    edits: edits.map((edit) => ({ ...edit, site: { ...edit.site, node: rename(edit.site.node) } })),
  };
}
