import type { CancellationToken, CodeLens, ProviderResult } from 'vscode';
import type { LanguageClient, ResolveCodeLensSignature } from 'vscode-languageclient/node';
import {
  type FileParams,
  type ShownPlaces,
  showPlacesCommand,
  tryShapesCommand,
} from '../../server/src/languageServer/protocol/editor/protocol.ts';
import type { CommandId } from './commands/commandIds.ts';

/** Resolves a code lens. The places that it leads to are shown where it is, as references are. */
export async function resolveCodeLens(
  client: LanguageClient,
  lens: CodeLens,
  token: CancellationToken,
  next: ResolveCodeLensSignature,
): Promise<CodeLens> {
  const resolved: CodeLens = (await (next(lens, token) as ProviderResult<CodeLens>)) ?? lens;
  const { command } = resolved;
  if (command?.command === tryShapesCommand) {
    const { uri } = command.arguments![0] as FileParams;
    const asked = client.protocol2CodeConverter.asUri(uri);
    resolved.command = { ...command, command: 'shaclRepair.tryOn' satisfies CommandId, arguments: [asked] };
  }
  if (command?.command !== showPlacesCommand) return resolved;
  const { uri, position, places } = command.arguments![0] as ShownPlaces;
  const convert = client.protocol2CodeConverter;
  resolved.command = {
    title: command.title,
    command: 'editor.action.showReferences',
    arguments: [
      convert.asUri(uri),
      convert.asPosition(position),
      places.map((place) => convert.asLocation(place)),
    ],
  };
  return resolved;
}
