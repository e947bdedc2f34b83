import { yieldToEventLoop } from '../../../base/abort.ts';
import type { Random } from '../../../base/random.ts';
import { shuffled } from '../../../base/random.ts';
import { localName } from '../../../rdf/iri.ts';
import { integerTypes } from '../../../rdf/literals/lexicalForms.ts';
import { literalValue } from '../../../rdf/literals/literalValue.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { namespaces, rdf, xsd } from '../../../rdf/vocab.ts';
import { constraintsOfKind, requirementsAt } from '../../../repair/drafts/requirements.ts';
import { writtenParts } from '../../../repair/evidence/nameSimilarity.ts';
import { sampleRegex } from '../../../repair/values/sampleRegex.ts';
import { rangeEnds } from '../../../shacl/components/range.ts';
import type { Constraint } from '../../../shacl/model/shape.ts';
import { openResults, ownTriples, type SampleDraft, withObject } from './sampleDraft.ts';

const maxTries = 4;

/**
 * Gives the individual literals that distinguish it from others: texts with the name of their property and a number,
 * numbers and dates within the limits, and other members of sh:in. If none of these conforms, the value stays as it
 * was.
 *
 * @param number the number of the individual, from 1.
 * @throws the signal's reason when aborted.
 */
export async function withVariedValues(
  start: SampleDraft,
  number: number,
  random: Random,
  signal: AbortSignal,
): Promise<SampleDraft> {
  let growing = start;
  for (const triple of ownTriples(start)) {
    await yieldToEventLoop(signal);
    if (triple.predicate === rdf.type) continue;
    const { subject, predicate, object } = triple;
    const path = { kind: 'predicate' as const, predicate };
    const { unfolded } = requirementsAt(growing.draft, subject, path, undefined);
    // For nodes that no shape has as a target, what shapes elsewhere say about the property is a hint.
    const asked = unfolded.length > 0 ? unfolded : constraintsOn(predicate, growing);
    const members = constraintsOfKind(asked, 'in').flatMap((constraint) => constraint.members);
    if (!terms.isLiteral(object) && !members.includes(object)) continue;
    const others =
      members.length > 0 ? shuffled(members, random) : literals(triple, asked, number, random, growing);
    let tries = 0;
    for (const other of others) {
      if (other === object || ++tries > maxTries) break;
      if (growing.draft.graph.has(subject, predicate, other)) continue;
      const next = withObject(growing, triple, other);
      if (openResults(next).length > 0) continue;
      growing = next;
      break;
    }
  }
  return growing;
}

function constraintsOn(predicate: TermId, { draft }: SampleDraft): readonly Constraint[] {
  return draft.search.shapes.shapes
    .filter(({ path }) => path?.kind === 'predicate' && path.predicate === predicate)
    .flatMap(({ constraints }) => constraints);
}

function* literals(
  { subject, predicate, object }: Triple,
  unfolded: readonly Constraint[],
  number: number,
  random: Random,
  { draft }: SampleDraft,
): Iterable<TermId> {
  const datatype = terms.datatype(object)!;
  const language = terms.language(object);
  const write = (text: string) =>
    language === '' ? terms.literal(text, datatype) : terms.languageString(text, language);
  const patterns = constraintsOfKind(unfolded, 'pattern');
  for (const { pattern, flags } of patterns) {
    const sample = sampleRegex(pattern, flags);
    if (sample === undefined) continue;
    // In a text that has to match a pattern, it is usually the digits that vary. A zero stands for any digit, but the
    // pattern may require other digits.
    for (const digits of [/0/g, /\d/g]) {
      yield write(sample.replace(digits, () => String(random.below(10))));
    }
  }
  if (patterns.length > 0) return;
  const name = localName(terms.value(datatype));
  if (language !== '' || datatype === xsd.string) {
    const texts = textsFor(subject, predicate, number, draft.search.term);
    const longest = Math.min(...constraintsOfKind(unfolded, 'maxLength').map(({ length }) => length));
    for (const text of texts) {
      yield write(text);
      if (text.length > longest) yield write(text.slice(0, longest));
    }
  } else if (datatype === xsd.boolean) {
    yield write(String(random.below(2) === 1));
  } else if (name in dates) {
    yield write(dates[name]!(random));
  } else if (literalValue(terms.literal('1', datatype))?.kind === 'number') {
    yield* numbers(datatype, boundsOf(unfolded), random, write);
  }
}

function boundsOf(constraints: readonly Constraint[]) {
  const boundsAt = (end: 'lower' | 'upper') =>
    constraints.flatMap((each) =>
      'bound' in each && rangeEnds[each.kind].end === end ? [Number(terms.value(each.bound))] : [],
    );
  const [least, most] = [boundsAt('lower'), boundsAt('upper')];
  const low =
    least.length > 0 ? Math.max(...least) : most.length > 0 ? Math.min(0, Math.min(...most) - 100) : 1;
  return { low, high: most.length > 0 ? Math.min(...most) : low + 100 };
}

const integers: ReadonlySet<TermId> = new Set(
  integerTypes.map((name) => terms.constant(namespaces.xsd + name)),
);

function* numbers(
  datatype: TermId,
  { low, high }: { readonly low: number; readonly high: number },
  random: Random,
  write: (text: string) => TermId,
): Iterable<TermId> {
  if (!(high > low) || high - low > 1e6) return;
  for (let i = 0; i < 2; i++) {
    const tenths = Math.round(low * 10) + random.below(Math.max(1, Math.round((high - low) * 10)));
    if (integers.has(datatype)) yield write(String(Math.round(tenths / 10)));
    else yield write(`${(tenths / 10).toFixed(1)}${datatype === xsd.double ? 'e0' : ''}`);
  }
}

const day = (random: Random) =>
  new Date(Date.UTC(2020, 0, 1) + random.below(1800) * 86_400_000).toISOString().slice(0, 10);

const dates: Readonly<Record<string, (random: Random) => string>> = {
  date: day,
  dateTime: (random) => `${day(random)}T${String(random.below(24)).padStart(2, '0')}:00:00Z`,
  gYear: (random) => String(2000 + random.below(25)),
  time: (random) => `${String(random.below(24)).padStart(2, '0')}:00:00`,
};

/** "Room 3" for a label, "serial number 3" for any other property. */
function textsFor(
  subject: TermId,
  predicate: TermId,
  number: number,
  term: (id: TermId) => string,
): readonly string[] {
  const isLabel = /^(label|prefLabel|name|title)$/i.test(localName(terms.value(predicate)));
  const named = terms.isIri(subject) ? localName(terms.value(subject)).replace(/_\d+$/, '') : '';
  const words = writtenParts(isLabel && named !== '' ? named : localName(terms.value(predicate))).join(' ');
  const text = words === '' ? term(predicate) : isLabel ? words : words.toLowerCase();
  return [`${text} ${number}`, `${text} ${number}b`, `${text[0]}${number}`, String(number)];
}
