import { isAbort } from '../../../base/abort.ts';
import type { ValidatedFile } from '../../protocol/methods/repairMethods.ts';
import * as toProto from '../../protocol/toProto.ts';
import type { MethodHandlers, RequestContext } from '../requestContext.ts';

/** Answers what is asked about files that need not be open. */
export const workspaceHandlers: MethodHandlers<'engine/validateFiles', RequestContext> = {
  async 'engine/validateFiles'({ files }, context, signal) {
    const uris = files ?? (await context.host.workspaceFiles());
    const validated: ValidatedFile[] = [];
    for (const [count, uri] of uris.entries()) {
      signal.throwIfAborted();
      context.progress(`${count} of ${uris.length} files checked`);
      validated.push(await validateFile(uri, context, signal));
    }
    return validated;
  },
};

async function validateFile(
  uri: string,
  { host, lines }: RequestContext,
  signal: AbortSignal,
): Promise<ValidatedFile> {
  try {
    return await host.withValidation(
      uri,
      ({ diagnostics, status }) => ({
        uri,
        status,
        diagnostics: Object.fromEntries(
          [...diagnostics].map(([file, found]) => [
            file,
            toProto.diagnostics(file, host.textVersion(file), found.slice(0, maxDiagnostics), lines),
          ]),
        ),
        dependsOn: host.dependencies(uri).files,
      }),
      signal,
    );
  } catch (error) {
    // One file that breaks must not leave the others unchecked.
    if (isAbort(error, signal)) throw error;
    return { uri, status: undefined, diagnostics: {}, dependsOn: [uri] };
  }
}

/** Nobody reads more of one file that is not even open. */
const maxDiagnostics = 1000;
