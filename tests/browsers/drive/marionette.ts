import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** Firefox's older protocol, for what BiDi cannot do: the length of a JSON text, a colon, and the text. */
export class Marionette {
  readonly #socket: Socket;

  private constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Connect before the BiDi session starts: later clients get no answers. */
  static async connect(port: number): Promise<Marionette> {
    const socket = connect(port, '127.0.0.1');
    // The server speaks first.
    await once(socket, 'data');
    return new Marionette(socket);
  }

  async ask(command: string, params: object): Promise<void> {
    const request = JSON.stringify([0, 1, command, params]);
    this.#socket.write(`${Buffer.byteLength(request)}:${request}`);
    const [answer] = await once(this.#socket, 'data');
    const [, , error] = JSON.parse(String(answer).replace(/^\d+:/, ''));
    if (error !== null) throw new Error(`${command}: ${error.message}`);
  }
}
