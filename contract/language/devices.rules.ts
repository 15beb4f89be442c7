import { countryName } from './country-name.ts';
import type { Messages } from './messages.ts';

type Devices = Messages['devices'];

export const UNKNOWN_DEVICE = 'Unknown device';
export const UNKNOWN_LOCATION = 'Unknown';
export const LOCAL_NETWORK = 'Local network';

/** Translates the server's name of a device. */
export function deviceWords(devices: Devices, device: string): string {
  if (device === UNKNOWN_DEVICE) return devices.unknownDevice;
  const [browser = '', system] = device.split(' on ');
  return system === undefined ? device : devices.browserOnSystem(browser, system);
}

/** Translates the server's name of a location. */
export function locationWords(devices: Devices, location: string): string {
  if (location === UNKNOWN_LOCATION) return devices.unknownLocation;
  if (location === LOCAL_NETWORK) return devices.localNetwork;
  const [, city, name = location] = /^(.+), (.+)$/.exec(location) ?? [];
  const code = codeOf(name);
  const country = code === undefined ? name : devices.country(code);
  return city === undefined ? country : devices.cityInCountry(city, country);
}

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
let codes: ReadonlyMap<string, string> | undefined;

/** Locations are stored with the English name. */
function codeOf(country: string): string | undefined {
  codes ??= new Map(
    LETTERS.flatMap((first) => LETTERS.map((second) => [countryName('en', first + second), first + second])),
  );
  return codes.get(country);
}
