/** As the network writes it: in an address of other alphabets no letter can pose as one of ours. */
export const hostOf = (url: string) => new URL(url).host;

/** Leads a guest who has confirmed an address to where the settings say. */
export async function leave(exitUrl: string): Promise<void> {
  location.assign(exitUrl);
}
