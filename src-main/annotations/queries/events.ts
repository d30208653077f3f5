// What the desk knows to have happened, read from where each room keeps it.
import type { Annotation, AnnotationKind } from '../../../src-shared/desk/annotations.ts'
import { permissionChanges, permissionEvents } from '../../connectors/public.ts'
import { replyEvents } from '../../pitches/public.ts'
import { articleEvents } from '../../publishing/public.ts'
import { auditEvents } from '../../research/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import type { EventsOf } from '../../store/time-span.ts'
import { visibilityChanges, visibilityEvents } from '../../visibility/public.ts'
import { articleText, auditText, intervalText, modelText, permissionText, replyText } from '../rules/labels.ts'

export type Happened = {
  readonly id: string
  readonly brandId: string
  readonly atMs: number
  readonly madeBy: string | null
  readonly link: Annotation['link']
  /** The article's slug, or the audited address. */
  readonly subject?: string
  /** Of an audit, against the one before it. */
  readonly scoreChange?: number | null
  readonly text: () => string
}
export type EventKind = Exclude<AnnotationKind, 'note'>

const as = <Event>({ newest, count }: EventsOf<Event>, toHappened: (event: Event) => Happened): EventsOf<Happened> => ({
  newest: (span) => newest(span).map(toHappened),
  count,
})

type Pages = readonly string[] | null

const articles = (db: ReadableDb, kind: 'published' | 'scheduled' | 'unpublished', pages: Pages = null) =>
  as(articleEvents(db, kind, pages), ({ slug, isByWebhook, intentId, ...event }) => ({
    ...event,
    subject: slug,
    text: () => articleText({ kind, slug, isByWebhook }),
    link: intentId === null ? { view: 'articles', params: {} } : { view: 'activity', params: { open: intentId } },
  }))

const visibility = (db: ReadableDb, kind: 'model' | 'interval') =>
  as(visibilityEvents(db, kind), (event) => ({
    ...event,
    id: String(event.no),
    madeBy: event.isByDesk ? event.madeBy : null,
    text: () =>
      visibilityChanges(db, event)
        .filter((change) => change.kind === kind)
        .map((change) => (change.kind === 'model' ? modelText(change) : intervalText(change)))
        .join('; '),
    link: { view: 'tracking', params: {} },
  }))

/** One source for each kind. With `pages` it may leave out articles that are on none of them. */
export const EVENTS: Readonly<Record<EventKind, (db: ReadableDb, pages?: Pages) => EventsOf<Happened>>> = {
  published: (db, pages) => articles(db, 'published', pages),
  scheduled: (db, pages) => articles(db, 'scheduled', pages),
  unpublished: (db, pages) => articles(db, 'unpublished', pages),
  model: (db) => visibility(db, 'model'),
  interval: (db) => visibility(db, 'interval'),
  permission: (db) =>
    as(permissionEvents(db), (event) => ({
      ...event,
      id: String(event.no),
      madeBy: event.isByDesk ? event.madeBy : null,
      text: () => permissionText(permissionChanges(db, event), event.isByDesk),
      link: { view: 'permissions', params: { tab: 'versions' } },
    })),
  reply: (db) =>
    as(replyEvents(db), ({ id, brandId, atMs, isTimeOfReply, ...pitch }) => ({
      id,
      brandId,
      atMs,
      madeBy: null,
      text: () => replyText({ ...pitch, isTimeOfReply: isTimeOfReply === 1 }),
      link: { view: 'outbox', params: {} },
    })),
  audit: (db) =>
    as(auditEvents(db), (audit) => ({
      ...audit,
      subject: audit.url,
      text: () => auditText(audit),
      link: { view: 'audits', params: {} },
    })),
}
