import { terms } from '../../rdf/terms.ts';
import type * as api from './api.ts';
import { applyUpdate } from './applyUpdate.ts';
import type { OtherThread } from './otherThread.ts';
import { parseTurtle } from './parseTurtle.ts';
import { applyRepair, repair } from './repair.ts';
import { reportQuads } from './reportQuads.ts';
import { compileShapes, validate } from './validate.ts';

/*
 * What callers get holds no ids of terms, so when nothing is being worked on, the dictionary of terms is emptied. Tests, which
 * share it, import the functions from their own files.
 */

/** @param thread takes over what would hold up the event loop. */
export function libraryWith(thread?: OtherThread): typeof api {
  return {
    validate: (input, options) => forgettingTerms(() => validate(input, options, thread)),
    repair: (input, options) => forgettingTerms(() => repair(input, options, thread)),
    applyUpdate: (data, update, options) => forgettingTerms(() => applyUpdate(data, update, options, thread)),
    compileShapes(shapes, options) {
      const compiled = compileShapes(shapes, options, thread);
      return {
        validate: (...given) => forgettingTerms(() => compiled.validate(...given)),
        repair: (...given) => forgettingTerms(() => compiled.repair(...given)),
      };
    },
    parseTurtle(...args) {
      try {
        return parseTurtle(...args);
      } finally {
        forgetTerms();
      }
    },
    applyRepair,
    reportQuads,
  };
}

let running = 0;

/** Does work, after which the terms are forgotten if they are many and no other work needs them. */
export async function forgettingTerms<Result>(work: () => Promise<Result>): Promise<Result> {
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
