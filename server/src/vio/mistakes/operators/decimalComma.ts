import { terms } from '../../../rdf/terms.ts';
import { type MistakeOperator, rewritten } from '../mistakeOperator.ts';
import { isNumeric, writtenAs } from '../numbers.ts';

/** 3,5 for 3.5: with its datatype, or as a text. */
export const decimalComma: MistakeOperator = {
  title: 'decimal comma',
  at(triple, _, random) {
    const text = terms.value(triple.object);
    if (!isNumeric(triple.object) || !/^[+-]?\d+\.\d+$/.test(text)) return undefined;
    return rewritten(triple, { object: writtenAs(text.replace('.', ','), triple.object, random) });
  },
};
