import { usesPredicate } from '../../rdf/matchTriples.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, rdf, sh } from '../../rdf/vocab.ts';
import { requiredRefsOf } from '../../shacl/components/shapeRefs.ts';
import { pathValues } from '../../shacl/paths/pathValues.ts';
import { noChange } from '../drafts/change.ts';
import { type Draft, usesOf, withFix } from '../drafts/draft.ts';
import type { EvidenceItem } from '../drafts/evidence.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../drafts/fix.ts';
import type { Conform } from '../drafts/goal.ts';
import { acceptor, constraintsOfKind } from '../drafts/requirements.ts';
import type { WantedValue, Witness } from '../drafts/wantedValue.ts';
import { otherSiblings } from '../evidence/pathUsage.ts';
import type { Support } from '../repair.ts';

const maxSiblings = 60;
const maxUses = 200;
const leastShare = 0.8;

/**
 * For a node that describes a property of the data (a column, a dimension, a property shape), the datatype or kind of node
 * of that property's values. The other nodes of its kind have to state that for theirs, too.
 */
export function* kindsOfDescribedProperty({ focusNode, path }: WantedValue, draft: Draft): Iterable<Witness> {
  if (path.kind !== 'predicate') return;
  const { dataGraph } = draft.search.input;
  const others = otherSiblings(draft, focusNode, maxSiblings).flatMap((other) => {
    const stated = pathValues(dataGraph, other, path);
    return stated.length > 0 ? [{ other, stated }] : [];
  });
  const isKindThere = (value: TermId) => isDatatype(value) || nodeKinds.has(value);
  if (others.length === 0 || !others.every(({ stated }) => stated.every(isKindThere))) return;
  const own = kindOfValues(focusNode, path.predicate, draft);
  if (own === undefined) return;
  const told = others.flatMap(({ other, stated }) => {
    const kind = kindOfValues(other, path.predicate, draft);
    return kind === undefined ? [] : [{ stated, kind }];
  });
  const agreeing = told.filter(({ stated, kind }) => stated.some((each) => kind.includes(each)));
  if (told.length === 0 || agreeing.length < leastShare * told.length) return;
  const isNodeKind = others.every(({ stated }) => stated.every((each) => nodeKinds.has(each)));
  const value = isNodeKind ? own[1] : own[0];
  if (!isNodeKind && nodeKinds.has(value)) return;
  yield {
    value,
    fix: fixOfChange(noChange, 'attested', {
      kind: 'derived',
      words: `its values are of this kind, as for ${agreeing.length} of ${told.length} other properties`,
      for: agreeing.length,
      of: told.length,
    }),
  };
}

const nodeKinds: ReadonlySet<TermId> = new Set([sh.IRI, sh.Literal, sh.BlankNode]);

function isDatatype(value: TermId): boolean {
  return value === rdf.langString || (terms.isIri(value) && terms.value(value).startsWith(namespaces.xsd));
}

/** The datatype (or for nodes the kind) of the values of the property that a node is or names, and their kind of node. */
function kindOfValues(
  node: TermId,
  except: TermId,
  draft: Draft,
): readonly [datatype: TermId, nodeKind: TermId] | undefined {
  const { dataGraph } = draft.search.input;
  const properties = [
    node,
    ...dataGraph.outgoing(node).flatMap((each) => (each.predicate === except ? [] : [each.object])),
  ].filter((each) => terms.isIri(each) && each !== rdf.type && usesPredicate(dataGraph, each));
  const [property, ...rivals] = new Set(properties);
  if (property === undefined || rivals.length > 0) return undefined;
  const values = usesOf(draft, property, maxUses).map(({ object }) => object);
  const kinds = new Set(
    values.map((value) => (terms.isLiteral(value) ? terms.datatype(value)! : nodeKindOf(value))),
  );
  const [kind, ...further] = kinds;
  if (kind === undefined || further.length > 0) return undefined;
  return [kind, nodeKinds.has(kind) ? kind : sh.Literal];
}

function nodeKindOf(value: TermId): TermId {
  return terms.isBlank(value) ? sh.BlankNode : sh.IRI;
}

/** The types that a node needs at a place and does not have; undefined when it needs none. */
export function missingTypes(
  node: TermId,
  { requirements }: WantedValue,
  { graph, search }: Draft,
  support: Support,
  evidence?: EvidenceItem,
): Fix | undefined {
  const types = graph.objects(node, rdf.type);
  const missing = constraintsOfKind(requirements.unfolded, 'class')
    .map((constraint) => constraint.class)
    .filter((asked) => !types.some((type) => search.classes.subclasses(asked).has(type)));
  if (missing.length === 0) return undefined;
  const added = [...new Set(missing)].map((object) => ({ subject: node, predicate: rdf.type, object }));
  return fixOfChange({ added, removed: [] }, support, evidence);
}

/**
 * What else a node needs to satisfy all requirements at its place in the draft: the triples that the shapes of its value
 * require. Undefined when nothing helps; `emptyFix` when it lacks nothing.
 */
export function completion(
  node: TermId,
  wanted: WantedValue,
  draft: Draft,
  conform: Conform,
): Fix | undefined {
  const { focusNode, path, requirements } = wanted;
  const place = { focusNode, path, shape: undefined };
  let fix: Fix = emptyFix;
  const nodeShapes = requirements.direct.flatMap((constraint) => requiredRefsOf(constraint));
  for (const shape of [...requirements.valueShapes, ...nodeShapes]) {
    const here = withFix(draft, fix);
    if (here.evaluator.conforms(node, shape)) continue;
    const [first] = conform(node, shape, here, place);
    if (first === undefined) return undefined;
    fix = combineFixes(fix, first);
  }
  return acceptor(withFix(draft, fix), requirements)(node) ? fix : undefined;
}
