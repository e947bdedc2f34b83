import { Uri, workspace } from 'vscode';
import { linkAndConfirm } from '../linking/linkAndConfirm.ts';
import type { Command } from './command.ts';

/** Links a file to the shapes that the user was invited to check it with; both are given by their uris. */
export const checkWith: Command = (context) => async (argument) => {
  const { uri, shapes } = argument as { readonly uri: string; readonly shapes: string };
  const document = await workspace.openTextDocument(Uri.parse(uri));
  await linkAndConfirm(context.client, document, [Uri.parse(shapes)]);
};
