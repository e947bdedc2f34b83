/**
 * A change that cannot be written into the document. Thrown deep inside the planning of an edit and turned into a
 * result by `planEdits`; it never leaves this folder.
 */
export class NotExpressible extends Error {}
