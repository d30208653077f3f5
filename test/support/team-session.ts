// A plain connection of a test, as rooms see one on the thread of the store.
import type pg from 'pg'
import type { TeamSession } from '../../src-main/store/team/client.ts'

export const sessionOf = (client: pg.Client): TeamSession => ({
  query: async <Row>(sql: string, values: readonly unknown[] = [], plan?: string) =>
    (await client.query({ ...(plan === undefined ? {} : { name: plan }), text: sql, values: [...values] }))
      .rows as Row[], // as the statement selects them
})
