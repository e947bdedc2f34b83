/** How to prove to a store who asks. */
export interface StoreCredentials {
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** For bearer authentication. */
  readonly token?: string | undefined;
}

/** How to give credentials for a host by the environment, as the end of a sentence. */
export function settingCredentialsFor(host: string): string {
  return `set SHACL_REPAIR_STORE_HOST=${host} together with SHACL_REPAIR_STORE_USER and SHACL_REPAIR_STORE_PASSWORD, or with SHACL_REPAIR_STORE_TOKEN`;
}
