/** False on phones and tablets, where focus opens a keyboard. */
export const hasFinePointer = () => matchMedia('(pointer: fine)').matches;
