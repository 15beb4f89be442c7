/** Plain http has no clipboard API; there the page answers the browser's own copy command. */
function copyByCommand(text: string) {
  const answer = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', answer);
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', answer);
  }
}

/** Whether the text is in the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyByCommand(text);
  }
}
