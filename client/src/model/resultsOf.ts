import { type Range, type TextDocument, window } from 'vscode';
import type { LanguageClient } from 'vscode-languageclient/node';
import type * as protocol from '../../../server/src/languageServer/protocol/editor/protocol.ts';
import { ask } from '../ask.ts';

/** A result of a file, at a place in it. */
export interface PlacedResult {
  readonly key: string;
  readonly range: Range;
  /** For example `sh:minCount`. */
  readonly component: string;
  readonly message: string;
}

/** The results of a file, in document order. Undefined if it has not been validated, after telling the user. */
export async function resultsOf(
  client: LanguageClient,
  document: TextDocument,
): Promise<readonly PlacedResult[] | undefined> {
  const uri = document.uri.toString();
  const params: protocol.FileParams = { uri };
  const report = await ask(client, 'shaclRepair/report', params);
  if (!report) {
    void window.showInformationMessage('This file has not been validated. The status bar says why.');
    return undefined;
  }
  return report.results
    .flatMap(({ key, place, component, message }) => {
      if (place?.uri !== uri) return [];
      const range = client.protocol2CodeConverter.asRange(place.range);
      return [{ key, range, component, message: message.split('\n')[0]! }];
    })
    .sort((a, b) => a.range.start.compareTo(b.range.start));
}
