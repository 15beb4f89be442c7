import type { Profile, UserDetails } from '../../../contract/users.ts';
import { formatDateTime, formatDay } from '../../ui/time/format.ts';
import { Given } from './given.tsx';
import { Fact, Facts, PanelSection } from './panel-section.tsx';

const ProfileFacts = ({ profile }: { profile: Profile }) => (
  <>
    <Fact name="Phone">
      <Given text={profile.phone} />
    </Fact>
    <Fact name="Date of birth">
      <Given text={profile.dateOfBirth && formatDay(profile.dateOfBirth)} />
    </Fact>
    <Fact name="Bio">
      <Given text={profile.bio} />
    </Fact>
    <Fact name="Address">
      <Given text={profile.address} />
    </Fact>
    <Fact name="City, country">
      <Given text={[profile.city, profile.country].filter(Boolean).join(', ')} />
    </Fact>
    <Fact name="Completed">
      {profile.completedAt ? formatDateTime(profile.completedAt) : <span className="text-muted">Not complete yet</span>}
    </Fact>
  </>
);

export const PersonalSection = ({ user }: { user: UserDetails }) => (
  <PanelSection title="Personal information">
    <Facts>
      <Fact name="First name">
        <Given text={user.firstName} />
      </Fact>
      <Fact name="Last name">
        <Given text={user.lastName} />
      </Fact>
      <Fact name="Email">
        <Given text={user.email} />
      </Fact>
      {user.profile && <ProfileFacts profile={user.profile} />}
    </Facts>
  </PanelSection>
);
