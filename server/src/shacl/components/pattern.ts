import { compileRegex } from '../../rdf/literals/xpathRegex.ts';
import { terms } from '../../rdf/terms.ts';
import { sh, xsd } from '../../rdf/vocab.ts';
import type { Component, ReferenceScope } from '../model/component.ts';
import { illFormed } from '../model/reading.ts';
import type { ConstraintOf } from '../model/shape.ts';
import { judgesTerms } from './commonFacts.ts';
import { isAstral } from './length.ts';

/** SHACL 4.4.3. */
export const patternComponent: Component<'pattern'> = {
  kind: 'pattern',
  iri: sh.PatternConstraintComponent,
  parameter: sh.pattern,
  takes: 'string',
  meaning: 'The text of each value matches a regular expression.',
  refinements: [sh.flags],
  propertyShapesOnly: false,
  single: false,
  read(value, { id, graph }) {
    if (terms.datatype(value) !== xsd.string) return illFormed('The value is not a string.');
    const flagValues = graph.objects(id, sh.flags);
    if (flagValues.length > 1) return illFormed('The shape has several values of sh:flags.');
    const pattern = terms.value(value);
    const flags = flagValues.map((flag) => terms.value(flag)).join('');
    const regex = compileRegex(pattern, flags);
    return regex.kind === 'regex' ? { kind: 'constraint', parameters: { pattern, flags } } : regex;
  },
  prepare({ pattern, flags }) {
    const reading = compileRegex(pattern, flags);
    if (reading.kind === 'illFormed') return { kind: 'value', accepts: () => false };
    return {
      kind: 'value',
      accepts: (value) => (terms.isLiteral(value) || terms.isIri(value)) && reading.test(terms.value(value)),
    };
  },
  message: ({ pattern, flags }, { value }, { subject, found }) =>
    value !== undefined && terms.isBlank(value)
      ? `${subject} is a blank node, which matches no pattern`
      : `${subject} does not match the pattern ${quoted(pattern, flags)}${found}`,
  recordedMessage: ({ pattern, flags }) => `Value does not match the pattern ${quoted(pattern, flags)}`,
  explain: ({ pattern, flags }, { each }) => `${each} must match the pattern ${quoted(pattern, flags)}.`,
  ...judgesTerms,
  literalsOnly: () => false,
  referenceLimit,
};

function quoted(pattern: string, flags: string): string {
  return flags === '' ? `"${pattern}"` : `"${pattern}" (flags ${flags})`;
}

function referenceLimit(
  { pattern, flags }: ConstraintOf<'pattern'>,
  { data }: ReferenceScope,
): string | undefined {
  if (/[^ims]/.test(flags)) return `it does not know the flags "${flags}"`;
  if (/\\[pPicIC]|-\[/.test(pattern) || data.hasAstral || isAstral(pattern)) {
    return 'its regular expressions do not know Unicode categories and characters beyond U+FFFF';
  }
  try {
    new RegExp(pattern, flags);
    return undefined;
  } catch {
    // The shape was read, so this is valid XPath syntax that JavaScript does not have.
    return 'its regular expressions do not know this syntax';
  }
}
