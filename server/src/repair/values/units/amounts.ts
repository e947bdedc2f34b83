import { localName } from '../../../rdf/iri.ts';
import { decimal } from '../../../rdf/literals/decimal.ts';
import { isWellFormed } from '../../../rdf/literals/lexicalForms.ts';
import { printDecimal } from '../../../rdf/literals/literalText.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { xsd } from '../../../rdf/vocab.ts';
import { attachmentPoints } from '../../drafts/attachmentPoints.ts';
import { type Draft, isEditable, usesOf } from '../../drafts/draft.ts';
import type { EvidenceItem } from '../../drafts/evidence.ts';
import { type Fix, fixOfChange } from '../../drafts/fix.ts';
import type { WantedValue, Witness } from '../../drafts/wantedValue.ts';
import { nameParts } from '../../evidence/nameSimilarity.ts';
import { statesUnit, unitOf } from './unitAt.ts';
import { convert, convertRounded, isSameUnit } from './units.ts';

/**
 * The change of the only number of a node that has a unit at the given place, when another unit of the same dimension
 * replaces its own: 9100 g is 9.1 kg. Undefined where there is no such number.
 */
export function numberInUnit(wanted: Place, from: TermId, to: TermId, draft: Draft): Fix | undefined {
  const [step] = attachmentPoints(draft.graph, wanted.focusNode, wanted.path);
  if (step === undefined || step.inverse || !statesUnit(step.predicate)) return undefined;
  const [only, ...others] = draft.graph
    .outgoing(step.node)
    .filter(({ object }) => literalValue(object)?.kind === 'number');
  if (only === undefined || others.length > 0 || !isEditable(draft, only)) return undefined;
  const converted = inOtherUnit(only.object, from, to, draft);
  if (converted === undefined) return undefined;
  const change = { removed: [only], added: [{ ...only, object: converted }] };
  const { term } = draft.search;
  const words = `the same amount: ${term(only.object)} ${term(from)}`;
  return fixOfChange(change, 'plausible', [{ kind: 'converted', words }, ...doubts(only.predicate, term)]);
}

const maxUses = 100;

/**
 * The number in the unit that others state where its node states one of the same dimension, with the change of the unit:
 * 38.5 in Cel for 101.3 in [degF].
 */
export function* numberInUnitOfOthers(wanted: Place, number: TermId, draft: Draft): Iterable<Witness> {
  if (literalValue(number)?.kind !== 'number') return;
  const [step] = attachmentPoints(draft.graph, wanted.focusNode, wanted.path);
  if (step === undefined || step.inverse) return;
  const [unit, ...more] = draft.graph.outgoing(step.node).filter(({ predicate }) => statesUnit(predicate));
  if (unit === undefined || more.length > 0 || !isEditable(draft, unit)) return;
  const uses = usesOf(draft, unit.predicate, maxUses).filter(({ subject }) => subject !== unit.subject);
  for (const other of new Set(uses.map(({ object }) => object))) {
    const value = inOtherUnit(number, unit.object, other, draft);
    if (value === undefined) continue;
    const added: Triple = { ...unit, object: other };
    const { term } = draft.search;
    const words = `the same amount in ${term(other)}, as others have it`;
    const change = { removed: [unit], added: [added] };
    const evidence: EvidenceItem[] = [{ kind: 'converted', words }, ...doubts(step.predicate, term)];
    yield { value, fix: fixOfChange(change, 'plausible', evidence) };
  }
}

/**
 * That the numbers of a property may be for a unit, not in it: a price for a gram is a thousandth of that for a kilogram.
 * Nothing where its name says that they are amounts.
 */
function doubts(property: TermId, term: (id: TermId) => string): readonly EvidenceItem[] {
  const parts = nameParts(localName(terms.value(property)));
  if (amount.test(parts.at(-1) ?? '') && !parts.some((part) => perUnit.test(part))) return [];
  return [{ kind: 'competing', words: `${term(property)} may be for a unit` }];
}

/** Words for amounts, and for what is measured in the units that are known. */
const amount =
  /^(?:values?|amounts?|quantity|quantities|number|measure(?:ment)?|magnitude|results?|readings?|total|sum|mass|weight|length|width|height|depth|distance|elevation|altitude|diameter|radius|thickness|size|area|volume|capacity|duration|time|age|power|energy|consumption|voltage|current|resistance|frequency|pressure|speed|velocity|temperature|humidity|illuminance|angle|wert|menge|anzahl|masse|gewicht|l(?:ä|ae)nge|breite|h(?:ö|oe)he|tiefe|fl(?:ä|ae)che|volumen|dauer|temperatur|valeur|poids|longueur|valor|peso)$/;

const perUnit =
  /^(?:per|pro|prices?|costs?|fees?|tariffs?|charges?|wages?|rates?|factors?|density|densities|specific)$/;

type Place = Pick<WantedValue, 'focusNode' | 'path'>;

/**
 * True for units of one dimension, between which a number has to be converted: changing only the unit changes the amount.
 */
export function isOtherUnit(one: TermId, other: TermId, draft: Pick<Draft, 'graph'>): boolean {
  if (terms.isBlank(one) || terms.isBlank(other)) return false;
  const [a, b] = [unitOf(one, draft), unitOf(other, draft)];
  return a !== undefined && b !== undefined && a.dimension === b.dimension && !isSameUnit(a, b);
}

/** The number in the other unit, in its own datatype; undefined unless both are units of one dimension. */
export function inOtherUnit(
  number: TermId,
  from: TermId,
  to: TermId,
  draft: Pick<Draft, 'graph'>,
): TermId | undefined {
  const [given, asked] = [unitOf(from, draft), unitOf(to, draft)];
  if (!given || !asked || given.dimension !== asked.dimension || isSameUnit(given, asked)) return undefined;
  const [, digits, exponent] = /^([+-]?\d+(?:\.\d+)?)([eE][+-]?0+)?$/.exec(terms.value(number)) ?? [];
  if (digits === undefined) return undefined;
  const amount = decimal(digits);
  const result = convert(amount, given, asked) ?? convertRounded(amount, given, asked);
  const isWhole = !digits.includes('.') && exponent === undefined;
  const text = printDecimal(result, isWhole ? 0 : 1) + (exponent ?? '');
  const literal = terms.literal(text, terms.datatype(number)!);
  if (isWellFormed(literal)) return literal;
  // 1800 g are 1.8 kg, which is not a whole number.
  return isWhole && exponent === undefined ? terms.literal(text, xsd.decimal) : undefined;
}
