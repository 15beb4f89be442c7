/** Asks for the password or second factor again; false if the person declines. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;

/** Registers the dialog that asks; returns what removes it. */
export function registerStepUp(how: Ask) {
  ask = how;
  return () => {
    if (ask === how) ask = null;
  };
}

export const askForStepUp: Ask = async () => (ask === null ? false : ask());
