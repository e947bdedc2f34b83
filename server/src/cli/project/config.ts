import { paddedCells } from '../../base/report/report.ts';
import { UserError } from '../../base/userError.ts';
import type { ProjectFile } from '../../workspace/project/projectFile.ts';
import { settingsFile } from '../../workspace/project/workspaceFiles.ts';
import type { CliCommand } from '../command.ts';
import { choice, readOptions } from '../input/options.ts';
import { helpOption, type OptionTable, optionsHelp } from '../input/optionTable.ts';
import { Workspace } from '../input/workspace.ts';
import type { CommandIo, Environment } from '../io.ts';
import { displayPath, uriOf } from '../output/paths.ts';
import { printJson } from '../output/print.ts';
import { printable } from '../output/style.ts';

export const configOptions = {
  show: {
    type: 'boolean',
    help: 'the default: print the settings that apply, and where each comes from',
  },
  format: { type: 'string', short: 'f', value: 'FORMAT', help: 'text (default) or json' },
  help: helpOption,
} as const satisfies OptionTable;

/** `shacl-repair config`: prints the settings that apply to a file, and where each comes from. */
export const config: CliCommand = async (args, io) => {
  const { values, positionals } = readOptions(args, { options: configOptions });
  if (values.help) {
    io.stdout.write(help);
    return 0;
  }
  const [given = '.', ...more] = positionals;
  if (more.length > 0) throw new UserError('give one file or folder: settings may differ between several.');
  const format = choice('format', values.format, ['text', 'json']);
  const workspace = await Workspace.open(io);
  const uri = uriOf(io.cwd, given);
  const file = await io.fileSystem.read(uri);
  if (file.kind === 'unreadable' && file.reason === 'missing')
    throw new UserError(`there is no file or folder '${given}', so no settings apply to it.`);
  const project = await workspace.projectFile(uri);
  const rows = effectiveSettings(workspace, project, io);
  if (format === 'json') {
    await printJson(io, rows);
    return 0;
  }
  for (const problem of workspace.problems) io.stderr.write(`${printable(problem)}\n`);
  for (const { message } of project?.problems ?? [])
    io.stderr.write(`${displayPath(io.cwd, project!.uri)}: ${printable(message)}\n`);
  const cells = rows.map(({ name, value, source }) => [
    name,
    printable(value === undefined ? 'none' : JSON.stringify(value)),
    `(${source})`,
  ]);
  for (const row of paddedCells(cells, 'l')) io.stdout.write(`${row.join('  ')}\n`);
  return 0;
};

interface EffectiveSetting {
  readonly name: string;
  readonly value: unknown;
  readonly source: string;
}

function effectiveSettings(
  workspace: Workspace,
  project: ProjectFile | undefined,
  { cwd, env }: CommandIo,
): readonly EffectiveSetting[] {
  const rows: EffectiveSetting[] = [];
  const projectSource = project && displayPath(cwd, project.uri);
  const ofProject = project ? statedIn(project) : {};
  for (const [name, [value, fallback]] of Object.entries(judgedBy(ofProject)))
    rows.push({ name, value: value ?? fallback, source: value === undefined ? 'default' : projectSource! });
  const replaced: Readonly<Record<string, string>> = {
    links: 'links',
    ontologies: 'ontologies',
    'validation.inference': 'inference',
    'validation.rdf': 'rdf',
    'validation.shacl': 'shacl',
  };
  for (const [setting, { value, isGiven }] of workspace.values) {
    if (ofEditors.test(setting)) continue;
    const shared = replaced[setting];
    const name = shared ?? setting;
    const own = shared === undefined ? undefined : ofProject[shared];
    if (own !== undefined) rows.push({ name, value: own, source: projectSource! });
    else if (shared !== undefined && project && isGiven)
      rows.push({
        name,
        value: emptyOf(value),
        source: `default; ${settingsFile} is ignored beside ${projectSource}`,
      });
    else rows.push({ name, value, source: isGiven ? settingsFile : 'default' });
  }
  for (const [name, isSecret] of environment) {
    const value = env[name];
    if (value !== undefined) rows.push({ name, value: isSecret ? '(set)' : value, source: 'environment' });
  }
  return rows;
}

/** Settings for judging data that only a project file has, with the defaults. */
function judgedBy(
  stated: Readonly<Record<string, unknown>>,
): Readonly<Record<string, readonly [unknown, unknown]>> {
  return {
    failOn: [stated.failOn, 'info'],
    allow: [stated.allow, []],
    severity: [stated.severity, {}],
    baseline: [stated.baseline, undefined],
  };
}

function statedIn(project: ProjectFile): Readonly<Record<string, unknown>> {
  const { links, inference, rdf, shacl, failOn, allow, severity, baseline, ontologies } = project;
  const texts = (placed: readonly { readonly value: string }[]) => placed.map(({ value }) => value);
  return {
    links:
      links.length === 0
        ? undefined
        : links.map(({ data, shapes, context }) => ({
            data: texts(data),
            shapes: texts(shapes),
            context: texts(context),
          })),
    inference,
    rdf,
    shacl,
    failOn,
    allow: allow.length === 0 ? undefined : allow,
    severity:
      severity.length === 0
        ? undefined
        : Object.fromEntries(severity.map(({ key, level }) => [key.value, level])),
    baseline: baseline?.value,
    ontologies:
      ontologies.size === 0
        ? undefined
        : Object.fromEntries([...ontologies].map(([iri, { value }]) => [iri, value])),
  };
}

function emptyOf(value: unknown): unknown {
  if (typeof value === 'string') return 'none';
  return Array.isArray(value) ? [] : {};
}

/** What no command reads. */
const ofEditors =
  /^(?:validation\.(?:debounce|run|timeout)|inlayHints|codeLens\.|evaluation\.|model\.(?:provider|id|baseUrl)$)/;

/** Environment variables, with whether their value is secret. */
const environment: readonly (readonly [name: keyof Environment & string, isSecret: boolean])[] = [
  ['OPENAI_BASE_URL', false],
  ['OPENAI_MODEL', false],
  ['OPENAI_API_KEY', true],
  ['SHACL_REPAIR_ALLOW_STORE', false],
  ['SHACL_REPAIR_STORE_HOST', false],
  ['SHACL_REPAIR_STORE_USER', true],
  ['SHACL_REPAIR_STORE_PASSWORD', true],
  ['SHACL_REPAIR_STORE_TOKEN', true],
  ['SHACL_REPAIR_STORE_AWS_REGION', false],
  ['SHACL_REPAIR_THREADS', false],
  ['NO_COLOR', false],
  ['FORCE_COLOR', false],
];

const help = `Usage: shacl-repair config [FILE] [options]

Prints the settings that count for FILE, or for this folder, and where each comes from: the project file, ${settingsFile}, the
environment, or the default. Options of a command win over them. Passwords and keys are not printed.

${optionsHelp(configOptions)}

Exit codes: 0 printed, 2 could not run.
`;
