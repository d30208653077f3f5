import type { Migration } from '../../migrate.ts'
import { brands } from './001-brands.ts'
import { settings } from './002-settings.ts'
import { limiterWindows } from './003-limiter-windows.ts'
import { intents } from './004-intents.ts'
import { articles } from './005-articles.ts'
import { deliveries } from './006-deliveries.ts'
import { suppressions } from './007-suppressions.ts'
import { credits } from './008-credits.ts'
import { prospectMarks } from './009-prospect-marks.ts'
import { composing } from './010-composing.ts'
import { intentCalls } from './011-intent-calls.ts'
import { pitchContacts } from './012-pitch-contacts.ts'
import { connectors } from './013-connectors.ts'
import { research } from './014-research.ts'
import { connectorApplies } from './015-connector-applies.ts'
import { connectorExpected } from './016-connector-expected.ts'
import { callRows } from './017-call-rows.ts'
import { sentDrafts } from './018-sent-drafts.ts'
import { connectorsRepair } from './019-connectors-repair.ts'
import { keyOrigins } from './020-key-origins.ts'
import { exportFiles } from './021-exports.ts'

/** Append only: the place in the list is the schema number. A landed migration is never edited. */
export const coreMigrations: readonly Migration[] = [
  brands,
  settings,
  limiterWindows,
  intents,
  articles,
  deliveries,
  suppressions,
  credits,
  prospectMarks,
  composing,
  intentCalls,
  pitchContacts,
  connectors,
  research,
  connectorApplies,
  connectorExpected,
  callRows,
  sentDrafts,
  connectorsRepair,
  keyOrigins,
  exportFiles,
]
