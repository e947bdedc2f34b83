import { UserError } from '../../base/userError.ts';
import { isWebAddress } from '../../base/webAddress.ts';
import { isAbsoluteIri } from '../../rdf/iri.ts';
import { readStoreAddress, type StoreAddress } from '../../workspace/project/storeLink.ts';

/**
 * A store as options name it: its address and, behind `FROM` as in links of files, the named graphs whose union counts.
 * @throws UserError when it is none.
 */
export function givenStore(option: string, text: string): StoreAddress {
  const address = readStoreAddress(text);
  if (address === undefined || !address.graphs.every(isAbsoluteIri))
    throw new UserError(
      `--${option} can't be '${text}': give an address, such as https://example.org/sparql; with a named graph, 'https://example.org/sparql FROM <http://example.org/graph>'.`,
    );
  return address;
}

/**
 * What `--context` names: files, and the addresses of stores.
 *
 * @throws UserError for an address that is none.
 */
export function givenContext(values: readonly string[] = []): {
  readonly context: readonly string[];
  readonly storeAddresses: readonly StoreAddress[];
} {
  return {
    context: values.filter((each) => !isWebAddress(each)),
    storeAddresses: values.filter(isWebAddress).map((each) => givenStore('context', each)),
  };
}
