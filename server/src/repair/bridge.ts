import { type TermId, terms } from '../rdf/terms.ts';
import { rdf } from '../rdf/vocab.ts';
import { invert, type Path } from '../shacl/path.ts';
import { pathValues } from '../shacl/pathValues.ts';
import { attach, type OpenStep, openSteps } from './attach.ts';
import { type Draft, usesOf, withFix } from './draft.ts';
import { type Fix, joinFixes, nothing } from './fix.ts';
import { mintBlankNode, mintIri } from './mint.ts';
import { mostFrequent } from './mostFrequent.ts';
import { localName } from './similarity.ts';

/**
 * New nodes between a focus node and the last step of a sequence, where its first steps lead nowhere yet: typed like
 * those that others have there. `nothing` when no node is missing, undefined when none can be put there.
 */
export function bridge(draft: Draft, focusNode: TermId, path: Path): Fix | undefined {
  if (openSteps(draft.graph, focusNode, path).length > 0) return nothing;
  if (path.kind === 'inverse') return bridge(draft, focusNode, invert(path));
  if (path.kind === 'alternative') return path.paths[0] && bridge(draft, focusNode, path.paths[0]);
  if (path.kind !== 'sequence') return undefined;
  let fix: Fix = nothing;
  let node = focusNode;
  for (const step of path.paths.slice(0, -1)) {
    const here = withFix(draft, fix);
    const [known] = pathValues(here.graph, node, step);
    if (known !== undefined) {
      node = known;
      continue;
    }
    const [open] = openSteps(here.graph, node, step);
    const plank = open && newNode(here, open);
    if (plank === undefined) return undefined;
    fix = joinFixes(fix, plank.fix);
    node = plank.node;
  }
  return fix;
}

function newNode(draft: Draft, step: OpenStep): { readonly node: TermId; readonly fix: Fix } | undefined {
  const { graph } = draft;
  const others = usesOf(draft, step.predicate, 50).map(({ subject, object }) =>
    step.inverse ? subject : object,
  );
  const type = mostFrequent(others.flatMap((other) => graph.objects(other, rdf.type).slice(0, 1)));
  const named = others.filter((other) => terms.isIri(other)).length * 2 > others.length;
  const name = localName(terms.value(type ?? step.predicate));
  const node = named ? mintIri(name, step.node, draft) : mintBlankNode(draft);
  const link = attach(step, node);
  if (link === undefined) return undefined;
  const added = type === undefined ? [link] : [link, { subject: node, predicate: rdf.type, object: type }];
  return {
    node,
    fix: {
      ...nothing,
      change: { added, removed: [] },
      support: 'placeholder',
      minted: [node],
      placeholders: named ? [node] : [],
    },
  };
}
