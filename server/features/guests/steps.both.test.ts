import { type KyselyPlugin, QueryNode, SelectQueryNode, sql } from 'kysely';
import { expect, test } from 'vitest';
import { startApp } from '../../../tests/support/app.ts';
import { isPostgres } from '../../db/queries.ts';
import { countSteps } from './steps.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

test('steps are counted from an index alone', async () => {
  const app = await startApp();
  const now = app.clock.now();
  for (let day = 0; day < 90; day += 1)
    await app.db
      .insertInto('guest_steps')
      .values(
        Array.from({ length: 200 }, (_, index) => ({
          guest_id: `${day}-${index}`,
          entered_at: now - day * DAY_MS - index,
          address_at: now - day * DAY_MS,
        })),
      )
      .execute();
  await sql`${sql.raw(isPostgres(app.db) ? 'vacuum analyze' : 'analyze')}`.execute(app.db);
  const plan: string[] = [];
  const explaining: KyselyPlugin = {
    transformQuery: ({ node }) =>
      SelectQueryNode.is(node)
        ? QueryNode.cloneWithExplain(node, undefined, isPostgres(app.db) ? undefined : sql`query plan`)
        : node,
    transformResult: async ({ result }) => {
      plan.push(...result.rows.map((row) => Object.values(row).join(' ')));
      return result;
    },
  };
  await countSteps(app.db.withPlugin(explaining), now - 7 * DAY_MS, now);
  expect(plan.join('\n')).toMatch(
    isPostgres(app.db) ? /Index Only Scan using guest_steps_by_time/ : /COVERING INDEX guest_steps_by_time/,
  );
});
