const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

export const hourOf = (start: string) => clock.format(new Date(start));
