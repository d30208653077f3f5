// What the desk knows to have happened, read from where each room keeps it.
import type { Annotation, AnnotationKind } from '../../../src-shared/desk/annotations.ts'
import { accentFold } from '../../base/text.ts'
import { permissionEvents, toolLabels } from '../../connectors/public.ts'
import { replyEvents } from '../../pitches/public.ts'
import { articleEvents } from '../../publishing/public.ts'
import { auditEvents } from '../../research/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import { saysAll } from '../../store/search-text.ts'
import type { EventsOf, TimeSpan } from '../../store/time-span.ts'
import type { VersionChange } from '../../store/version-changes.ts'
import { visibilityEvents } from '../../visibility/public.ts'
import { articleSql, auditSql, replySql } from '../rules/label-sql.ts'
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

export type Asked = {
  /** Articles that are on none of these pages may be left out. */
  readonly pages?: readonly string[] | null
  /** Folded, as the text that has all of them is. */
  readonly words?: readonly string[]
}

const articles = (db: ReadableDb, kind: 'published' | 'scheduled' | 'unpublished', { pages, words }: Asked = {}) =>
  as(
    articleEvents(db, kind, {
      pages,
      says: (slug, isByWebhook) => saysAll(words ?? [], (word) => articleSql({ kind, slug, isByWebhook, word })),
    }),
    ({ slug, isByWebhook, intentId, ...event }) => ({
      ...event,
      subject: slug,
      text: () => articleText({ kind, slug, isByWebhook }),
      link: intentId === null ? { view: 'articles', params: {} } : { view: 'activity', params: { open: intentId } },
    }),
  )

/** A version never changes. */
const foldedTexts = new WeakMap<VersionChange, string>()

type Versions<Change> = {
  readonly words?: readonly string[] | undefined
  readonly textOf: (version: VersionChange<Change>) => string
  readonly link: Annotation['link']
}

/** Their texts are made here, and so they are searched here. */
const versions = <Change>(
  { newest, count }: EventsOf<VersionChange<Change>>,
  { words = [], textOf, link }: Versions<Change>,
): EventsOf<Happened> => {
  const foldedOf = (version: VersionChange<Change>): string => {
    const folded = foldedTexts.get(version) ?? accentFold(textOf(version))
    foldedTexts.set(version, folded)
    return folded
  }
  const isSaid = (version: VersionChange<Change>): boolean => {
    const folded = foldedOf(version)
    return words.every((word) => folded.includes(word))
  }
  const found = (span: TimeSpan) => newest({ ...span, limit: -1 }).filter(isSaid)
  const searched =
    words.length === 0
      ? { newest, count }
      : {
          newest: ({ limit, ...span }: Parameters<typeof newest>[0]) =>
            found(span).slice(0, limit < 0 ? undefined : limit),
          count: (span: TimeSpan) => found(span).length,
        }
  return as(searched, (version) => ({
    id: String(version.no),
    brandId: version.brandId,
    atMs: version.atMs,
    madeBy: version.isByDesk ? version.madeBy : null,
    text: () => textOf(version),
    link,
  }))
}

const visibility = (db: ReadableDb, kind: 'model' | 'interval', { words }: Asked = {}) =>
  versions(visibilityEvents(db, kind), {
    words,
    textOf: ({ changes }) =>
      changes.map((change) => (change.kind === 'model' ? modelText(change) : intervalText(change))).join('; '),
    link: { view: 'tracking', params: {} },
  })

/** One source for each kind. */
export const EVENTS: Readonly<Record<EventKind, (db: ReadableDb, asked?: Asked) => EventsOf<Happened>>> = {
  published: (db, asked) => articles(db, 'published', asked),
  scheduled: (db, asked) => articles(db, 'scheduled', asked),
  unpublished: (db, asked) => articles(db, 'unpublished', asked),
  model: (db, asked) => visibility(db, 'model', asked),
  interval: (db, asked) => visibility(db, 'interval', asked),
  permission: (db, { words } = {}) => {
    const labelsOf = toolLabels(db)
    return versions(permissionEvents(db), {
      words,
      textOf: ({ brandId, changes, isByDesk }) => permissionText(changes, isByDesk, labelsOf(brandId)),
      link: { view: 'permissions', params: { tab: 'versions' } },
    })
  },
  reply: (db, { words = [] } = {}) =>
    as(
      replyEvents(db, (fields) => saysAll(words, (word) => replySql({ ...fields, word }))),
      ({ id, brandId, atMs, isTimeOfReply, ...pitch }) => ({
        id,
        brandId,
        atMs,
        madeBy: null,
        text: () => replyText({ ...pitch, isTimeOfReply: isTimeOfReply === 1 }),
        link: { view: 'outbox', params: {} },
      }),
    ),
  audit: (db, { words = [] } = {}) =>
    as(
      auditEvents(db, (fields) => saysAll(words, (word) => auditSql({ ...fields, word }))),
      (audit) => ({
        ...audit,
        subject: audit.url,
        text: () => auditText(audit),
        link: { view: 'audits', params: {} },
      }),
    ),
}
