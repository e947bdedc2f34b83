/** A kind of request to the engine: what it is given, and what is answered. */
export interface EngineRequestType<Params extends object, Answer> {
  /** `uri` is the file that the request is about; the engine that has it answers. */
  readonly params: { readonly uri: string } & Params;
  readonly answer: Answer;
}
