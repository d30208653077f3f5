import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from 'vitest/config'
import { CALL_READS } from './src-shared/desk/contract.ts'
import { LongestFirst } from './test/support/longest-first.ts'
import { folderOnDisk, tempFolder } from './test/support/temp-folder.ts'

/**
 * V8 may abort the process ("Check failed: jit_page.has_value()") when it tiers up the wrapper of a WASM import while
 * threads with WASM of their own come and go. Our tests open and close hundreds of desks in one process, whose store
 * threads strip types by WASM: wrappers are not tiered up there. The built desk runs no WASM in its threads.
 */
const ENGINE = ['--wasm-wrapper-tiering-budget=2000000000']

// Workers, worker threads and the desks that tests start keep what Node compiled, and load it from there.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, '.cache', 'compiled')

process.env.TMPDIR = tempFolder

const common = {
  environment: 'node' as const,
  restoreMocks: true,
  execArgv: ENGINE,
  // None of these is ever waited out by a test that passes: a slow machine must not fail one.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 90_000, interval: 50 } },
}

/** Files share a process and its modules: to read a thousand sources again costs more than most files do. */
const shared = { ...common, isolate: false }

/** The window's state and Electron's place in our modules: `fresh-modules.ts` keeps these files apart. */
const FRESH = ['test/renderer/**/*.test.{ts,tsx}', 'test/main/shells/electron/**/*.test.ts']

/** What a whole desk does is the same on every version of PostgreSQL; the unit tests run the SQL on each. */
const onePostgres = { AGENCY_DESK_TEST_POSTGRES: (process.env.AGENCY_DESK_TEST_POSTGRES ?? '').replace('every', '') }

/** The calls of every view, in files that start sandbox and desk by `test/support`, without a process of their own. */
const VIEW_TESTS = [
  'integration/{brands,brand-races,sync,connectors,connector-presets,connector-switch,visibility,research,repair}',
  'integration/{publishing,publishing-checks,publishing-calendar,publishing-webhook,publishing-holds}',
  'integration/outreach-{queue,composing,credits,credits-retry,frozen,holds,duplicates,retry,watch,outbox-clock,suppressed-meanwhile}',
  'longer/{sync-many,connectors-many,outreach-composing-many}',
].map((names) => `test/${names}.test.ts`)

/** Hundreds of connections are cut: not in `npm test`. */
const CUT_TESTS = 'test/main/store/team/cut*.test.ts'

/** Of thousands of rows, random changes, printed pages and damages of each kind: the project `longer` has these too. */
const LONGER_UNITS = [
  'test/main/impact/rework.test.ts',
  'test/main/journal/team-{as-queued,removed,tampering}.test.ts',
  'test/main/pitches/contact-history.test.ts',
  'test/main/publishing/kept-articles.test.ts',
  'test/main/rankings/{forecast,real-moves}.test.ts',
  'test/main/reports/print.test.ts',
  'test/main/shells/print/browser-printer.test.ts',
  'test/main/store/postgres.test.ts',
  'test/main/store/team/{any-row,bad-rows,damage,mirror-desks,newest-pitch,notice-flood,older-rows,other-brands,plans,rights-cells,three-desks}.test.ts',
  'test/main/sync/{team-bombs,team-fetch-faults}.test.ts',
]

/** Tests that hold for a desk of a team as they do for a desk alone. */
const TEAM_TESTS = [
  'test/main/research/reminders.test.ts',
  'test/main/webhooks/effects.test.ts',
  'test/integration/{brands-paste,connector-presets,outreach-spending-guard,publishing-holds}.test.ts',
  'test/main/journal/{journal,read-ahead}.test.ts',
]

/**
 * The same, for which `npm test` has no time. Left out, or `testAlone`, because a team cannot do it:
 * - a test sets or stops the clock (outreach-suppressed-meanwhile, publishing-calendar, today, clock-guard, sync-limits): a
 *   team's is PostgreSQL's
 * - a contact gets a second open pitch: a team allows one
 * - a batch begins without a journal (credits/ledger, outcome-poller, restored): only the desk with the claim sends
 * - the key of a brand is refused or gone with the desk (closing, publishing, publishing-checks, search-console): a
 *   colleague's desk may have a good one
 * - the demo (connectors): a desk of a team has none
 * - what a killed desk was sending is read or sent again (outreach-crash): a team waits three minutes, a request may be late
 * - a brand is removed by the store's own write, or a backup is restored (keyword-marks): a team does it in PostgreSQL
 * - a text keeps U+0000: PostgreSQL stores none
 */
const MORE_TEAM_TESTS = [
  'test/main/{research/audits,webhooks/receiver,journal/faults}.test.ts',
  'test/integration/{brand-races,outreach-credits,outreach-duplicates}.test.ts',
  'test/integration/outreach-{composing,credits-retry,foreign-contacts,frozen,holds,no-outbox,outbox-clock,queue,refunds,retry,same-address,watch}.test.ts',
  'test/integration/publishing{,-articles,-checks,-moves,-other-schedules,-replies,-webhook}.test.ts',
  'test/integration/{brands,brand-days,connector-switch,connectors,rank-periods}.test.ts',
  'test/longer/{connector-cut-off,connectors-many,exports,outreach-composing-many,webhook-connections}.test.ts',
  'test/integration/{changes,playbooks,research,sync,today,visibility}.test.ts',
  'test/crash/{move-crash,outreach-credits-crash,publishing-crash}.test.ts',
  'test/integration/{removed-exports,cli-intents,cli-pitches}.test.ts',
  'test/integration/webhooks/{listen,masking,receiver,thread,webhooks}.test.ts',
  'test/main/{journal/{acts,held-reads},composing/{frozen,match-contacts,preview,templates}}.test.ts',
  'test/main/{pitches/{contact-history,pace-notes,skip-suppressed},prospects/{marks,prospects,watch}}.test.ts',
  'test/main/{clusters/clusters,settings/{desk,service},suppressions/suppressions}.test.ts',
]

/** The same tests on desks of teams, over PostgreSQL. */
const onTeams = (name: string, include: string[]) => ({
  test: { ...shared, name, include, env: { TEST_ENGINE: 'team' } },
})

export default defineConfig({
  test: {
    // Once for all projects.
    globalSetup: ['test/support/store-worker.ts', 'test/support/postgres-keeper.ts'],
    // One more than there are processors: a browser test also waits. By default vitest leaves half of a small machine idle.
    maxWorkers: Math.min(availableParallelism() + 1, 8),
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          ...shared,
          name: 'unit',
          include: ['test/{shared,main,sandbox}/**/*.test.ts'],
          exclude: [CUT_TESTS, ...FRESH, ...LONGER_UNITS],
        },
      },
      // As in the window's build (electron.vite.config.ts).
      {
        define: { __CALL_READS__: JSON.stringify(CALL_READS) },
        test: {
          ...shared,
          name: 'unit-window',
          include: FRESH,
          setupFiles: ['test/support/fresh-modules.ts', 'test/support/temporal.ts'],
        },
      },
      {
        test: {
          ...shared,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          env: onePostgres,
        },
      },
      // The same tests on a service that names its open fields otherwise; another seed gives other names.
      {
        test: {
          ...shared,
          name: 'renamed',
          include: VIEW_TESTS,
          env: { TEST_RENAME_SEED: process.env.TEST_RENAME_SEED ?? '1' },
        },
      },
      {
        test: {
          ...shared,
          name: 'team-cuts',
          include: [CUT_TESTS],
        },
      },
      onTeams('team', TEAM_TESTS),
      onTeams('team-more', MORE_TEAM_TESTS),
      {
        test: {
          ...shared,
          name: 'e2e',
          include: ['test/e2e/**/*.test.ts'],
          env: onePostgres,
        },
      },
      // The repository itself: its recipes, its commands on a fresh clone, the package.
      {
        test: {
          ...shared,
          name: 'project',
          include: ['test/project/**/*.test.ts'],
          setupFiles: ['test/support/installed.ts'],
        },
      },
      // Every place at every size, in both themes.
      { test: { ...shared, name: 'layout', include: ['test/layout/**/*.test.ts'] } },
      // For many, at length or in processes of their own what a faster test checks for one.
      {
        test: {
          ...shared,
          name: 'longer',
          include: ['test/longer/**/*.test.ts', ...LONGER_UNITS],
          env: onePostgres,
        },
      },
      // Real processes that are killed, stopped or never idle, and those that a server runs.
      { test: { ...shared, name: 'crash', include: ['test/crash/**/*.test.ts'] } },
      {
        test: {
          ...common,
          name: 'faults',
          include: ['test/faults/**/*.test.ts'],
          env: { TMPDIR: folderOnDisk },
        },
      },
    ],
  },
})
