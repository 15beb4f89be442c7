import { type ComponentType, memo } from 'react';
import { actorName } from '../../../../contract/log/activity.rules.ts';
import type { ActivityEntry } from '../../../../contract/log/activity.ts';
import { Clipped } from '../../../ui/clipped.tsx';
import { counted } from '../../../ui/count.ts';
import { Chevron } from '../../../ui/disclosure.tsx';
import { linesClass } from '../../../ui/rows/row-height.ts';
import { TableCell, TableRow } from '../../../ui/rows/virtual-table.tsx';
import { TimeAgo } from '../../../ui/time/time-ago.tsx';
import { ActionIcon, CodeSentence, SecondLine, SecurityAlert, Sentence } from './entry-parts.tsx';
import type { Line } from './fold-codes.ts';
import { codeSentenceText, sentenceText } from './sentences.ts';

export type SecondLineOf = ComponentType<{ entry: ActivityEntry }>;

/** Callbacks must be stable, or every row renders again. */
interface EntryRowProps {
  line: Line;
  index: number;
  secondLine?: SecondLineOf | undefined;
  onOpen: (entry: ActivityEntry) => void;
  onToggle: (line: Line) => void;
}

function lineButton({ line, onOpen, onToggle }: Pick<EntryRowProps, 'line' | 'onOpen' | 'onToggle'>, isShort: boolean) {
  const { entry, steps, isOpen = false } = line;
  if (steps)
    return { text: codeSentenceText(steps, isShort), press: () => onToggle(line), 'aria-expanded': isOpen } as const;
  return { text: sentenceText(entry, isShort), press: () => onOpen(entry), 'aria-haspopup': 'dialog' } as const;
}

interface LineSentenceProps extends Pick<EntryRowProps, 'line'> {
  isShort: boolean;
  wraps?: boolean;
}

const LineSentence = ({ line: { entry, steps }, ...props }: LineSentenceProps) =>
  steps ? <CodeSentence entry={entry} steps={steps} {...props} /> : <Sentence entry={entry} {...props} />;

const saysEmail = ({ entry, steps = [entry] }: Line) => steps.some(({ details }) => details?.email !== undefined);

const StepCount = ({ steps }: { steps: readonly ActivityEntry[] }) => (
  <span className="truncate text-12 text-muted tabular-nums">{counted(steps.length, 'step')}</span>
);

export const ActivityRow = memo(function ActivityRow(props: EntryRowProps) {
  const { line, index, secondLine: Second = SecondLine } = props;
  const { entry, steps, isStep = false } = line;
  const { text, press, ...button } = lineButton(props, true);
  return (
    <TableRow index={index} onOpen={press}>
      <TableCell>
        <div className={`flex items-center gap-3 ${isStep ? 'ps-9' : ''}`}>
          <ActionIcon entry={entry} />
          <div className={linesClass}>
            <span className="flex min-w-0 items-center gap-2">
              <button
                type="button"
                {...button}
                onClick={press}
                title={text}
                className="flex min-w-0 items-center gap-1 rounded-small text-start"
              >
                <span className="truncate">
                  <LineSentence line={line} isShort />
                </span>
                {steps && <Chevron />}
              </button>
              <SecurityAlert entry={entry} />
            </span>
            {steps ? <StepCount steps={steps} /> : <Second entry={entry} />}
          </div>
        </div>
      </TableCell>
      <TableCell>
        <div className={linesClass}>
          <Clipped text={actorName(entry)} />
          <Clipped text={entry.ipAddress} className="font-mono text-12 text-muted" />
        </div>
      </TableCell>
      <TableCell>
        <div className={linesClass}>
          <Clipped text={entry.location} />
          <Clipped text={entry.device} title={entry.userAgent} className="text-12 text-muted" />
        </div>
      </TableCell>
      <TableCell className="text-end text-muted">
        <TimeAgo at={(steps?.[0] ?? entry).createdAt} />
      </TableCell>
    </TableRow>
  );
});

export const CARD_REM = 6.5;

export const ActivityCard = memo(function ActivityCard(props: EntryRowProps) {
  const { line, index, secondLine: Second = SecondLine } = props;
  const { entry, steps, isStep = false } = line;
  const isShort = saysEmail(line);
  const { text, press, ...button } = lineButton(props, isShort);
  return (
    <li
      data-index={index}
      className={`relative flex h-26 items-center gap-3 border-line border-b px-4 py-2.5 text-13 ${isStep ? 'ps-9' : ''}`}
    >
      <button
        type="button"
        {...button}
        aria-label={text}
        onClick={press}
        className="absolute inset-0 rounded-small focus-visible:-outline-offset-2"
      />
      <span className="flex h-6 items-center">
        <ActionIcon entry={entry} />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        <p className="line-clamp-2 wrap-anywhere">
          <LineSentence line={line} isShort={isShort} wraps />
        </p>
        <div className="flex items-center gap-2">
          {steps ? <StepCount steps={steps} /> : <Second entry={entry} />}
          <SecurityAlert entry={entry} />
          <span className="ms-auto shrink-0 text-12 text-muted">
            <TimeAgo at={(steps?.[0] ?? entry).createdAt} />
          </span>
        </div>
        <span className="truncate text-12 text-muted">
          <span className="font-mono">{entry.ipAddress}</span> · <bdi>{entry.location}</bdi> · {entry.device}
        </span>
      </div>
      {steps && <Chevron />}
    </li>
  );
});
