import type { OpenStaging, Staging } from '../../languageServer/jobs/ports.ts';
import type { OpenReport, ReportFile } from '../io.ts';

/** What a command does with the folder that it writes. The answer to `open` is the journal. */
export type StagingRequest =
  | { readonly kind: 'open'; readonly folderUri: string }
  | { readonly kind: 'note'; readonly text: string }
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'forget' | 'publish' | 'abandon' };

/** What a command does with the file of its report. */
export type ReportRequest =
  | { readonly kind: 'open'; readonly path: string }
  | { readonly kind: 'write'; readonly text: string }
  | { readonly kind: 'publish' | 'abandon' };

/** The report that a thread writes, if any. It is abandoned when the thread is ended. */
export class ReportForThread {
  readonly #open: OpenReport;
  #file: ReportFile | undefined;

  constructor(open: OpenReport) {
    this.#open = open;
  }

  async do(request: ReportRequest): Promise<void> {
    switch (request.kind) {
      case 'open':
        this.#file = await this.#open(request.path);
        break;
      case 'write':
        await this.#file?.write(request.text);
        break;
      case 'publish':
        await this.#file?.publish();
        this.#file = undefined;
        break;
      case 'abandon':
        await this.abandon();
    }
  }

  async abandon(): Promise<void> {
    await this.#file?.abandon();
    this.#file = undefined;
  }
}

/** The folder that a thread writes, if any. It is abandoned when the thread is ended, so that no part of it is left. */
export class StagingForThread {
  readonly #open: OpenStaging;
  #staging: Staging | undefined;

  constructor(open: OpenStaging) {
    this.#open = open;
  }

  async do(request: StagingRequest): Promise<string | undefined> {
    if (request.kind === 'open') {
      this.#staging = await this.#open(request.folderUri);
      return this.#staging.journal;
    }
    const staging = this.#staging!;
    switch (request.kind) {
      case 'note':
        await staging.note(request.text);
        break;
      case 'write':
        await staging.write(request.path, request.text);
        break;
      case 'forget':
        await staging.forget();
        break;
      case 'publish':
        await staging.publish();
        this.#staging = undefined;
        break;
      case 'abandon':
        await this.abandon();
    }
    return undefined;
  }

  async abandon(): Promise<void> {
    await this.#staging?.abandon();
    this.#staging = undefined;
  }
}
