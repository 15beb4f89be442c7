type Ask = () => Promise<boolean>;

let ask: Ask | null = null;

export function registerStepUp(how: Ask) {
  ask = how;
  return () => {
    if (ask === how) ask = null;
  };
}

export const askForStepUp: Ask = async () => (ask === null ? false : ask());
