/** One line for the operator. */
export class StartError extends Error {}

/** Name, problem, example. */
export class ConfigError extends StartError {
  constructor(name: string, problem: string, example: string) {
    super(`${name}: ${problem}. Example: ${name}=${example}`);
  }
}
