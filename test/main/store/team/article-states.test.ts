// What older versions kept as published in a team, and was none: set right once, for every desk.
import { expect, test } from 'vitest'
import { migrateTeam } from '../../../../src-main/store/team/migrate.ts'
import { articleStates } from '../../../../src-main/store/team/migrations/025-article-states.ts'
import { teamMigrations } from '../../../../src-main/store/team/migrations/index.ts'
import { describePostgres, testDatabase } from '../../../support/postgres.ts'
import { brandRow, column, headOf, intentRow, itemRow, write } from '../../../support/team-database.ts'

type Row = {
  slug: string
  provider?: string
  status?: string
  scheduled?: 1
  at?: number
  confirmed?: number
  reply?: string
  state?: string
}

const ROWS: readonly Row[] = [
  { slug: 'asked as a draft', status: 'draft' },
  { slug: 'draft that a delivery confirmed', status: 'draft', confirmed: 5 },
  { slug: 'draft by its reply', reply: '{"status":" Draft"}' },
  { slug: 'out', reply: '{"status":"publish"}' },
  { slug: 'out by webhook', provider: 'webhook', confirmed: 5 },
  { slug: 'schedule confirmed before its time', scheduled: 1, at: 9, confirmed: 5 },
  { slug: 'schedule confirmed after its time', scheduled: 1, at: 2, confirmed: 5 },
  { slug: 'schedule on webhook, before its time', provider: 'webhook', scheduled: 1, at: 9, confirmed: 5 },
  { slug: 'schedule whose reply says draft', scheduled: 1, at: 2, confirmed: 5, reply: '{"status":"draft"}' },
  { slug: 'draft that failed', status: 'draft', state: 'failed' },
]

const articleRow = (row: Row, no: number) => ({
  no,
  brand_id: 'acme',
  slug: row.slug,
  provider: row.provider ?? 'ghost',
  status: row.status ?? 'publish',
  is_scheduled: row.scheduled ?? 0,
  at_ms: row.at ?? 1,
  state: row.state ?? 'published',
  intent_no: no,
  item: 0,
  post_id: null,
  post_url: null,
  reason: null,
  created_at_ms: 1,
  delivery_id: row.confirmed === undefined ? null : 'd1',
  confirmed_at_ms: row.confirmed ?? null,
})

describePostgres('articles of an older team', (programs) => {
  test('are set right, and the desks hear which changed', async () => {
    const database = await testDatabase(programs, 'nothing')
    const owner = await database.connect()
    const older = teamMigrations.slice(0, teamMigrations.indexOf(articleStates))
    await migrateTeam(owner, { migrations: older, mayCreate: true })
    await write(owner, {
      brand: { rows: [brandRow('acme')] },
      intent: { rows: ROWS.map((_, no) => intentRow(no, 'acme', { kind: 'publish', state: 'confirmed' })) },
      intent_item: {
        rows: ROWS.map(({ slug, reply = '{}' }, no) =>
          itemRow(no, '', { subject: slug, contact_id: null, state: 'confirmed', result: reply }),
        ),
      },
      article: { rows: ROWS.map(articleRow) },
    })
    const before = await headOf(owner)
    await migrateTeam(owner)
    const read = `SELECT concat_ws(', ', slug, status, state, delivery_id, confirmed_at_ms)
      FROM agency_desk.article ORDER BY no`
    expect(await column(owner, read)).toEqual([
      'asked as a draft, draft, draft',
      'draft that a delivery confirmed, draft, draft',
      'draft by its reply, draft, draft',
      'out, publish, published',
      'out by webhook, publish, published, d1, 5',
      'schedule confirmed before its time, publish, scheduled',
      'schedule confirmed after its time, publish, published, d1, 5',
      'schedule on webhook, before its time, publish, published, d1, 5',
      'schedule whose reply says draft, publish, published, d1, 5',
      'draft that failed, draft, failed',
    ])
    const changed = "SELECT key FROM agency_desk.change WHERE tbl = 'article' AND commit_no > $1 ORDER BY key"
    expect(await column(owner, changed, [before])).toEqual(['[0]', '[1]', '[2]', '[5]'])
  })
})
