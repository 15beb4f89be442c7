import { Kbd } from '../../../ui/kbd.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { MODIFIER } from '../../../ui/use-shortcut.ts';

interface Shortcut {
  keys: readonly string[];
  does: string;
}

const places: readonly { place: string; shortcuts: readonly Shortcut[] }[] = [
  {
    place: 'Everywhere',
    shortcuts: [
      { keys: [MODIFIER, 'K'], does: 'Jump to a page, a person or an action' },
      { keys: ['?'], does: 'Show these shortcuts' },
      { keys: ['F8'], does: 'Go to the pop-up message' },
      { keys: ['Esc'], does: 'Close the open dialog or panel' },
    ],
  },
  {
    place: 'User Management, Activity Logs, Guest Activity, Verified, Notifications',
    shortcuts: [
      { keys: ['/'], does: 'Go to the search box' },
      { keys: ['Esc'], does: 'Clear the search' },
    ],
  },
  {
    place: 'User Management',
    shortcuts: [{ keys: ['Shift', 'Click'], does: 'Select everyone between two checkboxes' }],
  },
  {
    place: 'Guest Activity',
    shortcuts: [{ keys: ['←', '→'], does: 'Switch between tabs' }],
  },
  {
    place: 'Guests in the sidebar',
    shortcuts: [
      { keys: ['↑', '↓'], does: 'Go to the next guest' },
      { keys: ['←', '→'], does: "Go to the guest's next button" },
    ],
  },
];

export const ShortcutsDialog = ({ onClose }: { onClose: () => void }) => (
  <Dialog
    open
    onOpenChange={onClose}
    size="medium"
    title="Keyboard shortcuts"
    description="Single keys do nothing while you type in a field."
  >
    <div className="flex flex-col gap-5">
      {places.map(({ place, shortcuts }) => (
        <section key={place} aria-label={place}>
          <h3 className="mb-1.5 text-12 font-medium text-muted">{place}</h3>
          <dl className="divide-y divide-line border-line border-t text-13">
            {shortcuts.map(({ keys, does }) => (
              <div key={does} className="flex items-center justify-between gap-4 py-1.5">
                <dt>{does}</dt>
                <dd className="flex shrink-0 gap-1">
                  {keys.map((key) => (
                    <Kbd key={key}>{key}</Kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  </Dialog>
);
