/**
 * A change that can't be written into the document. Thrown deep inside the planning of one edit and turned
 * into a result by `planEdits`; it never leaves this folder.
 */
export class NotExpressible extends Error {}
