import { UserError } from '../../base/userError.ts';
import type { CliCommand } from '../command.ts';
import { readOptions } from '../input/options.ts';
import { type DescribedCommand, helpOption, type OptionTable, optionsHelp } from '../input/optionTable.ts';

export const completionOptions = { help: helpOption } as const satisfies OptionTable;

/** `shacl-repair completion SHELL`: prints the script that completes these commands and their options. */
export function completionOf(commands: readonly DescribedCommand[]): CliCommand {
  return async (args, io) => {
    const { values, positionals } = readOptions(args, { options: completionOptions });
    if (values.help) {
      io.stdout.write(help);
      return 0;
    }
    const [shell, ...more] = positionals;
    if (shell === undefined || more.length > 0) throw new UserError('name one shell: bash, zsh or fish.');
    const print = Object.hasOwn(scripts, shell) ? scripts[shell as keyof typeof scripts] : undefined;
    if (!print) throw new UserError(`there is no completion for '${shell}': give bash, zsh or fish.`);
    io.stdout.writeExact(print(commands));
    return 0;
  };
}

const scripts = { bash, zsh, fish };

function bash(commands: readonly DescribedCommand[]): string {
  const cases = commands.map(({ name, options }) => {
    const words = Object.entries(options).flatMap(([long, { short }]) => [
      `--${long}`,
      ...(short ? [`-${short}`] : []),
    ]);
    return `    ${name}) words='${words.join(' ')}' ;;`;
  });
  return `# bash completion of shacl-repair
_shacl_repair() {
  local words current="\${COMP_WORDS[COMP_CWORD]}"
  COMPREPLY=()
  case "\${COMP_WORDS[1]}" in
${cases.join('\n')}
  esac
  if [ "$COMP_CWORD" -eq 1 ]; then
    words='${commands.map(({ name }) => name).join(' ')}'
  elif [[ $current != -* ]]; then
    return
  fi
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _shacl_repair shacl-repair
`;
}

function zsh(commands: readonly DescribedCommand[]): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const described = (text: string) => text.replaceAll(/[[\]:\\]/g, '\\$&');
  const cases = commands.map(({ name, options }) => {
    const specs = Object.entries(options).flatMap(([long, { short, value, multiple, help }]) =>
      [`--${long}`, ...(short ? [`-${short}`] : [])].map((flag) =>
        quoted(
          `${multiple ? '*' : ''}${flag}[${described(brief(help))}]${value === undefined ? '' : `:${described(value)}:_files`}`,
        ),
      ),
    );
    return `    ${name}) _arguments ${[...specs, quoted('*:file:_files')].join(' ')} ;;`;
  });
  return `#compdef shacl-repair
_shacl_repair() {
  if (( CURRENT == 2 )); then
    local -a commands=(${commands.map(({ name, summary }) => quoted(`${name}:${summary}`)).join(' ')})
    _describe command commands
    return
  fi
  local command=$words[2]
  shift words
  (( CURRENT-- ))
  case $command in
${cases.join('\n')}
  esac
}
if [ "$funcstack[1]" = _shacl_repair ]; then _shacl_repair "$@"; else compdef _shacl_repair shacl-repair; fi
`;
}

function fish(commands: readonly DescribedCommand[]): string {
  const quoted = (text: string) => `'${text.replaceAll(/['\\]/g, '\\$&')}'`;
  const lines = commands.flatMap(({ name, summary, options }) => [
    `complete -c shacl-repair -n __fish_use_subcommand -f -a ${name} -d ${quoted(summary)}`,
    ...Object.entries(options).map(([long, { short, value, help }]) =>
      [
        `complete -c shacl-repair -n '__fish_seen_subcommand_from ${name}' -l ${long}`,
        ...(short ? [`-s ${short}`] : []),
        ...(value === undefined ? [] : ['-r']),
        `-d ${quoted(brief(help))}`,
      ].join(' '),
    ),
  ]);
  return `# fish completion of shacl-repair\n${lines.join('\n')}\n`;
}

/** The first clause of what an option does. */
function brief(help: string): string {
  const [clause = ''] = help.split(/[;:.]\s|\n/, 1);
  return clause.length > maxBrief ? `${clause.slice(0, maxBrief - 1)}…` : clause;
}

const maxBrief = 80;

const help = `Usage: shacl-repair completion bash|zsh|fish

Prints a script that completes the commands and options of this version:

  bash  source <(shacl-repair completion bash)                  in ~/.bashrc
  zsh   source <(shacl-repair completion zsh)                   in ~/.zshrc, below compinit
  fish  shacl-repair completion fish | source                   in ~/.config/fish/config.fish

${optionsHelp(completionOptions)}
`;
