import { FirstFactor } from '../../features/auth/second-factor/first-factor.tsx';
import { completeStep, RequiredStep } from './required-step.tsx';

export const RequiredSecondFactor = () => (
  <RequiredStep
    title="Add a second factor"
    why="Your account needs more than a password. Choose what to add, then continue."
  >
    {() => <FirstFactor onAdded={completeStep} />}
  </RequiredStep>
);
