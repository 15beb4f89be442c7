import { CircleDot } from 'lucide-react';
import { Button } from '../../ui/button.tsx';

interface SaveBarProps {
  isDirty: boolean;
  isSaving: boolean;
  onDiscard: () => void;
}

/** The end of the form; in sight wherever the form is scrolled to while there is something to save. */
export const SaveBar = ({ isDirty, isSaving, onDiscard }: SaveBarProps) => (
  <div
    className={`flex flex-wrap items-center gap-2 rounded-card p-3 sm:pl-5 ${isDirty ? 'sticky bottom-4 z-10 bg-raised shadow-float' : 'border border-line'}`}
  >
    <p role="status" className="mr-auto flex items-center gap-2 text-13 text-muted">
      {isDirty ? (
        <>
          <CircleDot size={14} className="text-warning" aria-hidden />
          <span>
            Unsaved<span className="max-sm:hidden"> changes</span>
          </span>
        </>
      ) : (
        'Everything is saved'
      )}
    </p>
    {isDirty && !isSaving && (
      <Button variant="ghost" onClick={onDiscard} className="px-3!">
        Discard
      </Button>
    )}
    <Button type="submit" disabled={!isDirty} pending={isSaving}>
      {isSaving ? 'Saving...' : 'Save Settings'}
    </Button>
  </div>
);
