import type { TeamMigration } from '../migration.ts'
import { causeAnswers } from './cause-answers.ts'
import { commitRows } from './commit-rows.ts'
import { checks } from './first/checks.ts'
import { claims } from './first/claims.ts'
import { commits } from './first/commits.ts'
import { fetches } from './first/fetches.ts'
import { guards } from './first/guards.ts'
import { intentRights } from './first/intent-rights.ts'
import { limiter } from './first/limiter.ts'
import { logins } from './first/logins.ts'
import { ownTables } from './first/own-tables.ts'
import { people } from './first/people.ts'
import { policies } from './first/policies.ts'
import { queued } from './first/queued.ts'
import { rights } from './first/rights.ts'
import { roles } from './first/roles.ts'
import { session } from './first/session.ts'
import { sharedTables } from './first/shared-tables.ts'
import { waits } from './first/waits.ts'
import { writes } from './first/writes.ts'
import { lastDay } from './last-day.ts'
import { newestPitch } from './newest-pitch.ts'
import { rarerNotices } from './rarer-notices.ts'

/** In the order in which PostgreSQL needs them: tables, functions by subject, rules for rows, and at the end the rights. */
const firstSchema: TeamMigration = {
  name: 'first-schema',
  landed: '56ce2bcc45bc4b18',
  sql: [
    roles,
    sharedTables,
    ownTables,
    session,
    commits,
    writes,
    checks,
    claims,
    queued,
    intentRights,
    limiter,
    logins,
    people,
    waits,
    fetches,
    guards,
    policies,
    rights,
  ].join('\n'),
}

/** Append only: the place in the list is the number of the schema. A landed migration is never edited. */
export const teamMigrations: readonly TeamMigration[] = [
  firstSchema,
  { name: 'cause-answers', landed: '6ac1b4b5faa0bfce', sql: causeAnswers },
  { name: 'newest-pitch', landed: '1037e4d64673cfa3', sql: newestPitch },
  { name: 'last-day', landed: 'ae437055deb5e1ea', sql: lastDay },
  { name: 'commit-rows', landed: '66acad3a76e19e62', sql: commitRows },
  { name: 'rarer-notices', landed: 'a8b7346617fa1887', sql: rarerNotices },
]
