import { Component, type ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../button.tsx';

interface Props {
  children: ReactNode;
  resetKey: string;
}

interface State {
  failed: boolean;
  resetKey: string;
}

/** Mostly shown after an update, when an open page asks for chunks that are gone. */
export class ErrorBoundary extends Component<Props, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError = (): Partial<State> => ({ failed: true });

  static getDerivedStateFromProps = (props: Props, state: State): State | null =>
    props.resetKey === state.resetKey ? null : { failed: false, resetKey: props.resetKey };

  override render() {
    return this.state.failed ? <NotLoaded /> : this.props.children;
  }
}

function NotLoaded() {
  const { notLoaded } = useMessages().shared;
  return (
    <div role="alert" className="mx-auto flex max-w-100 flex-col items-center gap-2 px-4 py-16 text-center">
      <h1 className="text-16 font-semibold">{notLoaded.title}</h1>
      <p className="mb-4 text-muted">{notLoaded.description}</p>
      <Button onClick={() => location.reload()}>{notLoaded.reload}</Button>
    </div>
  );
}
