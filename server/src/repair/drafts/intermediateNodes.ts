import { mostFrequent } from '../../base/mostFrequent.ts';
import { localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { invert, type Path } from '../../shacl/model/path.ts';
import { pathValues } from '../../shacl/paths/pathValues.ts';
import { type AttachmentPoint, attachingTriple, attachmentPoints } from './attachmentPoints.ts';
import { type Draft, usesOf, withFix } from './draft.ts';
import { combineFixes, emptyFix, type Fix } from './fix.ts';
import { mintBlankNode, mintIri } from './mint.ts';

/**
 * Creates the nodes between a focus node and the last step of a path that its first steps do not reach yet. They get
 * the types that such nodes have elsewhere. Returns `emptyFix` when no node is missing, undefined when none can be
 * created.
 */
export function intermediateNodes(draft: Draft, focusNode: TermId, path: Path): Fix | undefined {
  if (attachmentPoints(draft.graph, focusNode, path).length > 0) return emptyFix;
  switch (path.kind) {
    case 'predicate':
      return undefined;
    case 'inverse':
      return intermediateNodes(draft, focusNode, invert(path));
    case 'alternative':
      for (const member of path.paths) {
        const found = intermediateNodes(draft, focusNode, member);
        if (found) return found;
      }
      return undefined;
    case 'sequence':
      return bridgeSequence(draft, focusNode, path.paths);
    case 'zeroOrOne':
    case 'zeroOrMore':
    case 'oneOrMore':
      return intermediateNodes(draft, focusNode, path.path);
  }
}

function bridgeSequence(draft: Draft, focusNode: TermId, steps: readonly Path[]): Fix | undefined {
  let fix: Fix = emptyFix;
  let node = focusNode;
  for (const [i, step] of steps.entries()) {
    const here = withFix(draft, fix);
    const known = pathValues(here.graph, node, step).find((value) => !terms.isLiteral(value));
    const isLast = i === steps.length - 1;
    if (known !== undefined && !isLast) {
      node = known;
      continue;
    }
    // A step may itself be a path of several steps.
    const start = intermediateNodes(here, node, step);
    if (start === undefined) return undefined;
    fix = combineFixes(fix, start);
    if (isLast) break;
    const there = withFix(draft, fix);
    const [open] = attachmentPoints(there.graph, node, step);
    const plank = open && newNode(there, open);
    if (plank === undefined) return undefined;
    fix = combineFixes(fix, plank.fix);
    node = plank.node;
  }
  return fix;
}

function newNode(
  draft: Draft,
  step: AttachmentPoint,
): { readonly node: TermId; readonly fix: Fix } | undefined {
  const { graph } = draft;
  const others = usesOf(draft, step.predicate, 50).map(({ subject, object }) =>
    step.inverse ? subject : object,
  );
  const type = mostFrequent(others.flatMap((other) => graph.objects(other, rdf.type).slice(0, 1)));
  const named = others.filter((other) => terms.isIri(other)).length * 2 > others.length;
  const name = localName(terms.value(type ?? step.predicate));
  const node = named ? mintIri(name, step.node, draft) : mintBlankNode(draft);
  const link = attachingTriple(step, node);
  if (link === undefined) return undefined;
  const added = type === undefined ? [link] : [link, { subject: node, predicate: rdf.type, object: type }];
  return {
    node,
    fix: {
      ...emptyFix,
      change: { added, removed: [] },
      support: 'placeholder',
      minted: [node],
      placeholders: named ? [node] : [],
    },
  };
}
