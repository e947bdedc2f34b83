import { IndexedGraph } from '../../rdf/graph.ts';
import { integerRange, lexicalPattern } from '../../rdf/literals/lexicalForms.ts';
import { type LiteralValue, literalValue } from '../../rdf/literals/literalValue.ts';
import { isNoTextLike, type RegexSource } from '../../rdf/literals/regexLanguage.ts';
import { compileRegex } from '../../rdf/literals/xpathRegex.ts';
import { type TermId, type TermKind, terms } from '../../rdf/terms.ts';
import { rdf } from '../../rdf/vocab.ts';
import { componentOf, judgesTerm } from '../components/index.ts';
import { areComparable, areTermsInOrder, rangeEnds } from '../components/range.ts';
import { allowedKinds, nodeKinds } from '../components/valueType.ts';
import type { Evaluation } from '../model/component.ts';
import type { Constraint, ConstraintKind, ConstraintOf, RangeKind } from '../model/shape.ts';

/** What is asked of one term. */
export interface TermDemands {
  readonly fulfilled: readonly Constraint[];
  readonly violated: readonly Constraint[];
  /** Terms that it has to be; all of them. */
  readonly is: readonly TermId[];
  readonly isNot: readonly TermId[];
  /** Whether it has properties, which literals do not have. */
  readonly hasProperties: boolean;
}

/** The only terms that may meet the demands; undefined where no constraint lists them. */
export function candidates(demands: TermDemands): readonly TermId[] | undefined {
  const lists = [
    ...demands.is.map((term) => [term]),
    ...ofKind(demands.fulfilled, 'in').map(({ members }) => members),
  ];
  const [first] = lists.sort((a, b) => a.length - b.length);
  return first && [...new Set(first)].filter((term) => mayBe(term, demands));
}

/** Whether it is proven that no term meets the demands. */
export function isNoTerm(demands: TermDemands): boolean {
  const listed = candidates(demands);
  if (listed !== undefined) return listed.length === 0;
  if (demands.fulfilled.some((one) => demands.violated.some((other) => isSame(one, other)))) return true;
  const kinds = kindsOf(demands);
  if (kinds.has('blank') || kinds.has('triple')) return false;
  if (kinds.has('iri') && !isNoIri(demands)) return false;
  return !kinds.has('literal') || isNoLiteral(demands);
}

function isNoIri(demands: TermDemands): boolean {
  const asked = textDemands(demands, []);
  const isAnyText = asked.matching.length + asked.avoiding.length === 0 && asked.minLength <= asked.maxLength;
  // Every length from that of `a:` has an IRI.
  return isAnyText ? asked.maxLength < 2 : isNoTextLike({ ...asked, matching: [...asked.matching, iriForm] });
}

/** Absolute, and without the characters that no IRI has (RDF 1.1 Concepts 3.2). */
const iriForm = { source: '^[A-Za-z][A-Za-z0-9+.\\-]*:[^\\u{0}-\\u{20}<>"{}|\\\\^`]*$', ignoreCase: false };

function mayBe(term: TermId, { fulfilled, violated, is, isNot, hasProperties }: TermDemands): boolean {
  if (is.some((each) => each !== term) || isNot.includes(term)) return false;
  const isLiteral = terms.isLiteral(term);
  if (isLiteral && (hasProperties || fulfilled.some(({ kind }) => kind === 'class'))) return false;
  return (
    fulfilled.every((each) => !judgesTerm(each) || accepts(each, term)) &&
    !violated.some((each) => judgesTerm(each) && accepts(each, term))
  );
}

/** Whether a term fulfils a constraint that judges terms (`judgesTerm`). */
export function accepts(constraint: Constraint, term: TermId): boolean {
  const check = componentOf(constraint).prepare(constraint as never, withoutData);
  return check.kind !== 'value' || check.accepts(term);
}

/** For constraints that judge terms, and so require nothing else. */
const withoutData: Evaluation = {
  graph: new IndexedGraph([]),
  subclasses: (id) => new Set([id]),
  conforms: () => true,
  isTarget: () => false,
  isIncomplete: () => false,
  results: () => [],
  queryCheck: () => ({ kind: 'value', accepts: () => true }),
  comparing: () => ({ begin() {}, count() {} }),
};

function isSame(one: Constraint, other: Constraint): boolean {
  return (
    one.kind === other.kind &&
    one.parameterValue === other.parameterValue &&
    (one.kind !== 'pattern' || one.flags === (other as typeof one).flags)
  );
}

/**
 * The kinds of terms that are not excluded yet. Triple terms count only where a node kind of SHACL 1.2 is named: shapes of
 * 1.0 do not have them in mind.
 */
function kindsOf({ fulfilled, violated, hasProperties }: TermDemands): ReadonlySet<TermKind> {
  const kinds = new Set<TermKind>(['iri', 'blank', 'literal']);
  const isNew = ({ nodeKind }: ConstraintOf<'nodeKind'>) => !nodeKinds.includes(nodeKind);
  if ([fulfilled, violated].some((all) => ofKind(all, 'nodeKind').some(isNew))) kinds.add('triple');
  const exclude = (...excluded: readonly TermKind[]) => {
    for (const kind of excluded) kinds.delete(kind);
  };
  if (hasProperties) exclude('literal', 'triple');
  for (const constraint of fulfilled) {
    if (constraint.kind === 'nodeKind') {
      const allowed = allowedKinds(constraint.nodeKind);
      exclude(...[...kinds].filter((kind) => !allowed.includes(kind)));
    } else if (componentOf(constraint).literalsOnly(constraint as never)) exclude('iri', 'blank', 'triple');
    else if (nodesOnly.has(constraint.kind)) exclude('literal', 'triple');
    else if (['pattern', 'minLength', 'maxLength'].includes(constraint.kind)) exclude('blank', 'triple');
  }
  for (const { nodeKind } of ofKind(violated, 'nodeKind')) exclude(...allowedKinds(nodeKind));
  return kinds;
}

/**
 * Constraints to which neither literals nor triple terms conform: they require types, superclasses or the cells of a list.
 */
const nodesOnly: ReadonlySet<ConstraintKind> = new Set([
  ...(['class', 'classIn', 'rootClass'] as const),
  ...(['minListLength', 'maxListLength', 'uniqueMembers', 'memberShape'] as const),
]);

function ofKind<Kind extends ConstraintKind>(
  constraints: readonly Constraint[],
  kind: Kind,
): readonly ConstraintOf<Kind>[] {
  return constraints.filter((each): each is ConstraintOf<Kind> => each.kind === kind);
}

function textDemands({ fulfilled, violated }: TermDemands, forms: readonly string[]) {
  const lengths = (kind: 'minLength' | 'maxLength', of: readonly Constraint[]) =>
    ofKind(of, kind).map(({ length }) => length);
  return {
    matching: [
      ...forms.map((source) => ({ source, ignoreCase: false })),
      ...ofKind(fulfilled, 'pattern').flatMap(regexOf),
    ],
    avoiding: ofKind(violated, 'pattern').flatMap(regexOf),
    minLength: Math.max(
      0,
      ...lengths('minLength', fulfilled),
      ...lengths('maxLength', violated).map((length) => length + 1),
    ),
    maxLength: Math.min(
      Number.POSITIVE_INFINITY,
      ...lengths('maxLength', fulfilled),
      ...lengths('minLength', violated).map((length) => length - 1),
    ),
  };
}

function regexOf({ pattern, flags }: ConstraintOf<'pattern'>): readonly RegexSource[] {
  const reading = compileRegex(pattern, flags);
  if (reading.kind !== 'regex') return [];
  const { source, ignoreCase } = reading.regex;
  return [{ source, ignoreCase }];
}

function isNoLiteral(demands: TermDemands): boolean {
  const datatypes = new Set(ofKind(demands.fulfilled, 'datatype').map(({ datatype }) => datatype));
  const [datatype] = datatypes;
  if (datatypes.size > 1) return true;
  if (ofKind(demands.violated, 'datatype').some((each) => each.datatype === datatype)) return true;
  const form = datatype === undefined ? undefined : lexicalPattern(datatype);
  return (
    isNoLanguage(ofKind(demands.fulfilled, 'languageIn'), datatype) ||
    isNoValue(rangesOf(demands.fulfilled), datatype) ||
    isNoTextLike(textDemands(demands, form === undefined ? [] : [form]))
  );
}

/** Whether no language is in all lists, or the datatype has none. */
function isNoLanguage(lists: readonly ConstraintOf<'languageIn'>[], datatype: TermId | undefined): boolean {
  if (lists.length === 0) return false;
  if (datatype !== undefined && datatype !== rdf.langString && datatype !== rdf.dirLangString) return true;
  const isWithin = (tag: string, range: string) =>
    range === '*' || tag === range || tag.startsWith(`${range}-`);
  // Of two ranges that a tag is in, one is a part of the other. The narrowest of all is in one of the lists.
  const all = lists.map(({ languages }) => languages.map((each) => each.toLowerCase()));
  return !all.flat().some((tag) => all.every((ranges) => ranges.some((range) => isWithin(tag, range))));
}

type Range = Constraint & { readonly kind: RangeKind; readonly bound: TermId };

function rangesOf(constraints: readonly Constraint[]): readonly Range[] {
  return constraints.filter((each): each is Range => 'bound' in each);
}

/** Whether no value of the datatype is in all ranges. */
function isNoValue(ranges: readonly Range[], datatype: TermId | undefined): boolean {
  const values = ranges.map(({ bound }) => literalValue(bound));
  if (values.includes(undefined)) return true;
  const sample = datatype === undefined || ranges.length === 0 ? undefined : sampleValue(datatype);
  const types = [...values, sample].flatMap((value) =>
    value?.kind === 'moment' ? value.type : (value?.kind ?? []),
  );
  if (new Set(types).size > 1) return true;
  const lower = ranges.filter(({ kind }) => rangeEnds[kind].end === 'lower');
  const upper = ranges.filter(({ kind }) => rangeEnds[kind].end === 'upper');
  const isEmpty = lower.some((low) =>
    upper.some((high) => {
      const isInclusive = rangeEnds[low.kind].isInclusive && rangeEnds[high.kind].isInclusive;
      return (
        areComparable(low.bound, high.bound) &&
        !areTermsInOrder(isInclusive ? 'lessThanOrEquals' : 'lessThan', low.bound, high.bound)
      );
    }),
  );
  const integers = datatype === undefined ? undefined : integerRange(datatype);
  return isEmpty || (integers !== undefined && isNoInteger(ranges, integers));
}

/** A value of a datatype; undefined where its values have no order. */
export function sampleValue(datatype: TermId): LiteralValue | undefined {
  return sampleTexts
    .map((text) => literalValue(terms.literal(text, datatype)))
    .find((value) => value !== undefined);
}

/** For each datatype whose values have an order, at least one of these is well-formed. */
const sampleTexts = ['1', '-1', '2000-01-01', '2000-01-01T00:00:00Z', '00:00:00Z', 'P1D', 'P1Y', 'a', 'true'];

/** Whether no integer is in all ranges; those with doubles and floats are left out. */
function isNoInteger(
  ranges: readonly Range[],
  [least, greatest]: readonly [bigint | undefined, bigint | undefined],
): boolean {
  let [low, high] = [least, greatest];
  for (const { kind, bound } of ranges) {
    const value = literalValue(bound);
    if (value?.kind !== 'number' || value.precision !== 'decimal') continue;
    const { unscaled, scale } = value.value;
    const unit = 10n ** BigInt(scale);
    const floor = unscaled / unit - (unscaled < 0n && unscaled % unit !== 0n ? 1n : 0n);
    const isWhole = unscaled % unit === 0n;
    const { end, isInclusive } = rangeEnds[kind];
    if (end === 'lower') {
      const from = isWhole && isInclusive ? floor : floor + 1n;
      if (low === undefined || from > low) low = from;
    } else {
      const to = isWhole && !isInclusive ? floor - 1n : floor;
      if (high === undefined || to < high) high = to;
    }
  }
  return low !== undefined && high !== undefined && low > high;
}
