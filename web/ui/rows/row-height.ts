/** The height of a row in every list of the back-office, `h-10`. Only the cards of a phone are taller. */
export const ROW_REM = 2.5;

/** What stands in a row in two lines, or in one: close enough together that a row holds both. */
export const linesClass = 'flex min-w-0 flex-col *:leading-4';
