import type { HostileInput } from './hostileInput.ts';
import { lines, opened } from './opened.ts';

/** Shapes with long lists, and pairs of values. */
export const longLists: readonly HostileInput[] = [
  {
    what: 'members of sh:in, and as many values that are none',
    n: 4000,
    prepare: (size) =>
      opened(
        `ex:a ex:p ${lines(size, (i) => `"v${i}" ,`)} 7 .`,
        `ex:S sh:targetSubjectsOf ex:p ; sh:property [ sh:path ex:p ; sh:in ( ${lines(size, (i) => `"w${i}"`)} ) ] .`,
      ),
  },
  {
    what: 'members of sh:languageIn, and as many values in other languages',
    n: 1000,
    prepare: (size) =>
      opened(
        `ex:a ex:p ${lines(size, (i) => `"v"@en-x${i} ,`)} 7 .`,
        `ex:S sh:targetSubjectsOf ex:p ; sh:property [ sh:path ex:p ; sh:languageIn ( ${lines(size, (i) => `"en-y${i}"`)} ) ] .`,
      ),
  },
  {
    what: 'properties that a closed shape names, and as many that it does not allow',
    n: 2000,
    prepare: (size) =>
      opened(
        `ex:a ex:t 1 ; ${lines(size, (i) => `ex:p${i} 1 ;`)} ex:u 1 .`,
        `ex:S sh:targetSubjectsOf ex:t ; sh:closed true ; sh:ignoredProperties ( ${lines(size, (i) => `ex:q${i}`)} ) .`,
      ),
  },
  {
    what: 'pairs of values that sh:lessThan compares',
    n: 50,
    work: (size) => size * size,
    prepare: (size) =>
      opened(
        `ex:a ex:p ${lines(size, (i) => `${size + i} ,`)} ${2 * size} ; ex:q ${lines(size, (i) => `${i} ,`)} -1 .`,
        'ex:S sh:targetSubjectsOf ex:p ; sh:property [ sh:path ex:p ; sh:lessThan ex:q ] .',
      ),
  },
];
