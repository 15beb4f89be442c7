import type { Header, TableSection } from './format.ts';

/** An empty database that is being filled. */
export interface Target {
  /** Makes the tables as they were when the backup was made. */
  prepare(header: Header): Promise<void>;
  /** The rows are JSON arrays of the section's columns. */
  insert(section: TableSection, rows: readonly string[]): Promise<void>;
  /** After the last row: makes what is derived, and the tables as this version has them. */
  complete(): Promise<void>;
}

/** What it wrote is kept when it returns, and is gone when it throws or is killed. */
export type Fill<T> = (target: Target) => Promise<T>;
