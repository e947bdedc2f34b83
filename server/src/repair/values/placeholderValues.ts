import { mostFrequent } from '../../base/mostFrequent.ts';
import { isPlausibleIri, localName } from '../../rdf/iri.ts';
import { decimal, minus, plus } from '../../rdf/literals/decimal.ts';
import { isOfNoLiteral } from '../../rdf/literals/lexicalForms.ts';
import { printDecimal } from '../../rdf/literals/literalText.ts';
import { literalValue } from '../../rdf/literals/literalValue.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, rdf, rdfs, sh, xsd } from '../../rdf/vocab.ts';
import { componentOf, judgesTerm } from '../../shacl/components/index.ts';
import type { Constraint } from '../../shacl/model/shape.ts';
import { attachingTriple, attachmentPoints } from '../drafts/attachmentPoints.ts';
import { type Draft, usesOf, withFix } from '../drafts/draft.ts';
import { combineFixes, emptyFix, type Fix, fixOfChange } from '../drafts/fix.ts';
import type { Conform } from '../drafts/goal.ts';
import { mintBlankNode, mintIri } from '../drafts/mint.ts';
import { acceptor, constraintsOfKind, wantsLiteral } from '../drafts/requirements.ts';
import type { WantedValue, Witness } from '../drafts/wantedValue.ts';
import { completion, missingTypes } from './describedProperty.ts';
import { isNumeric } from './readings/numbers.ts';
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
  // Puts the node in place while it is being completed.
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
  const usual = step?.inverse ? typeOfSubjects(step.predicate, draft) : step?.predicate;
  const named = asked?.class ?? usual ?? (terms.isIri(focusNode) ? focusNode : undefined);
  return mintIri(named ? localName(terms.value(named)) : 'Node', focusNode, draft);
}

/** The type of the first subject of a property that has one: what leads to a node by ex:memberOf is a member, not a "memberOf". */
function typeOfSubjects(predicate: TermId, draft: Draft): TermId | undefined {
  for (const { subject } of usesOf(draft, predicate, maxSubjects)) {
    const type = draft.graph.objects(subject, rdf.type).find((each) => terms.isIri(each));
    if (type !== undefined) return type;
  }
  return undefined;
}

const maxSubjects = 50;

/**
 * Literals to be overwritten: of the required datatype or the one that others use, near the bounds, and of the required
 * length and pattern. They are guesses; the caller keeps those that satisfy all requirements.
 */
function* literalPlaceholders(wanted: WantedValue, draft: Draft): Iterable<TermId> {
  const { unfolded } = wanted.requirements;
  const datatype = datatypeFor(wanted, draft);
  if (isOfNoLiteral(datatype)) return;
  if (datatype === rdf.langString) {
    const isUnique = unfolded.some(({ kind }) => kind === 'uniqueLang');
    const used = new Set(isUnique ? [...wanted.taken].map((value) => terms.language(value)) : []);
    for (const language of languagesFor(wanted, draft)) {
      for (const text of texts(unfolded)) {
        const literal = terms.languageString(text, language);
        if (!used.has(terms.language(literal))) yield literal;
      }
    }
    return;
  }
  const lexicals = defaults.get(datatype) ?? texts(unfolded);
  const numbers = isNumeric(datatype) ? nearBounds(unfolded) : [];
  const bounds = boundsOf(unfolded).map((bound) => terms.value(bound));
  const seen = new Set<TermId>();
  for (const lexical of [...lexicals, ...bounds, ...numbers, ...texts(unfolded)]) {
    const literal = terms.literal(lexical, datatype);
    if (!seen.has(literal)) yield literal;
    seen.add(literal);
  }
}

const counting = Array.from({ length: 10 }, (_, i) => String(i));

const defaults: ReadonlyMap<TermId, readonly string[]> = new Map(
  Object.entries({
    boolean: ['false', 'true'],
    decimal: counting.map((digit) => `${digit}.0`),
    double: counting.map((digit) => `${digit}.0e0`),
    float: counting.map((digit) => `${digit}.0`),
    date: ['2000-01-01', '2000-01-02', '2000-01-03'],
    dateTime: ['2000-01-01T00:00:00Z', '2000-01-01T00:00:00', '2000-01-02T00:00:00Z'],
    dateTimeStamp: ['2000-01-01T00:00:00Z', '2000-01-02T00:00:00Z'],
    time: ['00:00:00', '01:00:00'],
    gYear: ['2000', '2001', '2002'],
    gYearMonth: ['2000-01', '2000-02'],
    gMonth: ['--01', '--02'],
    gMonthDay: ['--01-01', '--01-02'],
    gDay: ['---01', '---02'],
    duration: ['P1D', 'P2D'],
    dayTimeDuration: ['P1D', 'P2D'],
    yearMonthDuration: ['P1Y', 'P2Y'],
    anyURI: ['http://example.org/', 'http://example.org/2'],
    integer: counting,
  }).map(([name, lexicals]) => [terms.constant(namespaces.xsd + name), lexicals]),
);

function datatypeFor(wanted: WantedValue, draft: Draft): TermId {
  const { unfolded } = wanted.requirements;
  const [asked] = constraintsOfKind(unfolded, 'datatype');
  if (asked) return asked.datatype;
  if (
    constraintsOfKind(unfolded, 'languageIn').length > 0 ||
    unfolded.some(({ kind }) => kind === 'uniqueLang')
  ) {
    return rdf.langString;
  }
  const [bound] = boundsOf(unfolded);
  if (bound !== undefined) return terms.datatype(bound)!;
  const isText = unfolded.some(
    ({ kind }) => kind === 'pattern' || kind === 'minLength' || kind === 'maxLength',
  );
  return usualDatatype(wanted, draft) ?? (isText ? xsd.string : rangeOf(wanted, draft)) ?? xsd.string;
}

function boundsOf(constraints: readonly Constraint[]): readonly TermId[] {
  return constraints.flatMap((constraint) => ('bound' in constraint ? [constraint.bound] : []));
}

/** The most frequent datatype among literals of the same property. */
function usualDatatype({ focusNode, path }: WantedValue, draft: Draft): TermId | undefined {
  const [step] = attachmentPoints(draft.graph, focusNode, path);
  if (step === undefined) return undefined;
  const datatypes = usesOf(draft, step.predicate, 50).flatMap(({ object }) =>
    // A base direction is left to those who read the text.
    terms.language(object) !== '' ? rdf.langString : (terms.datatype(object) ?? []),
  );
  return mostFrequent(datatypes);
}

function rangeOf({ focusNode, path }: WantedValue, { graph }: Draft): TermId | undefined {
  const [step] = attachmentPoints(graph, focusNode, path);
  if (step === undefined) return undefined;
  return graph
    .objects(step.predicate, rdfs.range)
    .find((range) => range === rdf.langString || terms.value(range).startsWith(namespaces.xsd));
}

function languagesFor({ focusNode, path, requirements }: WantedValue, draft: Draft): readonly string[] {
  const listed = constraintsOfKind(requirements.unfolded, 'languageIn').flatMap(({ languages }) => languages);
  if (listed.length > 0) return listed.map((range) => (range === '*' ? 'en' : range));
  const [step] = attachmentPoints(draft.graph, focusNode, path);
  const used = step ? usesOf(draft, step.predicate, 50) : [];
  const languages = used.flatMap(({ object }) => terms.language(object) || []);
  return [...new Set([mostFrequent(languages) ?? 'en', ...languages])];
}

/** Short texts, starting with the empty one if nothing requires more. */
function texts(constraints: readonly Constraint[]): readonly string[] {
  const least = Math.max(0, ...constraintsOfKind(constraints, 'minLength').map(({ length }) => length));
  const samples = constraintsOfKind(constraints, 'pattern').flatMap(({ pattern, flags }) => {
    const sample = sampleRegex(pattern, flags);
    return sample === undefined ? [] : [sample, sample.padEnd(least, 'x')];
  });
  if (least > 1000) return samples;
  return [...samples, 'x'.repeat(least), ...counting.slice(1).map((digit) => digit.padStart(least, 'x'))];
}

/** Numbers at the bounds and just inside. */
function nearBounds(constraints: readonly Constraint[]): readonly string[] {
  const bounds = boundsOf(constraints).flatMap((bound) => {
    const value = literalValue(bound);
    return value?.kind === 'number' && value.precision === 'decimal' ? [value.value] : [];
  });
  const steps = ['1', '0.1', '0.001'].map(decimal);
  const candidates = bounds.flatMap((bound) => [
    bound,
    ...steps.flatMap((step) => [plus(bound, step), minus(bound, step)]),
  ]);
  return candidates.flatMap((candidate) => [printDecimal(candidate, 0), printDecimal(candidate, 1)]);
}
