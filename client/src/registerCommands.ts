import { commands, type Disposable } from 'vscode';
import type { Benchmarks } from './benchmark/benchmarks.ts';
import type { CommandContext } from './commands/command.ts';
import { commandIds } from './commands/commandIds.ts';

/** Registers all commands; what they do is loaded with the first one that runs. */
export function registerCommands(
  context: Omit<CommandContext, 'benchmarks'>,
  benchmarks: () => Promise<Benchmarks>,
): readonly Disposable[] {
  return commandIds.map((id) => {
    let run: ((argument?: unknown) => Promise<void>) | undefined;
    return commands.registerCommand(id, async (argument?: unknown) => {
      const { allCommands } = await import('./commands/index.ts');
      run ??= allCommands[id]({ ...context, benchmarks: await benchmarks() });
      await run(argument);
    });
  });
}
