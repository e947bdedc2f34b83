import { linkAndConfirm } from '../linking/linkAndConfirm.ts';
import type { Command } from './command.ts';
import { pickShapes } from './pickShapes.ts';
import { turtleDocument } from './turtleDocument.ts';

/** Asks which shapes belong to a Turtle file, and links them. */
export const linkShapes: Command = (context) => async (argument) => {
  const document = await turtleDocument(argument);
  if (!document) return;
  const shapes = await pickShapes(context.client, document);
  if (shapes.length > 0) await linkAndConfirm(context.client, document, shapes);
};
