import { terms } from '../../../rdf/terms.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';
import { isNumeric, writtenAs } from '../numbers.ts';

const separators = [',', ' ', "'", ','];

/** 12,500 for 12500: with its datatype, or as a text. Nobody writes years so. */
export const thousandsSeparator: MistakeOperator = {
  title: 'thousands separator',
  at(triple, _, random) {
    const [, sign, whole, rest] = /^([+-]?)(\d{4,15})(\.\d+)?$/.exec(terms.value(triple.object)) ?? [];
    if (!isNumeric(triple.object) || whole === undefined || /^[12]\d{3}$/.test(whole)) return undefined;
    const separator = separators[random.below(separators.length)]!;
    const groups = whole.replaceAll(/\B(?=(\d{3})+$)/g, separator);
    return rewritten(triple, { object: writtenAs(`${sign}${groups}${rest ?? ''}`, triple.object, random) });
  },
};
