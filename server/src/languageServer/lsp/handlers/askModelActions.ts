import type { CodeAction, Diagnostic, Range } from 'vscode-languageserver';
import * as protocol from '../../protocol/editor/protocol.ts';
import type { DiagnosticData } from '../../protocol/toProto.ts';
import type { Mirror } from '../documents/mirror.ts';
import type { Publisher } from '../documents/publisher.ts';
import type { Models } from '../models/models.ts';

interface AskModelSession {
  readonly models: Models | undefined;
  readonly publisher: Publisher;
  readonly mirror: Mirror;
}

/**
 * Quick fixes that ask the model, one for each violation and syntax error that a range touches. Showing them
 * sends nothing to the model.
 */
export function askModelActions(
  { models, publisher, mirror }: AskModelSession,
  uri: string,
  range: Range,
): readonly CodeAction[] {
  const name = models?.name;
  if (name === undefined) return [];
  const results = publisher.violationsAt(uri, range).flatMap(resultsOf);
  const asked = (diagnostic: Diagnostic, key: string, title: string): CodeAction => {
    const params: protocol.ModelRepairsParams = { uri: mirror.clientUri(uri), key };
    return {
      title,
      kind: 'quickfix',
      diagnostics: [diagnostic],
      command: { title, command: protocol.askModelCommand, arguments: [params] },
    };
  };
  return [
    ...publisher
      .syntaxErrorsAt(uri, range)
      .map((diagnostic) => asked(diagnostic, keyOf(diagnostic), `Ask ${name} to fix this syntax error`)),
    ...results.map((result) => {
      const which = results.length === 1 ? '' : ` of ${distinctName(result, results)}`;
      return asked(result.diagnostic, result.key, `Ask ${name} for a repair${which}`);
    }),
  ];
}

interface AskedResult {
  readonly key: string;
  readonly code: string;
  /** The first line. */
  readonly message: string;
  readonly diagnostic: Diagnostic;
}

/** The results that a diagnostic tells of. */
function resultsOf(diagnostic: Diagnostic): readonly AskedResult[] {
  const { code, message, data } = diagnostic;
  const { others = [] } = data as DiagnosticData;
  return [
    { key: keyOf(diagnostic), code: String(code), message: String(message).split('\n')[0]!, diagnostic },
    ...others.map((other) => ({ ...other, diagnostic })),
  ];
}

function keyOf({ data }: Diagnostic): string {
  return (data as DiagnosticData).key!;
}

function distinctName({ code, message }: AskedResult, all: readonly AskedResult[]): string {
  const isOnly = all.filter((other) => other.code === code).length === 1;
  return isOnly ? code : `${code}: ${message}`;
}
