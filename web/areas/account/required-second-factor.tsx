import { FirstFactor } from '../../features/auth/second-factor/first-factor.tsx';
import { completeStep, RequiredStep } from './required-step.tsx';

export const RequiredSecondFactor = () => (
  <RequiredStep
    title="Add a second factor"
    why="Your account can do things that a password alone must not protect. Choose what you add to it, then you go on."
  >
    {() => <FirstFactor onAdded={completeStep} />}
  </RequiredStep>
);
