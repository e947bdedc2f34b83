/** What clients ask about how well a model speaks Turtle. */
import type { Connection } from 'vscode-languageserver';
import * as protocol from '../../protocol/editor/protocol.ts';
import { withSetup } from './evaluationHandlers.ts';
import { guard, type Session } from './handlers.ts';
import { stepsTo } from './progress.ts';

/** Registers the handlers, as `addHandlers` does. */
export function addModelCheckHandlers(connection: Connection, session: () => Session): void {
  const handle = guard(connection, () => session().settled());
  connection.onRequest<protocol.EstimatedModelCheck | null, void>(
    protocol.estimateModelCheck,
    handle((_: object, signal) =>
      withSetup(session(), ({ spareEngines }, setup) =>
        spareEngines.request({ name: 'estimateModelCheck', uri: place, setup }, signal),
      ),
    ),
  );
  connection.onRequest<protocol.CheckedModel | null, void>(
    protocol.checkModel,
    handle(({ partialResultToken }: protocol.CheckModelParams, signal) =>
      withSetup(session(), ({ spareEngines }, setup) =>
        spareEngines.withOwn(signal, (engine) =>
          engine.request(
            { name: 'checkModel', uri: place, setup },
            signal,
            stepsTo(connection, partialResultToken),
          ),
        ),
      ),
    ),
  );
}

/** Questions are about a file; this one is about none. */
const place = 'shacl-repair:model-check';
