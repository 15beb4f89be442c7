/** In the URL of the window: first the site's id, then the flow that the server signed. */
export const FLOW_PARAMETER = 'flow';
