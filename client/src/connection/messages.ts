/** What the page of a connection and its host in the extension send each other. Types only: both bundles read this file. */
import type { ExplainedConnection } from '../../../server/src/languageServer/protocol/editor/protocol.ts';

export type { ExplainedConnection };

export type ToConnectionPage =
  | {
      readonly kind: 'connection';
      readonly connection: ExplainedConnection;
      /** The display names of the files of its steps, by URI. */
      readonly files: Readonly<Record<string, string>>;
      /** The model that can describe it; undefined if none is configured. */
      readonly model: string | undefined;
    }
  /** A model's description, or that it is awaited. */
  | { readonly kind: 'words'; readonly words: ConnectionWords };

export type ConnectionWords =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'said'; readonly text: string; readonly by: string; readonly summary: string }
  /** The user knows why. */
  | { readonly kind: 'none' };

export type FromConnectionPage =
  | { readonly kind: 'ready' }
  /** Shows the triple of a step, by its place in the ways. */
  | { readonly kind: 'open'; readonly way: number; readonly step: number }
  | { readonly kind: 'copy' }
  /** Asks a model to describe the connection. */
  | { readonly kind: 'say' };
