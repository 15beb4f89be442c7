import type { Page } from 'playwright-core';

export interface VirtualAuthenticator {
  /** Whether the user consents to every request. */
  agrees(agrees: boolean): Promise<void>;
}

/** A virtual authenticator with user verification and passkeys. At first no user is there to consent. */
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
