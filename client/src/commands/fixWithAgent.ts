import { commands, languages, Position, ProgressLocation, Uri, window, workspace } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import { whyRestricted } from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { hasNoAgents } from '../agents/agentActions.ts';
import { ask } from '../ask.ts';
import { isTrusted } from '../trust.ts';
import { activeTurtleDocument } from './activeTurtleDocument.ts';
import type { Command } from './command.ts';

/** A result as the tools of agents describe it. */
interface ToldResult {
  readonly key: string;
  readonly message: string;
  readonly file: string | null;
  readonly line: number | null;
}

interface ToldRepair {
  readonly title: string;
  readonly likelihood: number;
  readonly evidence: readonly string[];
}

/**
 * Hands a result over to an agent: the result at the cursor, or at a place, with the reason for it and the repairs that are
 * proven.
 */
export const fixWithAgent: Command =
  ({ client }) =>
  async (argument) => {
    if (!isTrusted(whyRestricted.agents)) return;
    if (hasNoAgents()) {
      void window.showInformationMessage(
        'VS Code’s AI features are switched off by the setting chat.disableAIFeatures, so there is no agent.',
      );
      return;
    }
    const place = placeOf(argument);
    if (!place) return;
    const location = ProgressLocation.Window;
    const query = await window.withProgress({ location, title: 'Collecting evidence' }, () =>
      queryAbout(client, place),
    );
    if (query === undefined) {
      void window.showInformationMessage(
        'There is no result at the cursor. Place the cursor in underlined text, and run the command again.',
      );
      return;
    }
    // The user sees what is asked, and sends it.
    const chat = { query, mode: 'agent', isPartialQuery: true };
    await commands.executeCommand('workbench.action.chat.open', chat);
  };

interface ResultPlace {
  readonly uri: Uri;
  /** From 0. */
  readonly line: number;
}

function placeOf(argument: unknown): ResultPlace | undefined {
  const { uri, line } = (argument ?? {}) as { readonly uri?: unknown; readonly line?: unknown };
  if (typeof uri === 'string' && typeof line === 'number') return { uri: Uri.parse(uri), line };
  const document = activeTurtleDocument();
  const cursor = window.activeTextEditor?.selection.active;
  if (!document || !cursor) return undefined;
  const at = languages
    .getDiagnostics(document.uri)
    .find(
      ({ range, source }) =>
        source === 'SHACL Repair' && range.contains(new Position(cursor.line, cursor.character)),
    );
  return { uri: document.uri, line: at?.range.start.line ?? cursor.line };
}

/** Undefined where there is no result. */
async function queryAbout(client: LanguageClient, { uri, line }: ResultPlace): Promise<string | undefined> {
  const name = workspace.workspaceFolders?.length === 1 ? workspace.asRelativePath(uri) : uri.fsPath;
  const files = [uri.toString()];
  const call = async <Answer>(tool: string, input: object): Promise<Answer> => {
    const called = await ask(client, 'shaclRepair/callTool', { tool, input: { files, ...input } });
    if (called?.kind === 'answered') return called.answer as Answer;
    throw new Error(called?.message ?? 'The language server was restarted. Try again.');
  };
  const result = await resultAt(line + 1, name, call);
  if (!result) return undefined;
  const { why } = await call<{ readonly why: { readonly items: readonly string[] } }>('explain_result', {
    result: result.key,
    limit: 20,
  });
  const { results } = await call<{
    readonly results: { readonly items: readonly { readonly repairs: readonly ToldRepair[] }[] };
  }>('propose_repairs', { result: result.key });
  const repairs = results.items.flatMap((each) => each.repairs).map(repairText);
  return [
    `Fix this result of SHACL validation in ${name}, line ${line + 1}. Its key is ${result.key}.`,
    fenced(result.message),
    'Why it is there:',
    fenced(why.items.join('\n')),
    ...(repairs.length === 0 ? ['No repair is proven.'] : ['Proven repairs:', fenced(repairs.join('\n'))]),
    'Verify a change with #shacl_verify_change before it is written, and apply one that holds with #shacl_apply_change.',
  ].join('\n\n');
}

async function resultAt(
  line: number,
  name: string,
  call: <Answer>(tool: string, input: object) => Promise<Answer>,
): Promise<ToldResult | undefined> {
  interface Page {
    readonly results: { readonly items: readonly ToldResult[]; readonly next: number | null };
  }
  for (let start: number | null = 0; start !== null && start < maxResults; ) {
    const { results }: Page = await call<Page>('validate', { start, limit: 100 });
    const found = results.items.find((each) => each.line === line && each.file === name);
    if (found) return found;
    start = results.next;
  }
  return undefined;
}

const maxResults = 10_000;

function repairText({ title, likelihood, evidence }: ToldRepair): string {
  const why = evidence.length === 0 ? '' : `: ${evidence.join('; ')}`;
  return `- ${title} (${Math.round(100 * likelihood)} %)${why}`;
}

/** Text from files is quoted, so that it does not read as an instruction. */
function fenced(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}
