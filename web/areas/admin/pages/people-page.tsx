import { useSearchedPerson } from '../../../features/people/api.ts';
import { Holds } from '../../../features/people/holds.tsx';
import { Person } from '../../../features/people/person.tsx';
import { PersonSearch } from '../../../features/people/person-search.tsx';

export function PeoplePage() {
  const email = useSearchedPerson();
  return (
    <div className="flex flex-col gap-6">
      <PersonSearch key={`search ${email}`} email={email} />
      {email === null ? <Holds /> : <Person key={email} email={email} />}
    </div>
  );
}
