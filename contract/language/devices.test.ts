import { expect, test } from 'vitest';
import * as english from '../../messages/en.ts';
import { countryName } from './country-name.ts';
import { deviceWords, locationWords } from './devices.rules.ts';

const german: typeof english.devices = {
  unknownDevice: 'Unbekanntes Gerät',
  browserOnSystem: (browser, system) => `${browser} unter ${system}`,
  unknownLocation: 'Unbekannt',
  localNetwork: 'Lokales Netz',
  country: (code) => countryName('de', code),
  cityInCountry: (city, country) => `${city} (${country})`,
};

test.each([
  ['Chrome on Linux', 'Chrome unter Linux'],
  ['Firefox', 'Firefox'],
  ['Unknown device', 'Unbekanntes Gerät'],
])('the device "%s" is "%s" in German and the same in English', (device, words) => {
  expect(deviceWords(german, device)).toBe(words);
  expect(deviceWords(english.devices, device)).toBe(device);
});

test.each([
  ['Germany', 'Deutschland'],
  ['Berlin, Germany', 'Berlin (Deutschland)'],
  ['Washington, D.C., United States', 'Washington, D.C. (Vereinigte Staaten)'],
  ['Local network', 'Lokales Netz'],
  ['Unknown', 'Unbekannt'],
  ['Atlantis', 'Atlantis'],
])('the location "%s" is "%s" in German and the same in English', (location, words) => {
  expect(locationWords(german, location)).toBe(words);
  expect(locationWords(english.devices, location)).toBe(location);
});
