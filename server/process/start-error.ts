export class StartError extends Error {}

export class ConfigError extends StartError {
  constructor(name: string, problem: string, example: string) {
    super(`${name}: ${problem}. Example: ${name}=${example}`);
  }
}
