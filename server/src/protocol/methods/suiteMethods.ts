/** The methods that read suites of violations, which are named by the uris of their suite.json. */
import { object } from '../../base/jsonShape.ts';
import type * as protocol from '../editor/protocol.ts';
import { key, uri } from '../paramShapes.ts';
import { method, uriOf } from './methodDeclaration.ts';

export const suiteMethods = {
  /** What a suite on disk has. */
  'shaclRepair/suite': method<protocol.SuiteParams, protocol.SuiteAnswer>({
    params: object({ uri }),
    about: uriOf,
    engine: 'spare',
  }),
  /** What a case changes, and what comes of it. */
  'shaclRepair/suiteCase': method<protocol.SuiteCaseParams, protocol.SuiteCaseAnswer>({
    params: object({ uri, id: key }),
    about: uriOf,
    engine: 'spare',
  }),
  /** The text that a case changes, before and after. */
  'shaclRepair/caseTexts': method<protocol.SuiteCaseParams, protocol.CaseTextsAnswer>({
    params: object({ uri, id: key }),
    about: uriOf,
    engine: 'spare',
  }),
};
