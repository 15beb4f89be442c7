import { WebSocket } from 'ws';

interface Answer {
  readonly id?: number;
  readonly method?: string;
  readonly params?: object;
  readonly result?: object;
  readonly error?: string;
  readonly message?: string;
}

/** WebDriver BiDi: numbered commands and answers over one socket, and events between them. */
export class Bidi {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, PromiseWithResolvers<object>>();
  readonly #hear: (event: string, params: object) => void;
  #sent = 0;

  private constructor(socket: WebSocket, hear: (event: string, params: object) => void) {
    this.#socket = socket;
    this.#hear = hear;
    socket.on('message', (data) => this.#receive(JSON.parse(String(data))));
    socket.on('close', () => {
      for (const { reject } of this.#waiting.values()) reject(new Error('The browser is gone.'));
      this.#waiting.clear();
    });
  }

  static async connect(url: string, hear: (event: string, params: object) => void): Promise<Bidi> {
    const socket = new WebSocket(url);
    await new Promise<void>((open, failed) => {
      socket.on('open', open);
      socket.on('error', failed);
    });
    return new Bidi(socket, hear);
  }

  call<Result = unknown>(method: string, params: object = {}): Promise<Result> {
    this.#sent += 1;
    const answer = Promise.withResolvers<object>();
    this.#waiting.set(this.#sent, answer);
    this.#socket.send(JSON.stringify({ id: this.#sent, method, params }));
    return answer.promise as Promise<Result>;
  }

  #receive({ id, method, params, result, error, message }: Answer): void {
    if (method !== undefined) this.#hear(method, params ?? {});
    if (id === undefined) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(result ?? {});
    else waiting?.reject(new Error(`${error}: ${message}`));
  }
}
