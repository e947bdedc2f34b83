import { type Random, seededRandom, seedOf, shuffled } from '../../../base/random.ts';
import type { Graph } from '../../../rdf/graph.ts';
import { localName } from '../../../rdf/iri.ts';
import { termToNTriples } from '../../../rdf/nTriples.ts';
import { type TermId, type Triple, terms } from '../../../rdf/terms.ts';
import { parse, readingNames } from '../../../repair/llm/answer/turtleReadings.ts';
import { shapesFeedback, syntaxFeedback } from '../feedback/syntaxFeedback.ts';
import {
  compareNormalised,
  compatScores,
  graphScores,
  normalisedTriples,
  textScores,
} from '../scores/graphScores.ts';
import { type GraphSyntax, inSyntax, syntaxFacts } from '../syntax/graphSyntax.ts';
import { byReading, type Task, type TaskEvaluation, type TaskScores } from '../task.ts';

/** A machine as its data sheet describes it. Both the machine and its maker are fictitious. */
export interface Machine {
  readonly name: string;
  readonly maker: string;
  readonly modules: readonly PrintModule[];
  /** Width, depth and height in millimetres. */
  readonly dimensions: readonly [number, number, number];
}

interface PrintModule {
  readonly name: string;
  readonly printMaterials: readonly string[];
  readonly supportMaterials: readonly string[];
}

const sheetNamespaces = {
  resources: 'https://example.org/workshop/',
  materials: 'https://example.org/workshop/materials/',
  schema: 'https://schema.org/',
  qudt: 'http://qudt.org/schema/qudt/',
  unit: 'http://qudt.org/vocab/unit/',
} as const;

/** The machine of a seed, with 14 printing and 4 support materials in four modules. The machine of seed 0 is fixed. */
export function machineOf(seed: number): Machine {
  const random = seededRandom(seedOf(seed, 'machine'));
  const printed = seed === 0 ? printMaterials : [...shuffled(printMaterials, random)];
  const supports = seed === 0 ? supportMaterials : [...shuffled(supportMaterials, random)];
  const cuts = [0, 5, 9, 12, 14];
  const modules = ['Base', 'Fiber', 'Tough', 'Heat'].map((name, i) => ({
    name,
    printMaterials: printed.slice(cuts[i]!, cuts[i + 1]!),
    // Includes those of the previous module, because a material may occur in several modules.
    supportMaterials: supports.slice(Math.max(0, i - 1), i + 1),
  }));
  return {
    name: seed === 0 ? 'Fjord 700' : `${names[random.below(names.length)]!} ${100 * (3 + random.below(7))}`,
    maker: seed === 0 ? 'Layerworks' : makers[random.below(makers.length)]!,
    modules,
    dimensions: seed === 0 ? [1310, 890, 1240] : [length(random, 13), length(random, 8), length(random, 10)],
  };
}

/** Lengths with different hundreds differ. */
function length(random: Random, hundreds: number): number {
  return hundreds * 100 + 10 * random.below(9);
}

const names = ['Harbour', 'Glacier', 'Meadow', 'Ridge'];
const makers = ['Printhaus', 'Stratumtec', 'Formlab North', 'Addit'];
const printMaterials = [
  'PLA',
  'PETG',
  'PCTG',
  'ASA',
  'TPU',
  'PA6',
  'PA12-CF',
  'PA6-GF',
  'PET-CF',
  'PC',
  'PC-PBT',
  'PP',
  'PEI',
  'PPSU',
];
const supportMaterials = ['PVA', 'BVOH', 'HIPS', 'SR-30'];

/** The sheet as extracted from a PDF: headings with doubled letters, broken lines, page numbers. */
export function sheetText({ name, maker, modules, dimensions: [width, depth, height] }: Machine): string {
  const doubled = (text: string) => text.replace(/\p{L}/gu, '$&$&');
  const module = (
    { name: title, printMaterials: printed, supportMaterials: support }: PrintModule,
    i: number,
  ) =>
    `${doubled(`MODULE ${title.toUpperCase()}`)}
M${i + 1}  hot end up to ${280 + 60 * i} °C  nozzle 0.4 / 0.6 mm
Materials: ${printed.join(', ')}
Supports
${support.join(' , ')}
`;
  return `${doubled(name)}   INDUSTRIAL 3D PRINTER
${maker}  |  technical data  |  page 1 / 2

Build chamber heated, enclosed. Connectivity: Ethernet, USB
-
${modules.slice(0, 2).map(module).join('')}Layer height 0.05 - 0.4 mm
${maker}  |  technical data  |  page 2 / 2
${modules
  .slice(2)
  .map((each, i) => module(each, i + 2))
  .join('')}Dimensions (W x D x H)
${width} x ${depth} x ${height} mm   weight   310 kg
Power 400 V AC   16 A
Specifica tions subject to change without no tice.
`;
}

/** The facts of the sheet, following the rules of the prompt: 33 triples. */
export function sheetTurtle({ name, maker, modules, dimensions }: Machine): string {
  const local = (text: string) => text.replaceAll(' ', '_');
  const all = (of: (module: PrintModule) => readonly string[]) =>
    [...new Set(modules.flatMap(of))].map((each) => `m:${each}`).join(', ');
  const properties = ['width', 'depth', 'height'].map(
    (property, i) =>
      `schema:${property} [ a qudt:QuantityValue ; qudt:numericValue "${dimensions[i]}"^^xsd:double ; qudt:hasUnit unit:MilliM ]`,
  );
  return `@prefix : <${sheetNamespaces.resources}> .
@prefix m: <${sheetNamespaces.materials}> .
@prefix schema: <${sheetNamespaces.schema}> .
@prefix qudt: <${sheetNamespaces.qudt}> .
@prefix unit: <${sheetNamespaces.unit}> .
@prefix rdfs: <http://www.w3.org/2000/01/rdf-schema#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .

:${local(name)} a :Printer ;
  schema:manufacturer :${local(maker)} ;
  :printMaterial ${all((each) => each.printMaterials)} ;
  :supportMaterial ${all((each) => each.supportMaterials)} ;
  ${properties.join(' ;\n  ')} .
:${local(maker)} rdfs:label "${maker}" .
`;
}

const { resources, materials, schema, qudt, unit } = sheetNamespaces;

/** T5: facts from a data sheet. Published as FactExtractStatic. */
export const factsTask: Task = {
  id: 'T5',
  title: 'Extract facts',
  version: 1,
  sizes: [],
  mainScore: 'f1',
  pose({ seed, wording, syntax }) {
    const machine = machineOf(seed);
    const reference = sheetTurtle(machine);
    return {
      prompt: `${inSyntax(wording === 'paper' ? paperWords : ownWords, syntax)}

${sheetText(machine)}`,
      evaluate: (answer, signal) => evaluateFacts(answer, { reference, shapes: ownShapes }, signal, syntax),
    };
  },
};

const ownWords = `You are an expert in knowledge graphs. Below is the text of the data sheet of a 3D printer, as it came out of a PDF file. Write down what it says as Turtle, by these rules:

1. The printer is an instance of <${resources}Printer>. Its IRI is <${resources}> followed by its name, with _ for each space.
2. Its manufacturer is given by <${schema}manufacturer>: the IRI is made in the same way from the manufacturer's name, and has an rdfs:label with the name, without a language tag.
3. Each material that it can print is given by <${resources}printMaterial>, each support material by <${resources}supportMaterial>. The IRI of a material is <${materials}> followed by its name.
4. Width, depth and height are given by <${schema}width>, <${schema}depth> and <${schema}height>. The value of each is a blank node of type <${qudt}QuantityValue>, with <${qudt}numericValue> as an xsd:double and <${qudt}hasUnit> <${unit}MilliM>.

State nothing else. Go step by step in your mind, and check at the end that nothing is missing and that the Turtle is valid. Answer with the Turtle only: no explanation, and nothing around it.`;

/** As published, with our own namespaces: the model has to know which terms of schema.org and QUDT are meant. */
const paperWords = `As a Linked Data expert and knowledge engineer please convert the 3d printer specification given in the bottom into an RDF turtle formatted Knowledge Graph.
The main subject in this Knowledge Graph should be the Printer itself using the ${resources}$encoded_label$ whereas $encoded_label$ label refers to the name of the printer in which whitespaces have been replaced with underscores. Step by step attach the following statements to that node.
1) Attach ${resources}Printer as rdf:type
2) Attach the manufacturer via an object property using the schema.org vocabulary. For the subject identifier of the manufacturer use the same approach as for the printer subject and assign it the rdfs:label without a language tag.
3) Attach all printable material as well all support materials the printer can use via object properties. For the property identifiers use ${resources}printMaterial respectively ${resources}supportMaterial and for material identifiers use the ${materials} namespace.
4) Attach the dimensions of the printer as 3 separate values using the schema.org vocabulary for the property identifiers of the dimensions, but for the values use qudt:QuantityValue objects from the QUDT ontologies family to have the numerical value ( via qudt:numericValue property and typed as xsd:double) and the appropriate QUDT unit of measurement identifier (via qudt:hasUnit property) separately. Do not convert the dimensions into another unit.
Follow best practices of Linked Data and common standard vocabularies as basis for the modeling unless specified differently in the requirements above.
Do not extract any other properties or values from the specification than the ones I mentioned but validate your output step by step, to check whether all used prefixes are included and the given requirements as well as the grammar of the RDF turtle serialization were respected.
Only return the turtle format, no additional text.`;

/** What answers with facts are compared with. */
export interface ExpectedFacts {
  readonly reference: string;
  /** In Turtle; undefined where answers are not validated. */
  readonly shapes: string | undefined;
}

export async function evaluateFacts(
  answer: string,
  { reference, shapes }: ExpectedFacts,
  signal: AbortSignal,
  syntax: GraphSyntax = 'turtle',
): Promise<TaskEvaluation> {
  const { print, read } = syntaxFacts[syntax];
  const readings = await read(answer);
  const best = parse(reference);
  const { lenient, recovered } = readings;
  const violations =
    lenient.parses && shapes !== undefined ? await shapesFeedback(lenient.graph, shapes, signal) : undefined;
  return {
    scores: {
      ...graphScores(readings, best.graph),
      ...byReading((name) => ({ tolerantF1: tolerantF1(readings[name].graph, best.graph) }), readingNames),
      ...projections(recovered.graph, best.graph),
      ...textScores(readings, { text: print(reference), graph: best.graph }),
      ...(syntax === 'turtle' && compatScores(answer, best.graph)),
      violations: violations?.count ?? null,
    },
    info: { errors: readings.errors, slashedNames: slashedNames(lenient.text) },
    feedback: syntaxFeedback(readings, syntax) ?? violations?.feedback,
  };
}

/** Compares numbers by value and treats all names of a unit as the same. */
function tolerantF1(found: Graph, expected: Graph): number {
  const normalised = (graph: Graph) => normalisedTriples(graph.triples(), tolerantTerm);
  return compareNormalised(normalised(found), normalised(expected)).f1;
}

function tolerantTerm(term: TermId): string {
  const value = terms.value(term);
  if (terms.isIri(term)) return millimetres.has(value) ? `<${unit}MilliM>` : termToNTriples(term);
  const isNumber =
    terms.language(term) === '' && /^\s*[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?\s*$/i.test(value);
  return isNumber ? `number ${Number(value)}` : termToNTriples(term);
}

/** The names of the unit in versions of QUDT, and those that models misremember. */
const millimetres = new Set(
  ['MilliM', 'MM', 'MilliMETER', 'MilliMeter', 'Millimeter', 'MILLIM'].flatMap((name) => [
    unit + name,
    `https://qudt.org/vocab/unit/${name}`,
    `http://qudt.org/vocab/unit#${name}`,
  ]),
);

/** Scores for parts of the facts. Precision is undefined if nothing was found. */
function projections(found: Graph, expected: Graph): TaskScores {
  return Object.fromEntries(
    Object.entries(parts).flatMap(([name, locals]) => {
      const predicates = predicatesNamed(expected, locals);
      const normalised = (graph: Graph) => normalisedTriples(triplesWith(graph, predicates));
      const { precision, recall, f1 } = compareNormalised(normalised(found), normalised(expected));
      return [
        [`${name}Precision`, precision],
        [`${name}Recall`, recall],
        [`${name}F1`, f1],
      ];
    }),
  );
}

/** The predicates of each part, by their local names. */
const parts = {
  printMat: ['printMaterial'],
  supportMat: ['supportMaterial'],
  dimValues: ['width', 'depth', 'height', 'numericValue'],
  dimUnit: ['hasUnit'],
} as const;

function predicatesNamed(graph: Graph, locals: readonly string[]): ReadonlySet<TermId> {
  const predicates = new Set([...graph.triples()].map(({ predicate }) => predicate));
  return new Set([...predicates].filter((predicate) => locals.includes(localName(terms.value(predicate)))));
}

function triplesWith(graph: Graph, predicates: ReadonlySet<TermId>): readonly Triple[] {
  return [...predicates].flatMap((predicate) => graph.withPredicate(predicate));
}

/** Names such as `w:materials/PLA`, in which the slash would have to be escaped. */
function slashedNames(text: string): readonly string[] {
  const withoutIris = text.replace(/<[^<>\s]*>|"(?:[^"\\\n]|\\.)*"/g, ' ');
  return [...new Set(withoutIris.match(/(?<![\w/])[A-Za-z][\w-]*:[\w.-]+\/[\w/.-]+/g) ?? [])];
}

const ownShapes = `PREFIX sh: <http://www.w3.org/ns/shacl#>
PREFIX xsd: <http://www.w3.org/2001/XMLSchema#>
PREFIX rdfs: <http://www.w3.org/2000/01/rdf-schema#>
PREFIX schema: <${schema}>
PREFIX qudt: <${qudt}>
PREFIX : <${resources}>
[ a sh:NodeShape ; sh:targetClass :Printer ;
  sh:property [ sh:path schema:manufacturer ; sh:minCount 1 ; sh:maxCount 1 ; sh:nodeKind sh:IRI ;
    sh:property [ sh:path rdfs:label ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:string ] ] ;
  sh:property [ sh:path :printMaterial ; sh:minCount 1 ; sh:nodeKind sh:IRI ] ;
  sh:property [ sh:path :supportMaterial ; sh:minCount 1 ; sh:nodeKind sh:IRI ] ;
  sh:property [ sh:path schema:width ; sh:minCount 1 ; sh:maxCount 1 ; sh:node :Length ] ;
  sh:property [ sh:path schema:depth ; sh:minCount 1 ; sh:maxCount 1 ; sh:node :Length ] ;
  sh:property [ sh:path schema:height ; sh:minCount 1 ; sh:maxCount 1 ; sh:node :Length ] ] .
:Length a sh:NodeShape ; sh:nodeKind sh:BlankNode ; sh:class qudt:QuantityValue ;
  sh:property [ sh:path qudt:numericValue ; sh:minCount 1 ; sh:maxCount 1 ; sh:datatype xsd:double ] ;
  sh:property [ sh:path qudt:hasUnit ; sh:minCount 1 ; sh:maxCount 1 ; sh:nodeKind sh:IRI ] .
`;
