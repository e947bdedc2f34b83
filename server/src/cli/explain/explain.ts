import { nearestOf } from '../../base/editDistance.ts';
import { paddedCells } from '../../base/report/report.ts';
import { UserError } from '../../base/userError.ts';
import { terms } from '../../rdf/terms.ts';
import { namespaces } from '../../rdf/vocab.ts';
import { repairOf } from '../../repair/components/index.ts';
import { allComponents, definitionOf } from '../../shacl/components/index.ts';
import type { Component } from '../../shacl/model/component.ts';
import type { CoreConstraintKind } from '../../shacl/model/shape.ts';
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

/** The example of each component, made from `test-fixtures/repairs` by `npm run docs`. */
export const exampleOf: Readonly<Record<CoreConstraintKind, Example>> = examples;

export const explainOptions = { help: helpOption } as const satisfies OptionTable;

/** `shacl-repair explain`: what a constraint component asks for, with an example and its repairs. */
export const explain: CliCommand = async (args, io) => {
  const { values, positionals } = readOptions(args, { options: explainOptions });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  const { style } = printerFor(io.stdout, io);
  if (positionals.length === 0) io.stdout.write(list(style));
  for (const [i, name] of positionals.entries()) {
    const found = componentsNamed(name);
    if (found.length === 0) throw new UserError(unknown(name));
    const texts = found.map((component) => explanation(component, style));
    io.stdout.write((i === 0 ? '' : '\n') + texts.join('\n'));
  }
  return 0;
};

function list(style: Style): string {
  const rows = allComponents.map(({ parameter, meaning }) => [short(parameter), meaning]);
  const lines = paddedCells(rows, 'l').map(([name, meaning]) => `  ${style.bold(name!)}  ${meaning}`);
  return `${lines.join('\n')}\n\nshacl-repair explain NAME says more about one of them.\n`;
}

function explanation(
  { kind, iri, parameter, meaning, refinements, propertyShapesOnly, isDraft }: Component<CoreConstraintKind>,
  style: Style,
) {
  const { files, message, repair, diff, changed, conforming } = exampleOf[kind];
  const section = (title: string, lines: readonly string[]) => ['', style.bold(title), ...lines];
  const code = (text: string) => text.split('\n').map((line) => `    ${line}`);
  return `${[
    `${style.bold(short(parameter))} ${style.dim(`(${short(iri)})`)}`,
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

const shPrefix = 'sh:';

function short(term: Component['iri']): string {
  return shPrefix + terms.value(term).slice(namespaces.sh.length);
}

/** By the parameter, one that refines it, or the component; with or without the prefix, in any case. */
function componentsNamed(name: string): readonly Component<CoreConstraintKind>[] {
  const asked = plain(name);
  const main = allComponents.filter((component) => mainNames(component).includes(asked));
  if (main.length > 0) return main;
  return allComponents.filter(({ refinements }) => refinements.some((each) => plain(short(each)) === asked));
}

function mainNames({ parameter, iri }: Pick<Component, 'parameter' | 'iri'>): readonly string[] {
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
  const names = allComponents.flatMap((component) =>
    mainNames(component).map((each) => ({ component, each })),
  );
  const best = nearestOf(asked, names, maxTypos, ({ each }) => each);
  const hint = best ? ` Did you mean ${short(best.component.parameter)}?` : '';
  return `there is no constraint component '${name}'.${hint} 'shacl-repair explain' lists all.`;
}

const maxTypos = 3;

const help = `Usage: shacl-repair explain [COMPONENT]...

Says what a SHACL constraint component asks for, with an example that violates it, how that is repaired, and where the
specification describes it. COMPONENT is a parameter or the name of a component: sh:minCount, minCount,
MinCountConstraintComponent. Without one, lists all.

${optionsHelp(explainOptions)}
`;
