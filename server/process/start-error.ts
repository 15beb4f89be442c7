/** Why the process cannot start, in one line for the person who started it. */
export class StartError extends Error {}

/** A variable with a value that cannot work: name, problem, example. */
export class ConfigError extends StartError {
  constructor(name: string, problem: string, example: string) {
    super(`${name}: ${problem}. Example: ${name}=${example}`);
  }
}
