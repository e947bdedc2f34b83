import type { Findings, SectionOptions } from '../findings.ts';
import { coldStart } from './coldStart.ts';
import { constructs } from './constructs.ts';
import { coverage } from './coverage.ts';
import { drafts } from './drafts.ts';
import { edit } from './edit.ts';
import { fixAll } from './fixAll.ts';
import { formats } from './formats.ts';
import { growth } from './growth.ts';
import { hostile } from './hostile.ts';
import { hostileNeighbours } from './hostileNeighbours.ts';
import { hostileShapes } from './hostileShapes.ts';
import { keystroke } from './keystroke.ts';
import { language } from './language.ts';
import { large } from './large.ts';
import { lightbulb } from './lightbulb.ts';
import { manyFiles } from './manyFiles.ts';
import { modelAnswer } from './modelAnswer.ts';
import { modelCancel } from './modelCancel.ts';
import { multiples } from './multiples.ts';
import { optimality } from './optimality.ts';
import { parse } from './parse.ts';
import { rename } from './rename.ts';
import { repairApply } from './repairApply.ts';
import { shapesTyped } from './shapesTyped.ts';
import { sizes } from './sizes.ts';
import { sparql } from './sparql.ts';
import { storeKeystroke } from './storeKeystroke.ts';
import { stores } from './stores.ts';
import { syntaxRepair } from './syntaxRepair.ts';
import { validate } from './validate.ts';
import { vio } from './vio.ts';

/** The sections of the benchmarks, in the order in which they run. */
export const sections = {
  validate,
  coverage,
  constructs,
  drafts,
  growth,
  sparql,
  hostile,
  hostileNeighbours,
  hostileShapes,
  parse,
  formats,
  edit,
  keystroke,
  shapesTyped,
  storeKeystroke,
  language,
  rename,
  multiples,
  lightbulb,
  syntaxRepair,
  fixAll,
  repairApply,
  modelAnswer,
  modelCancel,
  vio,
  optimality,
  manyFiles,
  large,
  stores,
  coldStart,
  sizes,
} as const satisfies Record<string, (options: SectionOptions) => Promise<Findings>>;

export type SectionName = keyof typeof sections;
export const sectionNames = Object.keys(sections) as readonly SectionName[];
