import { type JsonShape, number, object, recordOf } from '../../base/jsonShape.ts';
import { type MistakeName, mistakeNames } from './operators/index.ts';

/** How often each kind of mistake is made, in relation to the others. Kinds without a frequency are not made. */
export type MistakeFrequencies = Readonly<Partial<Record<MistakeName, number>>>;

/** A file that describes which mistakes people make. */
export interface MistakeProfile {
  readonly frequencies: MistakeFrequencies;
}

/**
 * Every kind of mistake; those that are most frequent in catalogues and building models are made more often. The
 * frequencies are assumptions: they have not been measured.
 */
export const defaultMistakeProfile: MistakeProfile = {
  frequencies: {
    misspeltClass: 3,
    misspeltProperty: 4,
    misspeltValue: 4,
    wrongNamespace: 3,
    httpForHttps: 2,
    hashForSlash: 1,
    literalForIri: 4,
    iriForLiteral: 2,
    localDate: 3,
    decimalComma: 3,
    thousandsSeparator: 2,
    numberWithUnit: 2,
    swappedStartEnd: 2,
    missingLanguage: 3,
    wrongLanguage: 2,
    duplicateBlock: 1,
    doubledValue: 2,
    movedValue: 1,
    inverseDirection: 2,
    missingType: 3,
    localForAuthority: 2,
    nameInBrackets: 1,
    missingSeparator: 1,
    relativeIri: 1,
    halfRenamedProperty: 2,
    copiedNeighbour: 2,
    wrongScheme: 1,
    cycle: 1,
    prefixDeclaration: 1,
    blankForNamed: 1,
    otherUnit: 1,
    lineBreak: 1,
    unchangedCopy: 2,
    lostMember: 1,
    repeatedMember: 1,
  },
};

const frequencies: JsonShape<MistakeFrequencies> = (given) => {
  const misfit = recordOf(number)(given);
  if (misfit) return misfit;
  const entries = Object.entries(given as Record<string, number>);
  const unknown = entries.find(([name]) => !(mistakeNames as readonly string[]).includes(name));
  if (unknown)
    return { place: `.${unknown[0]}`, what: `is not a known mistake: give ${mistakeNames.join(', ')}` };
  const negative = entries.find(([, frequency]) => frequency < 0 || frequency > 1e6);
  if (negative) return { place: `.${negative[0]}`, what: 'is not a number from 0 to 1000000' };
  return entries.some(([, frequency]) => frequency > 0)
    ? undefined
    : { place: '', what: 'names no mistake to make' };
};

export const mistakeProfileShape: JsonShape<MistakeProfile> = object({ frequencies });
