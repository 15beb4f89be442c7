/** What is shown may no longer be so. It goes by itself as soon as the server answers again. */
export const OutdatedNote = () => (
  <p role="status" className="truncate text-12 text-warning">
    Not up to date, trying again
  </p>
);
