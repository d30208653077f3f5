import type { Annotation, AnnotationKind } from '../../../src-shared/desk/annotations.ts'
import { type Column, column, pagedList } from '../list.ts'

const KINDS: Readonly<Record<AnnotationKind, string>> = {
  note: 'note',
  published: 'published',
  scheduled: 'published as scheduled',
  unpublished: 'unpublished',
  model: 'AI model switched',
  interval: 'refresh interval changed',
  permission: 'permission changed',
  reply: 'pitch replied',
  audit: 'audit',
}

const annotations: readonly Column<Annotation>[] = [
  column('brand', 'Brand', ({ brandIds }, facts) =>
    brandIds === 'all' ? 'all brands' : brandIds.map(facts.brandName).join(', '),
  ),
  column('day', 'Day', ({ day }) => day),
  column('untilDay', 'Until', ({ untilDay }) => untilDay),
  column('kind', 'Type', ({ kind }) => KINDS[kind]),
  column('text', 'Text', ({ text }) => text),
  column('keyword', 'Keyword', ({ keyword }) => keyword),
  column('page', 'Page', ({ page }) => page),
  column('at', 'Written or happened at', ({ at }) => at),
  column('by', 'Person', ({ by }) => by?.name),
]

export const annotationLists = {
  annotations: pagedList('annotations.list', annotations),
}
