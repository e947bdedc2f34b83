import type * as protocol from '../../server/src/languageServer/protocol/editor/protocol.ts';
import { counted } from './counted.ts';

/** As the Problems view names severities: `17 errors, 2 warnings`. Empty where there are no results. */
export function severityWords({
  violation,
  warning,
  info,
}: protocol.StatusParams['status']['severities']): string {
  const words = [
    violation > 0 ? counted(violation, 'error') : '',
    warning > 0 ? counted(warning, 'warning') : '',
    info > 0 ? counted(info, 'info') : '',
  ];
  return words.filter((each) => each !== '').join(', ');
}
