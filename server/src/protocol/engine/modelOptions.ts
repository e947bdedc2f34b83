import type { ModelRepairSettings } from '../../llm/repairWithModel.ts';

/** How a model is asked; which one it is and where it runs, the lsp process knows. */
export interface ModelOptions extends ModelRepairSettings {
  /** For marking what it proposed. */
  readonly id: string;
}

/** An open text that an edit is for, as it was when the edit was found. */
export interface TextVersion {
  readonly uri: string;
  readonly version: number;
}
