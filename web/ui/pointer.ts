/** False on phones and tablets, where focus opens an on-screen keyboard. */
export const hasFinePointer = () => matchMedia('(pointer: fine)').matches;
