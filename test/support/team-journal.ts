// Journals of desks in one team: real stores over one PostgreSQL, and one scripted service that counts what is sent.
import type pg from 'pg'
import { onTestFinished } from 'vitest'
import { systemClock } from '../../src-main/base/clock.ts'
import { silentLog } from '../../src-main/base/log.ts'
import { CLAIM_TIMES, type ClaimTimes } from '../../src-main/journal/claims.ts'
import { createJournal, type JournalDeps } from '../../src-main/journal/journal.ts'
import type { JournalKind } from '../../src-main/journal/kind.ts'
import { createSessionKeychain } from '../../src-main/keychain/session-keychain.ts'
import { createTeamParts } from '../../src-main/team-parts.ts'
import type { IntentState } from '../../src-shared/desk/intents.ts'
import { openBrandsDesk } from './brands-desk.ts'
import { pitches } from './open-journal.ts'
import { type Answer, startScriptedServer } from './scripted-server.ts'
import { accessOf } from './team-access.ts'
import { one, type TeamDatabase } from './team-database.ts'

export const BRAND = 'acme'
/** Enough that no test waits for it. */
const WIDE = { requestsPerMinute: 100_000 }
/** Other desks are asked again within moments. */
const TIMES: ClaimTimes = { ...CLAIM_TIMES, retryMs: 50, lateMs: 50 }

export type TeamDeskOptions = {
  readonly hasKey?: boolean
  readonly kind?: JournalKind
  readonly times?: Partial<ClaimTimes>
  readonly role?: 'writer' | 'sender' | 'admin'
  /** Of what is between the desk and PostgreSQL. */
  readonly port?: number
}

export const openTeamJournals = async (team: TeamDatabase, ...answers: Answer[]) => {
  const server = await startScriptedServer(...answers)

  const openDesk = async (name: string, options: TeamDeskOptions = {}) => {
    const { hasKey = true, kind = pitches, times, role = 'admin', port } = options
    const person: pg.Client = await team.person(name, { role })
    const deskNo = await one<number>(person, "SELECT current_setting('agency_desk.desk')::bigint")
    const deskId = await one<string>(
      person,
      "SELECT id FROM agency_desk.desk WHERE no = current_setting('agency_desk.desk')::bigint",
    )
    await person.end()
    const session = createSessionKeychain()
    const access = accessOf(person, {
      deskNo,
      deskId,
      deskName: `desk of ${name}`,
      ...(port === undefined ? {} : { port }),
    })
    const desk = await openBrandsDesk({
      ...{ baseUrl: server.baseUrl, limits: WIDE, session },
      ...{ clock: systemClock, team: access },
    })
    const { store, book, client, coreFile, close } = desk
    const waiters = new Set<() => void>()
    const wakeAll = () => {
      for (const wake of [...waiters]) wake()
    }
    store.team?.onMirrored(wakeAll)
    const until = async <Value>(look: () => Promise<Value | null> | Value | null): Promise<Value> => {
      for (;;) {
        const woken = new Promise<void>((resolve) => waiters.add(resolve))
        const found = await look()
        if (found !== null) return found
        await woken
      }
    }
    await until(async () => {
      await book.refresh()
      return book.find(BRAND)
    })
    if (hasKey) {
      await session.set(`brand:${BRAND}`, 'sk_test')
      await book.update(BRAND, { keyState: 'ok', keyIn: 'session', keyOrigin: server.baseUrl })
    }
    const parts = await createTeamParts({
      store,
      clock: systemClock,
      random: () => 0,
      log: silentLog,
      claimTimes: { ...TIMES, ...times },
    })
    const notices: Parameters<JournalDeps['notify']>[0][] = []
    const journal = createJournal({
      store,
      client,
      clock: parts.clock,
      emit: wakeAll,
      notify: (notice) => notices.push(notice),
      log: silentLog,
      kinds: {
        publish: kind,
        schedule: kind,
        unschedule: kind,
        unpublish: kind,
        queue: kind,
        unqueue: kind,
        discover: kind,
        findPeople: kind,
      },
      brands: book,
      watchKey: () => ({ isCurrent: () => true, served: async () => undefined, refused: async () => undefined }),
      claims: parts.claims,
      sends: { areHeld: () => false, onChange: () => () => undefined },
    })
    store.team?.onMirrored(({ isFresh, numbers }) => void journal.refresh(isFresh ? 'all' : (numbers.intent ?? [])))
    parts.onBack(() => void journal.refresh('all'))
    const shut = async () => {
      await journal.close()
      await close()
    }
    onTestFinished(shut)
    await journal.start()

    const submit = async (contacts: readonly string[], holdSeconds = 0): Promise<string> => {
      const items = contacts.map((to) => ({ label: `${to}@site.test`, refId: to, payload: { to, body: 'Hello' } }))
      const [id = ''] = await journal.submit([{ kind: 'queue', brandId: BRAND, details: {}, holdSeconds, items }])
      return id
    }
    const intentOf = (id: string) => store.read('intents.get', { id }).catch(() => null) // not in this mirror yet
    /** As soon as this desk sees it in one of these states. */
    const when = (id: string, ...states: IntentState[]) =>
      until(async () => {
        const intent = await intentOf(id)
        return intent !== null && states.includes(intent.state) ? intent : null
      })
    const ended = (id: string) =>
      until(async () => {
        const intent = await intentOf(id)
        return intent?.endedAt == null ? null : intent
      })
    return {
      name,
      deskNo,
      coreFile,
      store,
      book,
      session,
      journal,
      notices,
      submit,
      intentOf,
      when,
      ended,
      until,
      shut,
      parts,
    }
  }

  return { server, openDesk }
}

/** Of each request, its contacts. */
export const contactsIn = (seen: readonly { readonly body: string }[]): string[][] =>
  seen.map(({ body }) =>
    (JSON.parse(body) as { items: { prospectEmailId: string }[] }).items.map((item) => item.prospectEmailId),
  )
