import { isPlausibleIri, localName } from '../../rdf/iri.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, rdf, rdfs, sh } from '../../rdf/vocab.ts';
import { componentOf } from '../../shacl/components/index.ts';
import { judgesTerm } from '../../shacl/components/judgesTerm.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import { attachingTriple, attachmentPoints } from '../drafts/attachmentPoints.ts';
import { type Draft, usesOf, withFix } from '../drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../drafts/fix.ts';
import type { Conform } from '../drafts/goal.ts';
import { mintBlankNode, mintIri } from '../drafts/mint.ts';
import { acceptor, constraintsOfKind, wantsLiteral } from '../drafts/requirements.ts';
import type { WantedValue, Witness } from '../drafts/wantedValue.ts';
import { completion, missingTypes } from './describeNode.ts';
import { literalPlaceholders } from './literalPlaceholders.ts';
import { sampleRegex } from './sampleRegex.ts';

/**
 * Values for the user to overwrite: a literal of the right datatype, or a new node with the triples that it needs. They
 * state only what the shapes require; if no such value satisfies the shapes, there is none.
 */
export function* placeholderValues(wanted: WantedValue, draft: Draft, conform: Conform): Iterable<Witness> {
  if (!isNodeWanted(wanted, draft)) {
    const accepts = acceptor(draft, wanted.requirements);
    for (const value of literalPlaceholders(wanted, draft)) {
      if (accepts(value))
        yield { value, fix: { ...emptyFix, support: 'placeholder', placeholders: [value] } };
    }
    return;
  }
  yield* namesLikePattern(wanted, draft);
  const node = mintNode(wanted, draft);
  const minted: Fix = {
    ...emptyFix,
    support: 'placeholder',
    minted: [node],
    placeholders: terms.isIri(node) ? [node] : [],
  };
  const fix = conforming(node, wanted, withFix(draft, minted), conform);
  if (fix) yield { value: node, fix: combineFixes(minted, fix) };
}

/** IRIs that match a required pattern, such as mail addresses, which nobody describes. */
function* namesLikePattern({ requirements }: WantedValue, draft: Draft): Iterable<Witness> {
  const accepts = acceptor(draft, requirements);
  for (const { pattern, flags } of constraintsOfKind(requirements.unfolded, 'pattern')) {
    const sample = sampleRegex(pattern, flags);
    if (sample === undefined || !isPlausibleIri(sample)) continue;
    const value = terms.iri(sample);
    if (accepts(value)) yield { value, fix: { ...emptyFix, support: 'placeholder', placeholders: [value] } };
  }
}

/** True when the value should be a new node rather than a literal. */
export function isNodeWanted({ requirements, path, focusNode }: WantedValue, draft: Draft): boolean {
  const { unfolded, valueShapes } = requirements;
  if (wantsLiteral(requirements)) return false;
  if (constraintsOfKind(unfolded, 'class').length > 0) return true;
  const nodeKinds = constraintsOfKind(unfolded, 'nodeKind').map(({ nodeKind }) => nodeKind);
  if (nodeKinds.length > 0)
    return (
      !nodeKinds.includes(sh.Literal) &&
      nodeKinds.some((kind) => kind !== sh.IRIOrLiteral && kind !== sh.BlankNodeOrLiteral)
    );
  if (unfolded.some(isAboutStatements)) return true;
  if (valueShapes.some((shape) => !isAboutTerms(shape, draft))) return true;
  if (path.kind === 'zeroOrMore' || path.kind === 'oneOrMore') return true;
  // The shapes do not restrict the kind, so it is the one that other nodes have.
  const [step] = attachmentPoints(draft.graph, focusNode, path);
  if (step === undefined) return false;
  if (step.inverse) return true;
  const others = usesOf(draft, step.predicate, 50);
  const nodes = others.filter(({ object }) => !terms.isLiteral(object)).length;
  if (others.length > 0) return nodes * 2 > others.length;
  const ranges = draft.graph.objects(step.predicate, rdfs.range);
  return ranges.some((range) => draft.graph.objects(range, rdf.type).length > 0 && !isDatatype(range));
}

/** True for constraints on the triples about a value. */
function isAboutStatements(constraint: Constraint): boolean {
  return constraint.kind === 'property' || componentOf(constraint).reads(constraint).kind === 'statements';
}

/** True for shapes that judge a value by its term rather than by its triples. */
function isAboutTerms(shape: TermId, { search }: Draft): boolean {
  const { constraints = [] } = search.shapes.get(shape) ?? {};
  return constraints.every(judgesTerm);
}

function isDatatype(range: TermId): boolean {
  const iri = terms.value(range);
  return range === rdf.langString || iri === `${namespaces.rdfs}Literal` || iri.startsWith(namespaces.xsd);
}

/** The triples that a new node needs to satisfy all requirements. */
function conforming(node: TermId, wanted: WantedValue, draft: Draft, conform: Conform): Fix | undefined {
  const step = attachmentPoints(draft.graph, wanted.focusNode, wanted.path)[0];
  const link = step && attachingTriple(step, node);
  if (link === undefined) return undefined;
  // Places the node for as long as it is completed.
  const placed = withFix(draft, fixOfChange({ added: [link], removed: [] }, 'placeholder'));
  // Adds the classes first, because most other shapes target their instances.
  const typing = missingTypes(node, wanted, draft, 'placeholder') ?? emptyFix;
  const rest = completion(node, wanted, withFix(placed, typing), conform);
  return rest && combineFixes(typing, rest);
}

/** A new node, named after its class or, if no class is required, after the property. */
function mintNode({ focusNode, path, requirements }: WantedValue, draft: Draft): TermId {
  const nodeKinds = constraintsOfKind(requirements.unfolded, 'nodeKind').map(({ nodeKind }) => nodeKind);
  if (nodeKinds.includes(sh.BlankNode)) return mintBlankNode(draft);
  const [asked] = constraintsOfKind(requirements.unfolded, 'class');
  const [step] = attachmentPoints(draft.graph, focusNode, path);
  const name = localName(terms.value(asked?.class ?? step?.predicate ?? focusNode));
  return mintIri(name, focusNode, draft);
}
