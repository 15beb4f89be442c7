import { CircleAlert } from 'lucide-react';
import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/feedback/notice.tsx';

export const LogFailure = ({ sentence }: { sentence: string }) => (
  <div role="alert" className="mt-2 rounded-card border border-line">
    <Notice
      icon={CircleAlert}
      title="Error Loading Guest Activity"
      action={
        <Button variant="secondary" onClick={() => location.reload()}>
          Reload Page
        </Button>
      }
    >
      {sentence}
    </Notice>
  </div>
);
