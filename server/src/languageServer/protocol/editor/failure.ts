/** Why something that a user asked for could not be done, and what to do about it. */
export interface Failure {
  readonly kind: 'failed';
  readonly message: string;
  /** The subject of a remedy, where a client can lead to it. */
  readonly about?: 'refused' | 'key' | 'model' | 'limit' | 'timeout' | 'unreachable' | 'request' | 'server';
}
