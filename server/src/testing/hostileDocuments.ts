/** Documents that are designed to block everything else, and the files they need. */
export interface HostileDocument {
  readonly what: string;
  /** The text of the document to open. */
  readonly text: string;
  /** The files in the same folder, by name. */
  readonly files?: Readonly<Record<string, string>>;
  /** The named pipes in the same folder. */
  readonly pipes?: readonly string[];
}

const prefixes = `@prefix ex: <http://example.org/> .
@prefix sh: <http://www.w3.org/ns/shacl#> .
`;

const aShape = `${prefixes}ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:maxCount 1 ] .`;

export const hostileDocuments: readonly HostileDocument[] = [
  {
    what: 'a pattern that never ends',
    text: `${prefixes}ex:x a ex:C ; ex:p "${'a'.repeat(60)}!" .
ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:pattern "^(?=a)(a+)+$" ] .`,
  },
  {
    what: 'sh:maxCount on a closure path over 500 nodes',
    text: `${prefixes}${Array.from({ length: 500 }, (_, i) => `ex:n${i} a ex:C ; ex:p ex:n${(i * 7 + 1) % 500} ; ex:q ex:n${(i * 3 + 2) % 500} .`).join('\n')}
ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [
  sh:path [ sh:zeroOrMorePath [ sh:alternativePath ( ex:p [ sh:inversePath ex:p ] ex:q ) ] ] ; sh:maxCount 3 ] .`,
  },
  {
    what: 'a header with 60 stars',
    text: `# shapes: ${'a*'.repeat(60)}b\n${prefixes}ex:x a ex:C .`,
    files: { ['a'.repeat(200)]: aShape },
  },
  {
    what: 'a header with a brace bomb',
    text: `# shapes: ${'{a,b}'.repeat(100)}\n${prefixes}ex:x a ex:C .`,
    files: { ['ab'.repeat(100)]: aShape },
  },
  { what: 'a header that walks the disk', text: `# shapes: /**/*.none\n${prefixes}ex:x a ex:C .` },
  {
    what: 'a named pipe as link',
    text: `# shapes: pipe.ttl\n${prefixes}ex:x a ex:C .`,
    pipes: ['pipe.ttl'],
  },
  { what: 'the kernel log as link', text: `# shapes: /proc/kmsg\n${prefixes}ex:x a ex:C .` },
  {
    what: '3,000 statements with syntax errors on one line',
    text: `${prefixes}${'ex:a ex:b % . '.repeat(3000)}`,
  },
  {
    what: '20,000 failing values of one subject',
    text: `${prefixes}ex:x a ex:C ; ex:p ${Array.from({ length: 20_000 }, (_, i) => `"${i}"`).join(', ')} .
ex:S a sh:NodeShape ; sh:targetClass ex:C ; sh:property [ sh:path ex:p ; sh:nodeKind sh:IRI ] .`,
  },
  {
    what: 'a context for each of 4,000 terms',
    text: `# context: bomb.jsonld\n${prefixes}ex:x a ex:C .`,
    files: {
      'bomb.jsonld': `{ "@context": [${Array.from({ length: 4000 }, (_, i) => `{ "t${i}": { "@id": "ex:t", "@context": { "u${i}": "ex:u" } } }`)}], "t0": 1 }`,
    },
  },
  {
    what: '300,000 nested brackets',
    text: `${prefixes}ex:x ex:p ${'[ ex:p '.repeat(300_000)}1${' ]'.repeat(300_000)} .`,
  },
];
