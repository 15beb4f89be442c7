/** A button of the height of a line or two, for places that have many or little room. */
export const compactClass = 'h-8! gap-1.5! px-3! text-13!';
