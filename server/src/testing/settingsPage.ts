/** The part of package.json that declares settings. */
export interface SettingDeclaration {
  readonly description?: string;
  readonly markdownDescription?: string;
  readonly default?: unknown;
  readonly scope?: string;
  readonly enum?: readonly string[];
  readonly enumDescriptions?: readonly string[];
  readonly markdownEnumDescriptions?: readonly string[];
}

/** A titled section of settings in package.json. */
export interface SettingsSection {
  readonly title: string;
  readonly properties: Readonly<Record<string, SettingDeclaration>>;
}

/** The content of docs/settings.md: the description of each setting in package.json, in the same order. */
export function settingsPage(declared: readonly SettingsSection[]): string {
  const sections = declared.map(({ title, properties }) =>
    [`## ${title}\n`, ...Object.entries(properties).map(([name, setting]) => section(name, setting))].join(
      '\n',
    ),
  );
  return `# Settings

<!-- Written by \`npm run docs\` from package.json. -->

Settings marked *user settings only* are never taken from a workspace.

${sections.join('\n')}`;
}

function section(name: string, setting: SettingDeclaration): string {
  const text = setting.markdownDescription ?? setting.description ?? '';
  const scope = setting.scope === 'machine' ? ', user settings only' : '';
  const values = (setting.enum ?? []).map((value, index) => {
    const meaning = setting.markdownEnumDescriptions?.[index] ?? setting.enumDescriptions?.[index];
    return meaning === undefined ? `- \`${value}\`` : `- \`${value}\`: ${linked(meaning)}`;
  });
  const list = values.length === 0 ? '' : `\n${values.join('\n')}\n`;
  return `### ${name}\n\nDefault: \`${JSON.stringify(setting.default)}\`${scope}\n\n${linked(text)}\n${list}`;
}

/** VS Code writes a reference to another setting as `#name#`. */
function linked(text: string): string {
  return text.replaceAll(/`#([^#`]+)#`/g, '`$1`');
}
