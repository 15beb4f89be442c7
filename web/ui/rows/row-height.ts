/** `h-10`. */
export const ROW_REM = 2.5;

/** Two lines of text in one row. */
export const linesClass = 'flex min-w-0 flex-col *:leading-4';
