import { foldName } from '../../evidence/nameSimilarity.ts';

/** The media types (IANA) of formats by the names and file extensions that are written for them. */
const mediaTypes: ReadonlyMap<string, string> = new Map(
  [
    ['text/csv', 'csv'],
    ['text/tab-separated-values', 'tsv'],
    ['text/plain', 'txt text plaintext'],
    ['text/html', 'html htm'],
    ['text/markdown', 'md markdown'],
    ['text/turtle', 'ttl turtle'],
    ['application/n-triples', 'nt ntriples'],
    ['application/n-quads', 'nq nquads'],
    ['application/trig', 'trig'],
    ['application/rdf+xml', 'rdf rdfxml'],
    ['application/ld+json', 'jsonld'],
    ['application/json', 'json'],
    ['application/geo+json', 'geojson'],
    ['application/xml', 'xml'],
    ['application/pdf', 'pdf'],
    ['application/zip', 'zip'],
    ['application/gml+xml', 'gml'],
    ['application/vnd.google-earth.kml+xml', 'kml'],
    ['application/vnd.ms-excel', 'xls excel'],
    ['application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
    ['application/vnd.oasis.opendocument.spreadsheet', 'ods'],
    ['application/vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
    ['application/geopackage+sqlite3', 'gpkg geopackage'],
    ['application/netcdf', 'nc netcdf'],
    ['image/png', 'png'],
    ['image/jpeg', 'jpg jpeg'],
    ['image/tiff', 'tif tiff geotiff'],
    ['image/gif', 'gif'],
    ['image/svg+xml', 'svg'],
    ['audio/mpeg', 'mp3'],
    ['audio/wav', 'wav'],
    ['video/mp4', 'mp4'],
  ].flatMap(([type, names]) => names!.split(' ').map((name) => [name, type!] as const)),
);

/** The media type that a text names as a format, such as `CSV`, `.json` or `RDF/XML`. */
export function mediaTypeNamed(text: string): string | undefined {
  return mediaTypes.get(foldName(text.replace(/[./]/g, '')));
}
