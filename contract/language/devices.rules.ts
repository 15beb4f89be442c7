import type { Messages } from './messages.ts';

type Devices = Messages['devices'];

/** The server stores English: "Chrome on Linux". */
export function deviceWords(devices: Devices, device: string): string {
  if (device === 'Unknown device') return devices.unknownDevice;
  const [, browser, system] = /^(.+?) on (.+)$/.exec(device) ?? [];
  return browser === undefined || system === undefined ? device : devices.browserOnSystem(browser, system);
}

export function locationWords(devices: Devices, location: string): string {
  if (location === 'Unknown') return devices.unknownLocation;
  return location === 'Local network' ? devices.localNetwork : location;
}
