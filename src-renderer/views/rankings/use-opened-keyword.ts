import { setParams, useParams, useScope } from '../../state/location.ts'
import type { Opened } from '../../table/use-opened.ts'

type Keyword = { readonly brandId: string; readonly keyword: string }

const open = ({ brandId, keyword }: Keyword): void => setParams({ brand: brandId, keyword })
const close = (): void => setParams({ brand: '', keyword: '' })

/** The keyword of the address. One of another brand is not shown under this one's name. */
export const useOpenedKeyword = (): Opened<Keyword, Keyword> => {
  const scope = useScope()
  const { brand, keyword } = useParams()
  const isShown = keyword !== undefined && brand !== undefined && (scope === 'all' || brand === scope)
  return {
    shown: isShown ? { brandId: brand, keyword } : null,
    open,
    close,
    isShown: (row) => row.brandId === brand && row.keyword === keyword,
  }
}
