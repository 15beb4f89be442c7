import { Component, type ReactNode } from 'react';
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
    if (!this.state.failed) return this.props.children;
    return (
      <div role="alert" className="mx-auto flex max-w-100 flex-col items-center gap-2 px-4 py-16 text-center">
        <h1 className="text-16 font-semibold">Can't load this page</h1>
        <p className="mb-4 text-muted">The portal may have been updated, or you may be offline.</p>
        <Button onClick={() => location.reload()}>Reload</Button>
      </div>
    );
  }
}
