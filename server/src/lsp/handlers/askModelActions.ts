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
  const violations = publisher.violationsAt(uri, range);
  const asked = (diagnostic: Diagnostic, title: string): CodeAction => {
    const { key } = diagnostic.data as DiagnosticData;
    const params: protocol.ModelRepairsParams = { uri: mirror.clientUri(uri), key: key! };
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
      .map((diagnostic) => asked(diagnostic, `Ask ${name} to fix this syntax error`)),
    ...violations.map((diagnostic) => {
      const which = violations.length === 1 ? '' : ` of ${distinctName(diagnostic, violations)}`;
      return asked(diagnostic, `Ask ${name} for a repair${which}`);
    }),
  ];
}

function distinctName({ code, message }: Diagnostic, all: readonly Diagnostic[]): string {
  const isOnly = all.filter((other) => other.code === code).length === 1;
  return isOnly ? String(code) : `${code}: ${String(message).split('\n')[0]}`;
}
