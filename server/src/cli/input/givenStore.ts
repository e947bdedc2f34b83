import { UserError } from '../../base/userError.ts';
import { readStoreAddress, type StoreAddress } from '../../project/storeLink.ts';
import { isAbsoluteIri } from '../../rdf/iri.ts';

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
