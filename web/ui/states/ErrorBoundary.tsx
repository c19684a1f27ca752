import CircleAlert from 'lucide-react/icons/circle-alert';
import { Component } from 'react';
import type { ReactNode } from 'react';
import { PlainButton } from '#web/ui/plain/PlainButton.tsx';
import { showFailure } from './toast.ts';
import { StateMessage } from './StateMessage.tsx';

type Props = {
  children: ReactNode;
  /** For popups: a broken one disappears with a toast, and the page below it stays. */
  isQuiet?: true;
};

/** Keeps a broken page from breaking the shell, and offers a fresh start. */
export class ErrorBoundary extends Component<Props, { failed: boolean }> {
  override state = { failed: false };

  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override componentDidCatch() {
    if (this.props.isQuiet) showFailure('Failed to open this. Please try again.');
  }

  override render() {
    if (!this.state.failed) return this.props.children;
    if (this.props.isQuiet) return null;
    return (
      <StateMessage
        icon={CircleAlert}
        title="Something went wrong on this page"
        isFailure
        actions={<PlainButton onClick={() => location.reload()}>Reload the page</PlainButton>}
      >
        Your saved work is safe. If this happens again, tell your administrator what you were doing.
      </StateMessage>
    );
  }
}
