import { lines } from './opened.ts';

/** Shapes of rooms, for `manyFaults`. */
export const manyFaultsShapes = `
ex:RoomShape a sh:NodeShape ; sh:targetClass ex:Room ;
  sh:property [ sh:path ex:name ; sh:minCount 1 ; sh:datatype xsd:string ; sh:maxCount 1 ] ;
  sh:property [ sh:path ex:area ; sh:datatype xsd:decimal ; sh:maxCount 1 ] ;
  sh:property [ sh:path ex:floor ; sh:class ex:Floor ; sh:maxCount 1 ] ;
  sh:property [ sh:path ex:code ; sh:pattern "^[A-Z]{2}-[0-9]{3}$" ] ;
  sh:property [ sh:path ex:state ; sh:in ( "open" "closed" "locked" ) ] ;
  sh:property [ sh:path ex:neighbour ; sh:nodeKind sh:IRI ; sh:class ex:Room ] ;
  sh:property [ sh:path ex:label ; sh:languageIn ( "en" "de" ) ; sh:uniqueLang true ] ;
  sh:property [ sh:path ex:kind ; sh:hasValue ex:Indoor ] ;
  sh:property [ sh:path ex:sensor ; sh:node ex:SensorShape ] .
ex:SensorShape a sh:NodeShape ;
  sh:property [ sh:path ex:unit ; sh:minCount 1 ; sh:in ( ex:Celsius ex:Percent ) ] .
ex:DeskShape a sh:NodeShape ; sh:targetClass ex:Desk ; sh:closed true ; sh:ignoredProperties ( rdf:type ) ;
  sh:property [ sh:path ex:name ] ; sh:property [ sh:path ex:room ; sh:class ex:Room ] .
`;

/** Rooms with one fault each, cycling through the components of the shapes. Some faults have more than one result. */
export function manyFaults(rooms: number): string {
  const floors = lines(8, (i) => `ex:f${i} a ex:Floor ; ex:name "Floor ${i}" .`);
  return `${floors}\n${lines(rooms, faultyRoom)}\n`;
}

function faultyRoom(i: number): string {
  const { desk, ...wrong } = faults[i % faults.length]!(i);
  const room: Readonly<Record<string, string | undefined>> = {
    name: `"Room ${i}"`,
    area: `${i}.5`,
    floor: `ex:f${i % 8}`,
    code: `"AB-${100 + (i % 900)}"`,
    state: '"open"',
    neighbour: `ex:r${Math.max(0, i - 1)}`,
    label: `"Raum ${i}"@de`,
    kind: 'ex:Indoor',
    sensor: '[ ex:unit ex:Celsius ]',
    ...wrong,
  };
  const parts = Object.entries(room).flatMap(([name, value]) =>
    value === undefined ? [] : [`ex:${name} ${value}`],
  );
  return `ex:r${i} a ex:Room ;\n  ${parts.join(' ;\n  ')} .\n${desk ?? ''}`;
}

const faults: readonly ((i: number) => Readonly<Record<string, string | undefined>>)[] = [
  () => ({ name: undefined }),
  (i) => ({ area: `"${i}.5"` }),
  (i) => ({ floor: `ex:nowhere${i}` }),
  (i) => ({ code: `"ab-${100 + (i % 900)}"` }),
  () => ({ state: '"Open"' }),
  (i) => ({ area: `${i}.5, ${i}.6` }),
  (i) => ({ neighbour: `"ex:r${i}"` }),
  (i) => ({ desk: `ex:d${i} a ex:Desk ; ex:name "Desk ${i}" ; ex:colour "red" ; ex:room ex:r${i} .\n` }),
  (i) => ({ label: `"Room ${i}"@fr` }),
  () => ({ kind: 'ex:Outdoor' }),
  () => ({ sensor: '[ ex:unit ex:Kelvin ]' }),
];

/** Shapes for `rivals`. */
export const deskShapes = `
ex:EmployeeShape a sh:NodeShape ; sh:targetClass ex:Employee ; sh:property [ sh:path ex:desk ; sh:class ex:Desk ] .
ex:DeskShape a sh:NodeShape ; sh:targetClass ex:Desk ;
  sh:property [ sh:path [ sh:inversePath ex:desk ] ; sh:maxCount 1 ] .
`;

/** People with misspelt desks. Each pair of people means the same desk, which has only one seat. */
export function rivals(people: number): string {
  return lines(people, (i) => {
    const desk = 1000 + (i >> 1);
    const employee = `ex:Employee_${i} a ex:Employee ; ex:desk ex:${i % 2 === 0 ? 'Deks' : 'Dsek'}_${desk} .`;
    return i % 2 === 0 ? `ex:Desk_${desk} a ex:Desk .\n${employee}` : employee;
  });
}
