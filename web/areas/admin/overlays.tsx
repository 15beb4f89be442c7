import type { ComponentType } from 'react';
import { createStore } from '../../lib/store.ts';
import { loadOverlay } from '../../ui/overlays/load-overlay.ts';
import { useModifiedShortcut, useShortcut } from '../../ui/use-shortcut.ts';
import type { OpenedByPalette } from './palette/command-palette.tsx';

type Overlay = ComponentType<{ onClose: () => void; onOpen: (name: OpenedByPalette) => void }>;

const overlays = {
  palette: () => import('./palette/command-palette.tsx').then((file) => file.CommandPalette),
  shortcuts: () => import('./palette/shortcuts-dialog.tsx').then((file) => file.ShortcutsDialog),
  'add-user': () => import('../../features/users/add-user-dialog.tsx').then((file) => file.AddUserDialog),
  'import-users': () => import('../../features/users/import-dialog.tsx').then((file) => file.ImportDialog),
  'security-check': () => import('../../features/dashboard/security-dialog.tsx').then((file) => file.SecurityDialog),
} satisfies Record<string, () => Promise<Overlay>>;

type OverlayName = keyof typeof overlays;

const shown = createStore<{ name: OverlayName; Content: Overlay } | null>(null);

const close = () => shown.set(null);

export async function openOverlay(name: OverlayName) {
  const Content = await loadOverlay<Overlay>(overlays[name]);
  if (Content) shown.set({ name, Content });
}

/** A dialog may hold unsaved input; a side panel does not. */
const isAsking = () => document.querySelector('[role="alertdialog"], [role="dialog"]:not([data-panel])') !== null;

export function AdminOverlays() {
  const overlay = shown.use();
  useShortcut('?', () => openOverlay('shortcuts'));
  useModifiedShortcut('k', () => {
    if (overlay?.name === 'palette') close();
    else if (!isAsking()) openOverlay('palette');
  });
  return overlay && <overlay.Content onClose={close} onOpen={openOverlay} />;
}
