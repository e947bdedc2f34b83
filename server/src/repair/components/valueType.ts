import { localName } from '../../rdf/iri.ts';
import { isOfNoLiteral, isWellFormed } from '../../rdf/literals/lexicalForms.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { rdf, xsd } from '../../rdf/vocab.ts';
import { mintBlankNode, mintNamed } from '../drafts/mint.ts';
import { type ComponentRepair, unknownIntendedValue } from './component.ts';
import { exchangeValue } from './conform/exchangeValue.ts';
import { languageNearby, nameOf, nearbyNodes, nearbyText } from './violate/nearbyTerms.ts';
import { typingSlips } from './violate/typingSlips.ts';
import { isRepairing, usualValues, violateByWrongValue } from './violate/violationEdits.ts';

/** States the same value with the right datatype, or offers another value. */
const datatypeRepair: ComponentRepair<'datatype'> = {
  offers: [
    'the same text with the required datatype',
    'the number, date or truth value that was evidently meant',
    'the number converted to the unit used there, where the data, the shapes or the name of the property imply the unit',
    'one of several readings of a date or number, or a number without its unit, to be confirmed',
    'the label or the name of a node as text',
    'a value that the data supports',
    'a placeholder of the datatype',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
  /** The same text with another datatype, or a text as people write it that is invalid for the datatype. */
  *violationEdits(goal) {
    const { datatype } = goal.constraint;
    yield* violateByWrongValue(goal, function* (value): Iterable<TermId> {
      const text = value !== undefined && terms.isLiteral(value) ? terms.value(value) : nearbyText(goal);
      if (datatype === xsd.string) yield terms.languageString(text, languageNearby(goal));
      else yield terms.literal(text, xsd.string);
      if (datatype !== rdf.langString && !isRepairing(goal)) {
        yield* misformatted(text, datatype);
        // Where any text of the datatype is written as one, a slip may leave its bounds.
        yield* typingSlips(text)
          .slice(0, 1)
          .map((slip) => terms.literal(slip, datatype));
      }
      yield* usualValues(goal);
    });
  },
  violatedBy: 'refusedValue',
  unknown: ({ datatype }, { value, valueTerm, term }) => {
    if (datatype === rdf.langString) return `the files don't say which language ${value} is in`;
    if (isOfNoLiteral(datatype)) {
      return `no literal has the datatype ${term(datatype)}; in the shape, sh:nodeKind sh:Literal is probably meant`;
    }
    // The text may be right, and rejected as a value of the datatype for another reason.
    const isText =
      terms.isLiteral(valueTerm) && isWellFormed(terms.literal(terms.value(valueTerm), datatype));
    return isText
      ? `${value} is of another datatype than ${term(datatype)}, and the files don't say what was meant`
      : `${value} is not a valid ${term(datatype)}, and reading it as one would be a guess`;
  },
};

/**
 * A value in a form that people use but its datatype does not allow: 3,5 and 1,000 for numbers, 31.12.2020 for dates, yes
 * for true. Empty where any text will do.
 */
export function misformatted(text: string, datatype: TermId): readonly TermId[] {
  return [...formsOf(text)]
    .map((form) => terms.literal(form, datatype))
    .filter((literal) => !isWellFormed(literal));
}

function* formsOf(text: string): Iterable<string> {
  const [, year, month, day, time] = /^(\d{4})-(\d\d)-(\d\d)(?:T(.+))?$/.exec(text) ?? [];
  if (year !== undefined) {
    const after = time === undefined ? '' : ` ${time.slice(0, 5)}`;
    yield `${day}.${month}.${year}${after}`;
    yield `${year}/${month}/${day}${after}`;
    if (Number(day) > 12) yield `${month}/${day}/${year}${after}`;
    return;
  }
  if (text === 'true' || text === 'false') {
    yield text === 'true' ? 'yes' : 'no';
    yield text.toUpperCase();
    return;
  }
  const [, sign, whole, fraction, exponent] =
    /^([+-]?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole !== undefined) {
    const thousands = whole.length > 3 ? whole.replace(/(?<=\d)(?=(?:\d{3})+$)/g, ',') : whole;
    if (thousands !== whole) yield `${sign}${thousands}${fraction === undefined ? '' : `.${fraction}`}`;
    if (fraction !== undefined) yield text.replace('.', ',');
    if (fraction === undefined) yield `${text}.0`;
    if (exponent === undefined) yield `ca. ${text}`;
    return;
  }
  // Addresses and codes end where the line was broken.
  const middle = Math.ceil(text.length / 2);
  yield `${text.slice(0, middle)} ${text.slice(middle)}`;
}

/** Replaces the value by the IRI, literal or blank node that it represents. */
const nodeKindRepair: ComponentRepair<'nodeKind'> = {
  offers: [
    'the IRI that a text is, abbreviates or names',
    'the label, name or IRI of a node as text',
    'an IRI for a blank node, or a blank node for an IRI, with all of its statements',
    'another value that the data supports',
    'a placeholder of the right kind',
    'removing the value, if it is not required',
  ],
  fixes: exchangeValue,
  /** A text in place of a node: its name or its IRI; or a node in place of a literal: one named by it, or one nearby. */
  violationEdits: (goal) =>
    violateByWrongValue(goal, function* (value): Iterable<TermId> {
      const { draft, focusNode } = goal;
      if (value === undefined || terms.isBlank(value)) yield terms.literal(nearbyText(goal));
      else if (terms.isIri(value)) {
        const [name, iri] = [nameOf(value, goal), terms.value(value)];
        yield terms.literal(name === '' ? localName(iri) : name);
        yield terms.literal(iri);
      }
      const text = value === undefined || terms.isBlank(value) ? nearbyText(goal) : terms.value(value);
      const named = mintNamed(text, focusNode, draft);
      if (named !== undefined) yield named;
      yield* nearbyNodes(goal);
      yield mintBlankNode(draft);
    }),
  violatedBy: 'refusedValue',
  unknown: unknownIntendedValue,
};

/** As for each of the datatypes. */
const datatypeInRepair: ComponentRepair<'datatypeIn'> = {
  ...datatypeRepair,
  fixes: exchangeValue,
  *violationEdits({ constraint, ...goal }) {
    for (const datatype of constraint.datatypes) {
      yield* datatypeRepair.violationEdits({
        ...goal,
        constraint: { ...constraint, kind: 'datatype', datatype },
      });
    }
  },
  unknown: unknownIntendedValue,
};

/** By the kind of the constraint. */
export const valueTypeRepairs = {
  datatype: datatypeRepair,
  datatypeIn: datatypeInRepair,
  nodeKind: nodeKindRepair,
};
