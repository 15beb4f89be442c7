/** In the address of the window: first the id that the site chose, then what the server made of it. */
export const FLOW_PARAMETER = 'flow';
