/** The height of `h-10`. */
export const ROW_REM = 2.5;

export const linesClass = 'flex min-w-0 flex-col *:leading-4';
