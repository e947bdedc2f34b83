/** Why a system gives no answer. A wrong repair is never given instead. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}
