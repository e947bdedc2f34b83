/** Texts that would do something where they are shown, as UTF-16. */
export const nasty = {
  'a control sequence': '\u001b[2J',
  'a link of a terminal': '\u001b]8;;http://evil.example/\u0007x\u001b]8;;\u0007',
  'a control sequence in one character': '\u009b2J',
  'a right-to-left override': '\u202egpj.exe\u202c',
  'isolates and marks': '\u2066a\u2069\u200e\u200f\u061c',
  'NUL and DEL': '\u0000\u007f',
  'a backspace and a return': 'a\b\rb',
  'line and paragraph separators': '\u2028\u2029',
  'a tag': '\u{e0001}',
  'half a character': 'a\ud83d',
} as const;

/** Texts that services which run builds would take for commands. */
export const commands = {
  'a command of GitHub': '::set-env name=x::y',
  'a command of GitHub after blanks': ' \t\u00a0\u3000::add-mask::y',
  'an old command of GitHub': '##[add-path]/tmp',
  'a command of Azure': '##vso[task.setvariable variable=x]y',
  'a command of GitLab': 'section_start:1:x',
  'a command of TeamCity': '##teamcity[setParameter x]',
} as const;

/** All that a text for a terminal may not hold. */
export const acted = /(?![\t\n\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;
/** What no line of a log may be. */
export const command = /^\s*(::|section_(start|end):)|##\w*\[/m;

/** All of them by name, commands also on a line of their own. */
export const allTexts = [
  ...Object.entries(nasty),
  ...Object.entries(commands).flatMap(([name, text]) => [
    [name, text] as const,
    [`${name} on a line of its own`, `a\n${text}\nb`] as const,
  ]),
];
