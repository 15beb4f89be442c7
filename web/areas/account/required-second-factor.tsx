import { FirstFactor } from '../../features/auth/second-factor/first-factor.tsx';
import { useMessages } from '../../lib/messages.ts';
import { completeStep, RequiredStep } from './required-step.tsx';

export function RequiredSecondFactor() {
  const { title, text } = useMessages().account.firstFactor;
  return (
    <RequiredStep title={title} why={text}>
      {() => <FirstFactor onAdded={completeStep} />}
    </RequiredStep>
  );
}
