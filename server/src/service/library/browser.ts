import { libraryWith } from './library.ts';

/** The package in browsers and workers. */
export const { applyRepair, applyUpdate, compileShapes, parseTurtle, repair, reportQuads, validate } =
  libraryWith();
