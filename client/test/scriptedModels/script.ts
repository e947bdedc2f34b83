/** A language model of VS Code whose answers a test writes. */
export interface ScriptedEditorModel {
  readonly id: string;
  readonly family: string;
  /** One for each request, the last one for all further ones. */
  readonly replies: readonly [ScriptedReply, ...ScriptedReply[]];
}

export type ScriptedReply =
  /** Says this, in several parts. */
  | { readonly kind: 'says'; readonly text: string }
  /** Says nothing, and is not impressed by being cancelled. */
  | { readonly kind: 'waits' }
  | { readonly kind: 'fails'; readonly with: 'Blocked' | 'NotFound' | 'Error'; readonly message: string };

/** A request that a model got: one JSON object a line in the output channel “Scripted Models”. */
export interface ScriptedRequest {
  readonly model: string;
  /** The extension that asks. */
  readonly by: string;
  readonly messages: readonly string[];
}
