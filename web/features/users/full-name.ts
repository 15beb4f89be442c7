interface Named {
  firstName: string | null;
  lastName: string | null;
}

/** First and last name; empty when neither is known. */
export const fullName = ({ firstName, lastName }: Named) => [firstName, lastName].filter(Boolean).join(' ');
