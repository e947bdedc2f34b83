import { URI } from 'vscode-uri';
import { StagedFolder } from '../../../platform/files/stagedFolder.ts';
import type { OpenStaging, Staging } from '../ports.ts';

/** Stages folders on this machine. @param say prints messages for people; they include their line ends. */
export function nodeStaging(say: (text: string) => void): OpenStaging {
  return async (folderUri) => {
    const folder = new StagedFolder(URI.parse(folderUri).fsPath, (note) => say(`${note}\n`));
    return new NodeStaging(folder, say);
  };
}

class NodeStaging implements Staging {
  readonly journal: string;
  readonly #folder: StagedFolder;
  readonly #say: (text: string) => void;
  readonly #interrupt = (signal: NodeJS.Signals) => this.#interrupted(signal);

  constructor(folder: StagedFolder, say: (text: string) => void) {
    this.#folder = folder;
    this.#say = say;
    this.journal = folder.journal;
    for (const signal of interrupts) process.on(signal, this.#interrupt);
  }

  async note(text: string): Promise<void> {
    this.#folder.note(text);
  }

  async forget(): Promise<void> {
    this.#folder.forget();
  }

  async write(file: string, text: string): Promise<void> {
    this.#folder.write(file, text);
  }

  async publish(): Promise<void> {
    await this.#folder.publish();
    this.#stopListening();
  }

  async abandon(): Promise<void> {
    this.#stopListening();
    this.#folder.abandon();
  }

  #interrupted(signal: NodeJS.Signals): void {
    this.#stopListening();
    try {
      const goesOn = this.#folder.abandon() ? '; the same command continues from where it stopped' : '';
      this.#say(`\nInterrupted. ${this.#folder.folder} is as it was${goesOn}.\n`);
    } finally {
      process.kill(process.pid, signal);
    }
  }

  #stopListening(): void {
    for (const signal of interrupts) process.off(signal, this.#interrupt);
  }
}

const interrupts = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
