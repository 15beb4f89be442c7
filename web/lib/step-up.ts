/** Asks the person at the screen to show that it is them, and answers whether they did. */
type Ask = () => Promise<boolean>;

let ask: Ask | null = null;

/** Pages of signed-in people say how. Answers what takes it back. */
export function askForStepUpBy(how: Ask) {
  ask = how;
  return () => {
    if (ask === how) ask = null;
  };
}

export const askForStepUp: Ask = async () => (ask === null ? false : ask());
