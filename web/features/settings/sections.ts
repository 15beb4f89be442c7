/** The id is the hash in the URL. */
export const sections = [
  { id: 'prompts', title: 'Prompt Messages' },
  { id: 'exit-url', title: 'Exit URL' },
  { id: 'contact', title: 'Support Contact' },
  { id: 'chat', title: 'Chat Notifications' },
  { id: 'terms', title: 'Terms' },
  { id: 'retention', title: 'Data Retention' },
  { id: 'temporary-passwords', title: 'Temporary Passwords' },
  { id: 'webhook', title: 'Webhook' },
  { id: 'password', title: 'Change Admin Password' },
] as const;

export type SectionId = (typeof sections)[number]['id'];
