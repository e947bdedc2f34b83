import type { RequestHandlers } from '../requestContext.ts';
import { exportReport } from './exportReport.ts';

/** Answers with reports as the content of files. */
export const exportRequests: RequestHandlers<'exportReport'> = {
  async exportReport({ uri, format }, { host, folders, isOpen }, signal) {
    if (!isOpen(uri)) return null;
    return { text: exportReport(await host.analysis(uri, signal), format, folders) };
  },
};
