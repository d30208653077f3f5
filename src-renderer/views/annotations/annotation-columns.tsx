import type { Annotation } from '../../../src-shared/desk/annotations.ts'
import { ANNOTATION_LABELS, annotationDays, annotationText } from '../../format/annotation-labels.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import type { DataColumn } from '../../table/column.ts'

const BrandsCell = ({ brandIds }: Pick<Annotation, 'brandIds'>) => {
  if (brandIds === 'all') return <span>All brands</span>
  const [only] = brandIds
  return brandIds.length === 1 && only !== undefined ? (
    <BrandBadge brandId={only} />
  ) : (
    <span>{plural(brandIds.length, 'brand')}</span>
  )
}

const aboutOf = ({ keyword, page }: Annotation): string => [keyword, page].filter((part) => part !== null).join(' · ')

export const ANNOTATION_COLUMNS: readonly DataColumn<Annotation>[] = [
  { id: 'day', header: 'Day', widthPx: 132, text: (row) => annotationDays(row) },
  {
    id: 'brands',
    header: 'Brands',
    widthPx: 150,
    text: ({ brandIds }) => (brandIds === 'all' ? 'all brands' : String(brandIds.length)),
    cell: (row) => <BrandsCell brandIds={row.brandIds} />,
  },
  { id: 'kind', header: 'Type', widthPx: 164, text: ({ kind }) => ANNOTATION_LABELS[kind] },
  { id: 'text', header: 'Text', widthPx: 220, grows: true, text: (row) => annotationText(row) },
  { id: 'about', header: 'Keyword or page', widthPx: 150, isLesser: true, text: aboutOf },
]

/** In a team also who wrote or did it. */
export const TEAM_ANNOTATION_COLUMNS: readonly DataColumn<Annotation>[] = [
  ...ANNOTATION_COLUMNS,
  { id: 'by', header: 'Person', widthPx: 110, isLesser: true, text: ({ by }) => by?.name ?? '' },
]
