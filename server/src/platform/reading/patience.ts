/**
 * How long a constraint, or a file that is read, may make no progress, in ms: the default of `validation.timeout`. Tests of the
 * built programs shorten it, so that they need not wait.
 */
export const patience = Number(process.env.SHACL_REPAIR_PATIENCE) || 10_000;
