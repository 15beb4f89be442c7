import { lazy, Suspense } from 'react';
import { Loading } from '../../ui/feedback/loading.tsx';

const RegisterForm = lazy(() => import('./register-form.tsx').then((file) => ({ default: file.RegisterForm })));

/** Downloaded when it is opened: most people who come to the sign-in page have an account. */
export const RegisterPanel = () => (
  <Suspense fallback={<Loading />}>
    <RegisterForm />
  </Suspense>
);
