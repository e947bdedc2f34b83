import { type Random, seededRandom, seedOf, shuffled } from '../../../base/random.ts';

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

export const sheetNamespaces = {
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

/** Lengths of different hundreds are different. */
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

/** The sheet as it comes out of a PDF: headings with doubled letters, broken lines, page numbers. */
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
