import { PICTURE_BYTES_MAX } from '../../../../contract/account/picture.rules.ts';

const SIDE_MAX = 1024;
const START = 0xffd8;
const START_OF_SCAN = 0xda;
const COMMENT = 0xfe;

/** SOF0 to SOF15, without DHT, JPG and DAC. */
const isFrame = (marker: number) => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
/** Cameras write place and time here. */
const isMetadata = (marker: number) => (marker >= 0xe1 && marker <= 0xef) || marker === COMMENT;

/** Removes metadata. Null if it isn't a small JPEG. */
export function plainJpeg(bytes: Buffer): Buffer | null {
  if (bytes.length < 4 || bytes.length > PICTURE_BYTES_MAX || bytes.readUInt16BE(0) !== START) return null;
  const kept = [bytes.subarray(0, 2)];
  let side = 0;
  for (let at = 2; at + 4 <= bytes.length; ) {
    const marker = bytes.readUInt8(at + 1);
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    if (bytes.readUInt8(at) !== 0xff || end < at + 4 || end > bytes.length) return null;
    if (isFrame(marker) && end >= at + 9) side = Math.max(bytes.readUInt16BE(at + 5), bytes.readUInt16BE(at + 7));
    if (!isMetadata(marker)) kept.push(bytes.subarray(at, end));
    if (marker === START_OF_SCAN) {
      const isSmall = side > 0 && side <= SIDE_MAX;
      return isSmall ? Buffer.concat([...kept, bytes.subarray(end)]) : null;
    }
    at = end;
  }
  return null;
}
