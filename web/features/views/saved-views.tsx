import { Bookmark, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import type { Role } from '../../../contract/users/users.rules.ts';
import type { ViewPath } from '../../../contract/views/views.rules.ts';
import { type SavedView, SavedViewInput } from '../../../contract/views/views.ts';
import { useMay } from '../../lib/use-may.ts';
import { useSchemaForm } from '../../lib/use-schema-form.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { LoadFailure } from '../../ui/feedback/notice.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { formClass, TextField } from '../../ui/fields/field.tsx';
import { SelectField } from '../../ui/fields/select.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { roleWords } from '../users/role-words.ts';
import { filtersIn, useRemoveView, useSaveView, useViews, viewPath, viewUrl } from './api.ts';

/** In the header of every list that has its filters in the URL. */
export function SavedViews() {
  const [open, setOpen] = useState(false);
  const [path] = useLocation();
  const list = viewPath(path);
  if (list === null) return null;
  return (
    <Dialog
      title="Saved views"
      description="Save this list's filters and reopen them anytime."
      size="medium"
      open={open}
      onOpenChange={setOpen}
      trigger={<IconButton icon={Bookmark} label="Saved views" />}
    >
      <Views list={list} onChosen={() => setOpen(false)} />
      <SaveForm list={list} />
    </Dialog>
  );
}

function Views({ list, onChosen }: { list: ViewPath; onChosen: () => void }) {
  const query = useViews();
  if (query.isPending) return <Skeleton className="h-16" />;
  if (query.isLoadingError) return <LoadFailure title="Couldn't load the saved views" query={query} />;
  const views = (query.data ?? []).filter(({ path }) => path === list);
  if (views.length === 0)
    return <p className="text-13 text-muted">No saved views yet. Set some filters, then save them here.</p>;
  return (
    <ul className="-mx-2 max-h-64 overflow-y-auto">
      {views.map((view) => (
        <li key={view.id} className="flex items-center gap-1">
          <Link
            href={viewUrl(view)}
            onClick={onChosen}
            className="flex min-w-0 flex-1 items-baseline gap-2 rounded-small px-2 py-1.5 hover:bg-hover"
          >
            <span className="truncate font-medium">{view.name}</span>
            <span className="shrink-0 text-12 text-muted">{describeSharing(view)}</span>
          </Link>
          <RemoveView view={view} />
        </li>
      ))}
    </ul>
  );
}

function describeSharing({ sharedWith, isOwn, owner }: SavedView) {
  if (sharedWith === null) return null;
  const all = roleWords[sharedWith].plural.toLowerCase();
  return isOwn ? `shared with all ${all}` : `shared by ${owner}`;
}

function RemoveView({ view }: { view: SavedView }) {
  const remove = useRemoveView();
  const { role } = useMay();
  if (!view.isOwn && role !== 'admin') return null;
  return (
    <IconButton
      icon={Trash2}
      label={`Remove ${view.name}`}
      aria-disabled={remove.isPending || undefined}
      onClick={() => remove.mutate(view)}
    />
  );
}

const ONLY_ME = 'me';
type Sharing = typeof ONLY_ME | Exclude<Role, 'user'>;

const sharingsFor = (role: Role): readonly { value: Sharing; label: string }[] =>
  (['helper', 'manager', 'auditor', 'admin'] as const)
    .filter((other) => role === 'admin' || role === other)
    .map((other) => ({ value: other, label: `All ${roleWords[other].plural.toLowerCase()}` }));

function SaveForm({ list }: { list: ViewPath }) {
  const query = filtersIn(useSearch());
  const { role } = useMay();
  const save = useSaveView();
  const [sharing, setSharing] = useState<Sharing>(ONLY_ME);
  const { field, handleSubmit, reset } = useSchemaForm(SavedViewInput.pick({ name: true }), { name: '' });
  if (query === '') return null;
  const submit = handleSubmit(({ name }) => {
    if (save.isPending) return;
    const sharedWith = sharing === ONLY_ME ? null : sharing;
    save.mutate({ name, path: list, query, sharedWith }, { onSuccess: () => reset() });
  });
  return (
    <form noValidate onSubmit={submit} className={`mt-5 border-line border-t pt-5 ${formClass}`}>
      <TextField label="Name for the current filters" {...field('name')} />
      <SelectField
        label="Visible to"
        value={sharing}
        onChange={setSharing}
        groups={[[{ value: ONLY_ME, label: 'Only me' }], sharingsFor(role)]}
      />
      <Button type="submit" pending={save.isPending}>
        Save view
      </Button>
    </form>
  );
}
