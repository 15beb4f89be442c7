/** The browser makes a square JPEG of this side. */
export const PICTURE_SIDE = 256;
export const PICTURE_BYTES_MAX = 64 * 1024;
/** Of the chosen file: decoding more would freeze the browser. */
export const PICTURE_FILE_BYTES_MAX = 20 * 1024 * 1024;
