import { matchesLanguageRange } from '../../../rdf/languageTag.ts';
import { compileRegex } from '../../../rdf/literals/xpathRegex.ts';
import { terms } from '../../../rdf/terms.ts';
import { shapeRefsOf } from '../../components/shapeRefs.ts';
import { lengthOf } from '../../components/stringBased.ts';
import { pathValues } from '../../paths/pathValues.ts';
import { aboutResults, type KnownDifference } from './knownDifference.testing.ts';
import { resultKey, resultOf } from './result.testing.ts';

/** Results that one engine gets wrong, or that differ because a specification leaves the choice open. */
export const knownResults: readonly KnownDifference[] = [
  {
    id: 'regular expressions without Unicode',
    side: 'rdf-validate-shacl',
    what: 'hands patterns to JavaScript as they are, without the flag u: \\p{L} and \\i mean letters, 😀 is two characters',
    spec: 'XPath Functions 5.6.1, XSD 1.1 part 2, appendix G',
    applies: aboutResults(['pattern'], ({ pattern, flags }, { value }, { only }) => {
      if (/[xq]/.test(flags)) return false;
      const theirs = new RegExp(pattern, flags).test(terms.value(value!));
      const reading = compileRegex(pattern, flags);
      const ours = reading.kind === 'regex' && reading.regex.test(terms.value(value!));
      return theirs !== ours && theirs === (only === 'ours');
    }),
  },
  {
    id: 'length in UTF-16 units',
    side: 'rdf-validate-shacl',
    what: 'counts a character beyond U+FFFF twice',
    spec: 'SHACL 4.4.1 with SPARQL STRLEN: characters',
    applies: aboutResults(['minLength', 'maxLength'], ({ kind, length }, { value }, { only }) => {
      const holds = (found: number) => (kind === 'minLength' ? found >= length : found <= length);
      const theirs = holds(terms.value(value!).length);
      return theirs !== holds(lengthOf(value!)!) && theirs === (only === 'ours');
    }),
  },
  {
    id: 'language tags letter by letter',
    side: 'rdf-validate-shacl',
    what: 'takes a range for a prefix, in its own case, and * for itself',
    spec: 'SHACL 4.4.4 with SPARQL langMatches: basic filtering of RFC 4647, 3.3.1',
    applies: aboutResults(['languageIn'], ({ languages }, { value }, { only }) => {
      const tag = terms.language(value!);
      const theirs = languages.some((range) => tag !== '' && tag.startsWith(range));
      return (
        theirs !== languages.some((range) => matchesLanguageRange(tag, range)) && theirs === (only === 'ours')
      );
    }),
  },
  {
    id: 'sh:equals on node shapes',
    side: 'rdf-validate-shacl',
    what: 'forgets to report the focus node when the property has only other values',
    spec: 'SHACL 4.5.1: a result for each value node that is no value of the property',
    applies: aboutResults(
      ['equals'],
      ({ compared }, { focusNode, value, sourceShape }, { only, pair: { input } }) => {
        const others = pathValues(input.dataGraph, focusNode, compared);
        return (
          only === 'ours' &&
          input.shapes.get(sourceShape)!.path === undefined &&
          value === focusNode &&
          others.length > 0 &&
          !others.includes(focusNode)
        );
      },
    ),
  },
  {
    id: 'sh:and on property shapes',
    side: 'rdf-validate-shacl',
    what: 'asks whether all values together conform, with the paths of the listed shapes replaced by its own',
    spec: 'SHACL 4.6.2: each value node conforms to each member of the list',
    applies: aboutResults(['and'], ({ shapeRefs }, { value, sourceShape }, { only, pair }) => {
      if (pair.input.shapes.get(sourceShape)!.path === undefined) return false;
      // When rdf-validate-shacl checks one value at a time, it agrees with the built-in engine.
      return shapeRefs.every((ref) => pair.theirs.conforms(value!, ref)) === (only === 'theirs');
    }),
  },
  {
    id: 'circle that denies itself',
    side: 'built-in',
    what: 'leaves out constraints by which a shape would conform because it does not, and says so',
    spec: 'SHACL 3.4.3: undefined',
    applies: (difference, { input }) =>
      difference.kind === 'result' &&
      difference.only === 'theirs' &&
      input.shapes.notChecked.some(
        ({ shape, component, reason }) =>
          shape === difference.result.sourceShape &&
          component === difference.result.component &&
          reason.includes('leads back to its own shape'),
      ),
  },
  {
    id: 'circle reported once',
    side: 'built-in',
    what: 'gives a result of shapes that refer back to themselves once for each root, by however many ways it is reached',
    spec: 'SHACL 3.4.3: undefined',
    applies: (difference, { input, ours }) => {
      if (difference.kind !== 'result' || difference.only !== 'theirs') return false;
      const { result } = difference;
      const inCircle = input.shapes.shapes.filter(({ id }) => input.shapes.cycleOf(id) !== undefined);
      const near = inCircle.flatMap((shape) => [shape.id, ...shape.constraints.flatMap(shapeRefsOf)]);
      return (
        near.includes(result.sourceShape) &&
        ours
          .validateNode(result.focusNode, result.sourceShape)
          .some((own) => resultKey(resultOf(own)) === resultKey(result))
      );
    },
  },
];
