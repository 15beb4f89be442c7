export const PICTURE_SIDE = 256;
export const PICTURE_BYTES_MAX = 64 * 1024;
/** Decoding larger files would freeze the browser. */
export const PICTURE_FILE_BYTES_MAX = 20 * 1024 * 1024;
