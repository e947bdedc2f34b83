import type { ReportResult } from '../../../../server/src/languageServer/protocol/editor/protocol.ts';

/** A result for tests, which specify the fields that they are about. */
export function resultOf(parts: Partial<ReportResult>): ReportResult {
  return {
    key: 'key',
    severity: 'violation',
    message: 'Something is wrong',
    component: 'sh:minCount',
    shape: 'ex:Shape',
    focusNode: 'ex:node',
    path: undefined,
    value: undefined,
    restsOn: undefined,
    place: undefined,
    shapePlace: undefined,
    ...parts,
  };
}
