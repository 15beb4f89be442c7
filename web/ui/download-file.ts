/** Long enough for browsers that read the file only after the click. */
const KEPT_MS = 60_000;

/** Saves a file that was made in the browser. */
export function downloadFile(name: string, contents: Blob) {
  const url = URL.createObjectURL(contents);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
