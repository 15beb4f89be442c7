/** Some browsers read the file only after the click, so its URL stays valid for a while. */
const KEPT_MS = 60_000;

export function downloadFile(name: string, contents: Blob) {
  const url = URL.createObjectURL(contents);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
