import type { ImpactRow } from '../../../src-shared/desk/impact.ts'
import { impactParam } from '../../format/impact-address.ts'
import { setParams, useParams, useScope } from '../../state/location.ts'
import type { Opened } from '../../table/use-opened.ts'

export type OpenedImpact = { readonly brandId: string; readonly articleSlug: string; readonly day: string }

const open = ({ brandId, articleSlug, publishedDay }: ImpactRow): void =>
  setParams({ open: impactParam({ brandId, articleSlug, day: publishedDay }) })
const close = (): void => setParams({ open: '' })

/** Brand, day and slug of the address; only the slug may hold spaces. */
const openedFrom = (text: string): OpenedImpact | null => {
  const [, brandId, day, articleSlug] = /^(\S+) (\d{4}-\d{2}-\d{2}) (.+)$/s.exec(text) ?? []
  return brandId === undefined || day === undefined || articleSlug === undefined ? null : { brandId, articleSlug, day }
}

/** The article of the address. One of another brand is not shown under this one's name. */
export const useOpenedImpact = (): Opened<ImpactRow, OpenedImpact> => {
  const scope = useScope()
  const opened = openedFrom(useParams().open ?? '')
  return {
    shown: opened !== null && (scope === 'all' || opened.brandId === scope) ? opened : null,
    open,
    close,
    isShown: ({ brandId, articleSlug, publishedDay }) =>
      opened?.brandId === brandId && opened.articleSlug === articleSlug && opened.day === publishedDay,
  }
}
