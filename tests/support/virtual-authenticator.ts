import type { Page } from 'playwright-core';

export interface VirtualAuthenticator {
  /** Whether the person at the device agrees to whatever it asks. */
  agrees(agrees: boolean): Promise<void>;
}

/** The device of a page: it has the fingerprint of its owner and keeps passkeys. At first nobody is there to agree. */
export async function plugInAuthenticator(page: Page): Promise<VirtualAuthenticator> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: false,
    },
  });
  return {
    agrees: async (enabled) => {
      await devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled });
    },
  };
}
