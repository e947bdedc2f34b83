import type { HostileInput } from './hostileInput.ts';
import { lines, opened } from './opened.ts';

const failing = 'ex:S sh:targetSubjectsOf ex:t ; sh:property [ sh:path ex:p ; sh:datatype xsd:integer ] .';

/** Many results, of one node or many nodes, in one statement or many. */
export const manyResults: readonly HostileInput[] = [
  {
    what: 'failing values of one subject, a statement each',
    n: 5000,
    prepare: (size) => opened(`ex:a ex:t 1 .\n${lines(size, (i) => `ex:a ex:p "v${i}" .`)}`, failing),
  },
  {
    what: 'failing values of one subject in one list',
    n: 5000,
    prepare: (size) => opened(`ex:a ex:t 1 ; ex:p ${lines(size, (i) => `"v${i}" ,`)} 7 .`, failing),
  },
  {
    what: 'failing values of one subject in one line',
    n: 5000,
    prepare: (size) =>
      opened(`ex:a ex:t 1 ; ex:p ${lines(size, (i) => `"v${i}" ,`).replaceAll('\n', ' ')} 7 .`, failing),
  },
  {
    what: 'failing values of different subjects',
    n: 5000,
    prepare: (size) =>
      opened(
        lines(size, (i) => `ex:a${i} ex:t 1 ; ex:p "v" .`),
        failing,
      ),
  },
  {
    what: 'failing blank nodes in one statement',
    n: 5000,
    prepare: (size) => opened(`ex:a ex:q ${lines(size, () => '[ ex:t 1 ; ex:p "v" ] ,')} 7 .`, failing),
  },
  {
    what: 'blank nodes without a value in one statement',
    n: 5000,
    prepare: (size) =>
      opened(
        `ex:a ex:q ${lines(size, () => '[ ex:t 1 ] ,')} 7 .`,
        'ex:S sh:targetSubjectsOf ex:t ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .',
      ),
  },
  {
    what: 'nodes that are mentioned only, in one statement',
    n: 5000,
    prepare: (size) =>
      opened(
        `ex:a ex:q ${lines(size, (i) => `ex:b${i} ,`)} 7 .`,
        'ex:S sh:targetObjectsOf ex:q ; sh:property [ sh:path ex:p ; sh:minCount 1 ] .',
      ),
  },
  {
    what: 'properties that a closed shape does not allow on one blank node',
    n: 5000,
    prepare: (size) =>
      opened(
        `ex:a ex:q [ ex:t 1 ; ${lines(size, (i) => `ex:p${i} "v" ;`)} ex:u 1 ] .`,
        'ex:S sh:targetSubjectsOf ex:t ; sh:closed true ; sh:ignoredProperties ( ex:t ) .',
      ),
  },
  {
    what: 'results that all have the same details',
    n: 500,
    prepare: (size) =>
      opened(
        `ex:b ex:p ${lines(size, (i) => `"v${i}" ,`)} 7 .\n${lines(size, (i) => `ex:a${i} ex:t ex:b .`)}`,
        `ex:S sh:targetSubjectsOf ex:t ; sh:property [ sh:path ex:t ; sh:node ex:N ] .
         ex:N sh:property [ sh:path ex:p ; sh:datatype xsd:integer ] .`,
      ),
  },
  {
    what: 'languages that are used twice',
    n: 2500,
    prepare: (size) =>
      opened(
        `ex:a ex:p ${lines(size, (i) => `"v"@en-x${i} , "w"@en-x${i} ,`)} 7 .`,
        'ex:S sh:targetSubjectsOf ex:p ; sh:property [ sh:path ex:p ; sh:uniqueLang true ] .',
      ),
  },
  {
    what: 'surplus values in one list',
    n: 5000,
    prepare: (size) =>
      opened(
        `ex:a ex:p ${lines(size, (i) => `"v${i}" ,`)} 7 .`,
        'ex:S sh:targetSubjectsOf ex:p ; sh:property [ sh:path ex:p ; sh:maxCount 1 ] .',
      ),
  },
];
