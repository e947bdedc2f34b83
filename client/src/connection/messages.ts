/** What the page of a connection and its host in the extension tell each other. Types only: both bundles read this file. */
import type { ExplainedConnection } from '../../../server/src/protocol/editor/protocol.ts';

export type { ExplainedConnection };

export type ToPage =
  | {
      readonly kind: 'connection';
      readonly connection: ExplainedConnection;
      /** Of the places of its steps, as people call them, by uri. */
      readonly files: Readonly<Record<string, string>>;
      /** Who can be asked to say it in words; undefined when nobody can. */
      readonly model: string | undefined;
    }
  /** What a model says, or that it is being asked. */
  | { readonly kind: 'words'; readonly words: Words };

export type Words =
  | { readonly kind: 'asking' }
  | { readonly kind: 'said'; readonly text: string; readonly by: string; readonly summary: string }
  /** The user knows why. */
  | { readonly kind: 'none' };

export type FromPage =
  | { readonly kind: 'ready' }
  /** Shows the triple of a step, by its place in the ways. */
  | { readonly kind: 'open'; readonly way: number; readonly step: number }
  | { readonly kind: 'copy' }
  /** Has a model say it in words. */
  | { readonly kind: 'say' };
