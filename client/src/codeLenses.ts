import type { CancellationToken, CodeLens, ProviderResult } from 'vscode';
import type { LanguageClient, ResolveCodeLensSignature } from 'vscode-languageclient/node';
import {
  type ShownPlaces,
  showPlacesCommand,
} from '../../server/src/languageServer/protocol/editor/protocol.ts';

/** Resolves a code lens. The places that it leads to are shown where it stands, as references are. */
export async function resolveCodeLens(
  client: LanguageClient,
  lens: CodeLens,
  token: CancellationToken,
  next: ResolveCodeLensSignature,
): Promise<CodeLens> {
  const resolved: CodeLens = (await (next(lens, token) as ProviderResult<CodeLens>)) ?? lens;
  const { command } = resolved;
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
