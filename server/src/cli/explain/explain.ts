import { nearestOf } from '../../base/editDistance.ts';
import { paddedCells } from '../../base/report/report.ts';
import { UserError } from '../../base/userError.ts';
import { type TermId, terms } from '../../rdf/terms.ts';
import { namespaces, sh } from '../../rdf/vocab.ts';
import { repairOf } from '../../repair/components/index.ts';
import { allComponents, definitionOf } from '../../shacl/components/index.ts';
import type { ConstraintKind, ListedKind } from '../../shacl/model/shape.ts';
import type { CliCommand } from '../command.ts';
import { readOptions } from '../input/options.ts';
import { helpOption, type OptionTable, optionsHelp } from '../input/optionTable.ts';
import { printerFor } from '../output/print.ts';
import type { Style } from '../output/style.ts';
import examples from './examples.json' with { type: 'json' };

/** Data that violate a constraint of a component, and how they may be repaired. */
export interface Example {
  /** The files by name. The first has the result; they leave out the prefixes. */
  readonly files: Readonly<Record<string, string>>;
  readonly message: string;
  /** The title of the best repair. */
  readonly repair: string;
  /** Its change, as lines of a diff. */
  readonly diff: string;
  /** The name of the file that it changes. */
  readonly changed: string;
  /** That file after the repair. */
  readonly conforming: string;
}

/** The subject of an explanation: a component, or another form of its parameter in SHACL 1.2. */
interface Explained {
  /** The name of its example in `test-fixtures/repairs`. */
  readonly example: keyof typeof examples;
  readonly kind: ConstraintKind;
  /** Its parameter with the form of the value, where other forms take other values. */
  readonly title: string;
  readonly iri: TermId;
  readonly parameter: TermId;
  readonly meaning: string;
  readonly refinements: readonly TermId[];
  readonly propertyShapesOnly: boolean;
  readonly isDraft: boolean;
}

const form = (
  example: ListedKind | 'nodeByExpression' | 'expression',
  kind: ConstraintKind,
  names: readonly [title: string, parameter: TermId, iri: TermId],
  meaning: string,
): Explained => {
  const [title, parameter, iri] = names;
  return {
    ...{ example, kind, title, iri, parameter, meaning, isDraft: true },
    ...{ refinements: [], propertyShapesOnly: false },
  };
};

/** All subjects: the components of SHACL Core, and those of SHACL 1.2 that add forms to a parameter. */
export const allExplained: readonly Explained[] = [
  ...allComponents.map(({ kind, isDraft = false, ...component }) => ({
    ...component,
    ...{ kind, isDraft, example: kind, title: short(component.parameter) },
  })),
  form(
    'classIn',
    'classIn',
    ['sh:class ( … )', sh.class, sh.ClassConstraintComponent],
    'Each value is an instance of one of the classes of a list, or of their subclasses.',
  ),
  form(
    'datatypeIn',
    'datatypeIn',
    ['sh:datatype ( … )', sh.datatype, sh.DatatypeConstraintComponent],
    'Each value is a literal with one of the datatypes of a list.',
  ),
  form(
    'closedByTypes',
    'closedByTypes',
    ['sh:closed sh:ByTypes', sh.closed, sh.ClosedConstraintComponent],
    'Each value has only the properties that the shapes of its classes name.',
  ),
  form(
    'nodeByExpression',
    'node',
    ['sh:nodeByExpression', sh.nodeByExpression, sh.NodeByExpressionConstraintComponent],
    'Each value conforms to the node shape that a node expression yields. A shape that is named is evaluated; one that is computed is reported as not checked.',
  ),
  form(
    'expression',
    'sparql',
    ['sh:expression', sh.expression, sh.ExpressionConstraintComponent],
    'For each value, a node expression yields true and nothing else: a comparison of paths, a function of SPARQL, a condition or an aggregate.',
  ),
];

/** The examples, made from `test-fixtures/repairs` by `npm run docs`. */
export const exampleOf: Readonly<Record<keyof typeof examples, Example>> = examples;

export const explainOptions = { help: helpOption } as const satisfies OptionTable;

/** `shacl-repair explain`: what a constraint component requires, with an example and its repairs. */
export const explain: CliCommand = async (args, io) => {
  const { values, positionals } = readOptions(args, { options: explainOptions });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  const { style } = printerFor(io.stdout, io);
  if (positionals.length === 0) io.stdout.write(list(style));
  for (const [i, name] of positionals.entries()) {
    const found = explainedBy(name);
    if (found.length === 0) throw new UserError(unknown(name));
    const texts = found.map((each) => explanation(each, style));
    io.stdout.write((i === 0 ? '' : '\n') + texts.join('\n'));
  }
  return 0;
};

function list(style: Style): string {
  const rows = allExplained.map(({ title, meaning }) => [title, meaning]);
  const lines = paddedCells(rows, 'l').map(([name, meaning]) => `  ${style.bold(name!)}  ${meaning}`);
  return `${lines.join('\n')}\n\nshacl-repair explain NAME says more about one of them.\n`;
}

function explanation(
  { example, kind, title, iri, parameter, meaning, refinements, propertyShapesOnly, isDraft }: Explained,
  style: Style,
) {
  const { files, message, repair, diff, changed, conforming } = exampleOf[example];
  const section = (title: string, lines: readonly string[]) => ['', style.bold(title), ...lines];
  const code = (text: string) => text.split('\n').map((line) => `    ${line}`);
  return `${[
    `${style.bold(title)} ${style.dim(`(${short(iri)})`)}`,
    meaning,
    ...(isDraft ? ['It is part of a draft of SHACL 1.2, which may change.'] : []),
    ...(propertyShapesOnly ? ['Only property shapes can have it.'] : []),
    ...section(
      'Parameters',
      [parameter, ...refinements].map((each) => `  ${short(each)}`),
    ),
    ...section(
      'Violates',
      Object.entries(files).flatMap(([name, text]) => [`  ${style.dim(name)}`, ...code(text)]),
    ),
    `  ${style.red(message)}`,
    ...section('Conforms', [`  ${style.dim(changed)}`, ...code(conforming)]),
    ...section('Repairs', [
      ...repairOf({ kind }).offers.map((offer) => `  - ${offer}`),
      `  Here: ${repair}`,
      ...code(diff),
    ]),
    ...section('Specification', [`  ${definitionOf(iri)}`]),
  ].join('\n')}\n`;
}

function short(term: TermId): string {
  return `sh:${terms.value(term).slice(namespaces.sh.length)}`;
}

/** Finds a subject by the parameter, one that refines it, or the component; with or without the prefix, in any case. */
function explainedBy(name: string): readonly Explained[] {
  const asked = plain(name);
  const main = allExplained.filter((each) => mainNames(each).includes(asked));
  if (main.length > 0) return main;
  return allExplained.filter(({ refinements }) => refinements.some((each) => plain(short(each)) === asked));
}

function mainNames({ parameter, iri }: Explained): readonly string[] {
  const component = plain(short(iri));
  return [plain(short(parameter)), component, component.replace(/constraintcomponent$/, '')];
}

function plain(name: string): string {
  return name
    .replace(/^<(.*)>$/, '$1')
    .replace(namespaces.sh, '')
    .replace(/^sh:/i, '')
    .toLowerCase();
}

function unknown(name: string): string {
  const asked = plain(name);
  const names = allExplained.flatMap((explained) =>
    mainNames(explained).map((each) => ({ explained, each })),
  );
  const best = nearestOf(asked, names, maxTypos, ({ each }) => each);
  const hint = best ? ` Did you mean ${short(best.explained.parameter)}?` : '';
  return `there is no constraint component '${name}'.${hint} 'shacl-repair explain' lists all.`;
}

const maxTypos = 3;

const help = `Usage: shacl-repair explain [COMPONENT]...

Says what a SHACL constraint component asks for, with an example that violates it, how that is repaired, and where the
specification describes it. COMPONENT is a parameter or the name of a component: sh:minCount, minCount,
MinCountConstraintComponent. Without one, lists all.

${optionsHelp(explainOptions)}
`;
