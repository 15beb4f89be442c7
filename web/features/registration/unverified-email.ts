/** The address that waits for its code, remembered in this tab only. */

const KEY = 'unverifiedEmail';

export const unverifiedEmail = () => sessionStorage.getItem(KEY) ?? '';
export const storeUnverifiedEmail = (email: string) => sessionStorage.setItem(KEY, email);
export const forgetUnverifiedEmail = () => sessionStorage.removeItem(KEY);
