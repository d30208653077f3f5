import type { TeamMigration } from '../migration.ts'
import { tables } from './001-tables.ts'
import { commits } from './002-commits.ts'
import { write } from './003-write.ts'
import { journal } from './004-journal.ts'
import { limiter } from './005-limiter.ts'
import { people } from './006-people.ts'
import { snapshots } from './007-snapshots.ts'
import { logins } from './008-logins.ts'
import { managePeople } from './009-manage-people.ts'
import { upkeep } from './010-upkeep.ts'
import { actNumbers } from './011-act-numbers.ts'
import { slotsForAll } from './012-slots-for-all.ts'
import { emptyParts } from './013-empty-parts.ts'
import { sharedDrafts } from './014-shared-drafts.ts'
import { plans } from './015-plans.ts'
import { dropsByKeys } from './016-drops-by-keys.ts'
import { founderStays } from './017-founder-stays.ts'
import { reportTables } from './018-reports.ts'
import { playbooks } from './019-playbooks.ts'
import { annotations } from './020-annotations.ts'
import { alertRules } from './021-alert-rules.ts'
import { newestPitch } from './022-newest-pitch.ts'
import { refunds } from './023-refunds.ts'
import { slotsByKey } from './024-slots-by-key.ts'
import { articleStates } from './025-article-states.ts'
import { bounds } from './026-bounds.ts'
import { whatStays } from './027-what-stays.ts'
import { waitsForASender } from './028-waits-for-a-sender.ts'
import { hashes } from './029-hashes.ts'
import { columnChecks } from './030-column-checks.ts'
import { limits } from './031-limits.ts'
import { rights } from './032-rights.ts'
import { claimsOfNow } from './033-claims-of-now.ts'

/** Append only: the place in the list is the number of the schema. A landed migration is never edited. */
export const teamMigrations: readonly TeamMigration[] = [
  tables,
  commits,
  write,
  journal,
  limiter,
  people,
  snapshots,
  logins,
  managePeople,
  upkeep,
  actNumbers,
  slotsForAll,
  emptyParts,
  sharedDrafts,
  plans,
  dropsByKeys,
  founderStays,
  reportTables,
  playbooks,
  annotations,
  alertRules,
  newestPitch,
  refunds,
  slotsByKey,
  articleStates,
  bounds,
  whatStays,
  waitsForASender,
  hashes,
  columnChecks,
  limits,
  rights,
  claimsOfNow,
]
