import { seededRandom, seedOf } from '../../base/random.ts';

/**
 * A small file with a place for every fault that Turtle allows: lists, brackets, long strings, escapes, languages,
 * datatypes, and IRIs below a namespace. Each seed is about other things.
 */
export function smallFile(seed: number): string {
  const random = seededRandom(seedOf(seed, 'file'));
  const one = <T>(items: readonly T[]) => items[random.below(items.length)]!;
  const topic = one(topics);
  const [thing, part, other] = topic.names;
  const year = 1900 + random.below(120);
  const prefix =
    random.below(2) === 0
      ? (name: string, iri: string) => `@prefix ${name}: <${iri}> .`
      : (name: string, iri: string) => `PREFIX ${name}: <${iri}>`;
  return `${prefix('ex', `https://example.org/${topic.path}/`)}
${prefix('rdfs', 'http://www.w3.org/2000/01/rdf-schema#')}
${prefix('xsd', 'http://www.w3.org/2001/XMLSchema#')}

ex:${thing} a ex:${topic.type} ;
  rdfs:label "${topic.label}"@en , "${topic.german}"@de ;
  ex:founded "${year}"^^xsd:gYear ;
  ex:motto "They say \\"${topic.motto}\\"." ;
  ex:folder "C:\\\\${topic.path}\\\\data" ;
  ex:page <https://example.org/${topic.path}/pages/${thing}> ;
  ex:parts ( ex:${part} ex:${other} ) .

ex:${part} rdfs:label "${part}" ;
  ex:size [ ex:value ${1 + random.below(90)}.5 ; ex:unit ex:metre ] .

ex:${other} rdfs:comment """The ${other} is new,
and the ${part} is not.""" .
`;
}

const topics = [
  {
    path: 'garden',
    type: 'Garden',
    names: ['palmHouse', 'pond', 'orchard'],
    label: 'Palm House',
    german: 'Palmenhaus',
    motto: 'Mind the plants',
  },
  {
    path: 'harbour',
    type: 'Harbour',
    names: ['oldPort', 'crane', 'quay'],
    label: 'Old Port',
    german: 'Alter Hafen',
    motto: 'Keep left',
  },
  {
    path: 'railway',
    type: 'Station',
    names: ['northStation', 'platform', 'tunnel'],
    label: 'North Station',
    german: 'Nordbahnhof',
    motto: 'On time',
  },
] as const;
