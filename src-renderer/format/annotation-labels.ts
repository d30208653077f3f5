import type { Annotation, AnnotationKind } from '../../src-shared/desk/annotations.ts'
import { titleOfSlug } from '../../src-shared/desk/values/slugs.ts'
import { formatDate, formatDay, formatShortDay } from './time.ts'
import { UTC } from './zones.ts'

export const ANNOTATION_LABELS: Readonly<Record<AnnotationKind, string>> = {
  note: 'Note',
  published: 'Published',
  scheduled: 'Published as scheduled',
  unpublished: 'Unpublished',
  model: 'AI model switched',
  interval: 'Refresh interval changed',
  permission: 'Permission changed',
  reply: 'Pitch replied',
  audit: 'Audit',
}

const { note: _, ...eventLabels } = ANNOTATION_LABELS
/** What the desk saw; a note is a person's. */
export const EVENT_LABELS: Readonly<Record<Exclude<AnnotationKind, 'note'>, string>> = eventLabels

type Dated = Pick<Annotation, 'kind' | 'day' | 'untilDay' | 'at'>

/**
 * `12 Nov – 15 Nov`, one day as `Thu 12 Nov`. What happened on another day of the person's zone than of UTC, as charts have
 * it, names both: `Thu 12 Nov · Fri 13 Nov in your time`.
 */
export const annotationDays = ({ kind, day, untilDay, at }: Dated, zone?: string): string => {
  if (untilDay !== null) return `${formatShortDay(day)} – ${formatShortDay(untilDay)}`
  const own = formatDate(at, zone)
  return kind === 'note' || own === formatDate(at, UTC) ? formatDay(day) : `${formatDay(day)} · ${own} in your time`
}

const SHORT_MAX = 160

/** An address as people say it: `acme.com/shop`. */
const siteText = (url: string): string => url.replace(/^https?:\/\/(www\.)?/, '').replace(/\/$/, '')

type Told = Pick<Annotation, 'kind' | 'text'> & Partial<Pick<Annotation, 'subject'>>

/** A note without its Markdown signs; an event with the title of its article in place of the slug. */
const plainText = ({ kind, text, subject }: Told): string => {
  if (kind === 'note') return text.replaceAll(/[*_`#>]+/g, '')
  return subject == null ? text : text.replace(subject, () => (kind === 'audit' ? siteText : titleOfSlug)(subject))
}

/** On one line and not too long. */
export const annotationText = (told: Told, max = SHORT_MAX): string => {
  const plain = plainText(told).replaceAll(/\s+/g, ' ').trim()
  return plain.length > max ? `${plain.slice(0, max - 1)}…` : plain
}

/** What an event says beside the name of its kind, which is not said twice: `Metal roofing` beside `Published`. A note as it is. */
export const eventText = (event: Told): string => {
  const text = annotationText(event)
  const label = ANNOTATION_LABELS[event.kind]
  return event.kind !== 'note' && text.startsWith(`${label} `) ? text.slice(label.length + 1).replace(/^of /, '') : text
}
