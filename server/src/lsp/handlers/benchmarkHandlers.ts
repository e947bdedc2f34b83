/** What clients ask about benchmarks and suites. */
import type { Connection } from 'vscode-languageserver';
import { normalizeUri } from '../../project/uris.ts';
import * as protocol from '../../protocol/editor/protocol.ts';
import { guard, type Session } from './handlers.ts';
import { stepsTo } from './progress.ts';

/** Registers the handlers, as `addHandlers` does. */
export function addBenchmarkHandlers(connection: Connection, session: () => Session): void {
  const handle = guard(connection);
  connection.onRequest<protocol.GeneratedBenchmark | null, void>(
    protocol.generateBenchmark,
    handle(({ uri, folder, options, partialResultToken }: protocol.GenerateBenchmarkParams, signal) =>
      session().spareEngines.requestAboutTexts(
        { name: 'generateBenchmark', uri: normalizeUri(uri), folder: normalizeUri(folder), options },
        signal,
        stepsTo(connection, partialResultToken),
      ),
    ),
  );
  connection.onRequest<protocol.VerifySuiteAnswer | null, void>(
    protocol.verifySuite,
    handle(({ uri, cases, partialResultToken }: protocol.VerifySuiteParams, signal) =>
      session().spareEngines.request(
        { name: 'verifySuite', uri: normalizeUri(uri), ...(cases && { cases }) },
        signal,
        stepsTo(connection, partialResultToken),
      ),
    ),
  );
}
