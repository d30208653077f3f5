// What the desk knows to have happened, read from where each room keeps it.
import type { Annotation, AnnotationKind } from '../../../src-shared/desk/annotations.ts'
import { isSlugInPage } from '../../base/page-slugs.ts'
import { permissionEvents } from '../../connectors/public.ts'
import { replyEvents } from '../../pitches/public.ts'
import { articleEvents } from '../../publishing/public.ts'
import { auditEvents } from '../../research/public.ts'
import type { ReadableDb } from '../../store/db.ts'
import { visibilityEvents } from '../../visibility/public.ts'
import { articleText, auditText, intervalText, modelText, permissionText, replyText } from '../rules/labels.ts'

export type Happened = {
  readonly kind: AnnotationKind
  readonly id: string
  readonly brandId: string
  readonly atMs: number
  readonly text: string
  /** The article's slug, or the audited address. */
  readonly subject?: string
  readonly madeBy: string | null
  readonly link: Annotation['link']
}

export type EventsArgs = {
  readonly brandIds: readonly string[]
  readonly fromMs: number
  /** Not included. */
  readonly untilMs: number
  readonly kinds: ReadonlySet<AnnotationKind>
  /** Only articles of these pages; null: any. */
  readonly pages: readonly string[] | null
}

const articles = (db: ReadableDb, args: EventsArgs): Happened[] =>
  articleEvents(db, args)
    .filter(({ slug }) => args.pages === null || args.pages.some((page) => isSlugInPage(slug, page)))
    .map(({ kind, id, brandId, atMs, madeBy, intentId, slug, isByWebhook }) => ({
      kind,
      id,
      brandId,
      atMs,
      madeBy,
      text: articleText({ kind, slug, isByWebhook }),
      subject: slug,
      link: intentId === null ? { view: 'publish', params: {} } : { view: 'intents', params: { open: intentId } },
    }))

const visibility = (db: ReadableDb, args: EventsArgs): Happened[] =>
  visibilityEvents(db, args).map((event) => ({
    kind: event.kind,
    id: event.id,
    brandId: event.brandId,
    atMs: event.atMs,
    madeBy: event.isByDesk ? event.madeBy : null,
    text: event.kind === 'model' ? modelText(event) : intervalText(event),
    link: { view: 'visibility', params: {} },
  }))

const permissions = (db: ReadableDb, args: EventsArgs): Happened[] =>
  permissionEvents(db, args).map(({ changes, isByDesk, madeBy, ...event }) => ({
    ...event,
    kind: 'permission',
    madeBy: isByDesk ? madeBy : null,
    text: permissionText(changes, isByDesk),
    link: { view: 'connectors', params: { tab: 'versions' } },
  }))

const replies = (db: ReadableDb, args: EventsArgs): Happened[] =>
  replyEvents(db, args).map(({ id, brandId, atMs, ...reply }) => ({
    id,
    brandId,
    atMs,
    kind: 'reply',
    madeBy: null,
    text: replyText(reply),
    link: { view: 'outbox', params: {} },
  }))

const audits = (db: ReadableDb, args: EventsArgs): Happened[] =>
  auditEvents(db, args).map(({ id, brandId, atMs, madeBy, ...audit }) => ({
    id,
    brandId,
    atMs,
    madeBy,
    kind: 'audit',
    text: auditText(audit),
    subject: audit.url,
    link: { view: 'audits', params: {} },
  }))

const SOURCES: readonly { readonly kinds: readonly AnnotationKind[]; readonly read: typeof articles }[] = [
  { kinds: ['published', 'scheduled', 'unpublished'], read: articles },
  { kinds: ['model', 'interval'], read: visibility },
  { kinds: ['permission'], read: permissions },
  { kinds: ['reply'], read: replies },
  { kinds: ['audit'], read: audits },
]

/** Of the wanted kinds, in no order. Sources of other kinds are not read. */
export const happened = (db: ReadableDb, args: EventsArgs): Happened[] =>
  SOURCES.filter(({ kinds }) => kinds.some((kind) => args.kinds.has(kind)))
    .flatMap(({ read }) => read(db, args))
    .filter(({ kind }) => args.kinds.has(kind))
