import { seededRandom, seedOf, shuffled } from '../../../base/random.ts';

/** The people and places of a small graph about who works where. Names are local names; labels are display names. */
export interface OfficeCast {
  readonly namespace: string;
  readonly people: readonly [OfficePerson, OfficePerson];
  readonly organization: string;
  readonly units: readonly [OfficeUnit, OfficeUnit];
  readonly roles: readonly [string, string];
}

interface OfficePerson {
  readonly name: string;
  readonly firstName: string;
  readonly surname: string;
  readonly country: string;
}

interface OfficeUnit {
  readonly name: string;
  readonly label: string;
}

/** The cast of a seed. The cast of seed 0 is fixed. */
export function officeCast(seed: number): OfficeCast {
  if (seed === 0) return ownCast;
  const random = seededRandom(seedOf(seed, 'office'));
  const two = <T>(items: readonly T[]): [T, T] => {
    const [first, second] = shuffled(items, random);
    return [first!, second!];
  };
  const [firstNames, surnames, countries, units] = [two(given), two(families), two(states), two(unitLabels)];
  const person = (i: 0 | 1): OfficePerson => ({
    name: firstNames[i].toLowerCase(),
    firstName: firstNames[i],
    surname: surnames[i],
    country: countries[i],
  });
  const unit = (label: string): OfficeUnit => ({ name: camelCase(label), label });
  return {
    namespace: ownCast.namespace,
    people: [person(0), person(1)],
    organization: two(organizations)[0],
    units: [unit(units[0]), unit(units[1])],
    roles: two(roleNames),
  };
}

/** 29 triples with 4 blank nodes: two people, their addresses, and their memberships. */
export function officeTurtle({ namespace, people, organization, units, roles }: OfficeCast): string {
  const person = ({ name, firstName, surname, country }: OfficePerson) =>
    `:${name} a foaf:Person ; foaf:firstName "${firstName}" ; foaf:surname "${surname}" ;
  vcard:hasAddress [ a vcard:Home ; vcard:country-name "${country}" ] .
`;
  const unit = ({ name, label }: OfficeUnit) =>
    `:${name} a org:OrganizationalUnit ; org:unitOf :${organization} ;
  rdfs:label "${label}" .
`;
  const membership = (i: 0 | 1) =>
    `[ a org:Membership ; org:member :${people[i].name} ; org:organization :${units[i].name} ;
  org:role :${roles[i]} ] .
`;
  return `PREFIX : <${namespace}>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX owl: <http://www.w3.org/2002/07/owl#>
PREFIX foaf: <http://xmlns.com/foaf/0.1/>
PREFIX vcard: <http://www.w3.org/2006/vcard/ns#>
PREFIX org: <http://www.w3.org/ns/org#>

${person(people[0])}${person(people[1])}
:${organization} a org:Organization .
${unit(units[0])}${unit(units[1])}
:${roles[0]} a org:Role . :${roles[1]} a org:Role .

${membership(0)}${membership(1)}`;
}

const ownCast: OfficeCast = {
  namespace: 'https://example.org/lab/',
  people: [
    { name: 'lea', firstName: 'Lea', surname: 'Hoff', country: 'DE' },
    { name: 'tom', firstName: 'Tom', surname: 'Berg', country: 'NO' },
  ],
  organization: 'institute',
  units: [
    { name: 'opticsGroup', label: 'Optics Group' },
    { name: 'libraryUnit', label: 'Library' },
  ],
  roles: ['groupLeader', 'librarian'],
};

const given = ['Ines', 'Jonas', 'Mira', 'Oskar', 'Petra', 'Ruben', 'Selma', 'Viktor'];
const families = ['Aalto', 'Brandt', 'Conti', 'Dahl', 'Ferrer', 'Kovac', 'Novak', 'Silva'];
const states = ['AT', 'CH', 'ES', 'FI', 'HR', 'IT', 'PT', 'SE'];
const organizations = ['academy', 'museum', 'observatory', 'archive', 'clinic'];
const unitLabels = [
  'Acoustics Group',
  'Workshop',
  'Reading Room',
  'Data Office',
  'Field Station',
  'Press Office',
];
const roleNames = ['curator', 'technician', 'secretary', 'analyst', 'trainee', 'director'];

function camelCase(label: string): string {
  return label.replace(' ', '').replace(/^./, (first) => first.toLowerCase());
}
