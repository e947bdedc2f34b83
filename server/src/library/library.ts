import { terms } from '../rdf/terms.ts';
import type * as api from './api.ts';
import { applyRepair } from './applyRepair.ts';
import { applyUpdate as update } from './applyUpdate.ts';
import { compileShapes as compile } from './compileShapes.ts';
import { parseTurtle as parse } from './parseTurtle.ts';
import { repair as findRepairs } from './repair.ts';
import { reportQuads } from './reportQuads.ts';
import { validate as check } from './validate.ts';

/*
 * The entry of the package. What callers get holds no ids of terms, so when nothing is being worked on, the dictionary of
 * terms is emptied. Tests, which share it, import the functions from their own files.
 */

const validate: typeof api.validate = (...args) => forgettingTerms(() => check(...args));
const repair: typeof api.repair = (...args) => forgettingTerms(() => findRepairs(...args));
const applyUpdate: typeof api.applyUpdate = (...args) => forgettingTerms(() => update(...args));
const compileShapes: typeof api.compileShapes = (...args) => {
  const compiled = compile(...args);
  return {
    validate: (...given) => forgettingTerms(() => compiled.validate(...given)),
    repair: (...given) => forgettingTerms(() => compiled.repair(...given)),
  };
};
const parseTurtle: typeof api.parseTurtle = (...args) => {
  try {
    return parse(...args);
  } finally {
    forgetTerms();
  }
};

export { applyRepair, applyUpdate, compileShapes, parseTurtle, repair, reportQuads, validate };

({
  applyRepair,
  applyUpdate,
  compileShapes,
  parseTurtle,
  repair,
  reportQuads,
  validate,
}) satisfies typeof api;

let running = 0;

async function forgettingTerms<Result>(work: () => Promise<Result>): Promise<Result> {
  running++;
  try {
    return await work();
  } finally {
    running--;
    forgetTerms();
  }
}

/** Below, the words of a vocabulary that is used again and again stay known. */
const manyTerms = 50_000;

function forgetTerms(): void {
  if (running === 0 && terms.size > manyTerms) terms.sweep(() => {});
}
