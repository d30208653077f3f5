import { SegmentedControl } from '@mantine/core'
import { IconBasket, IconBulb } from '@tabler/icons-react'
import { useMemo } from 'react'
import { useCommands } from '../../commands/use-commands.ts'
import { useDesk } from '../../data/use-desk.ts'
import { Columns } from '../../parts/columns.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { ScopeFreshness } from '../../parts/freshness-label.tsx'
import { Page } from '../../parts/panel.tsx'
import { byName, useBrands, useHasNoBrands } from '../../state/brands.ts'
import { setParams, useLocation, useParams, useScope } from '../../state/location.ts'
import { oldestSync, useSync } from '../../state/sync.ts'
import { Welcome } from '../brands/welcome.tsx'
import { Basket } from './basket.tsx'
import { SuggestForm } from './suggest-form.tsx'
import { Suggestions } from './suggestions.tsx'

/** The brand in view; with all brands in view, the chosen one, else the last one viewed. */
const useAskedBrand = (): string => {
  const scope = useScope()
  const { brand } = useParams()
  const recents = useLocation((state) => state.recents)
  const brands = useBrands((state) => state.list)
  if (scope !== 'all') return scope
  const known = new Set(brands.map(({ id }) => id))
  return [brand ?? '', ...recents].find((id) => known.has(id)) ?? byName(brands)[0]?.id ?? ''
}

/** Keyword suggestions for a brand, and the basket of kept keywords. */
export const ResearchView = () => {
  const scope = useScope()
  const { tab } = useParams()
  const brandId = useAskedBrand()
  const hasNone = useHasNoBrands()
  const { value, error, reload } = useDesk('research.basket', {})
  const byBrand = useSync((state) => state.byBrand)
  const rows = value?.rows
  const inScope = useMemo(() => rows?.filter((row) => scope === 'all' || row.brandId === scope), [rows, scope])
  const ofBrand = useMemo(() => rows?.filter((row) => row.brandId === brandId), [rows, brandId])
  const kept = inScope?.filter(({ state }) => state === 'keep').length ?? 0
  const isBasket = tab === 'basket'
  const shown = isBasket ? scope : brandId
  const show = (next: string) => setParams({ tab: next === 'basket' ? 'basket' : '', q: '', state: '' })
  useCommands('Keywords', [
    { id: 'keywords.ask', title: 'Suggest keywords', icon: IconBulb, run: () => show('') },
    { id: 'keywords.basket', title: 'Show the basket', icon: IconBasket, run: () => show('basket') },
  ])
  if (hasNone) return <Welcome />
  return (
    <Page
      note="Keyword suggestions and your basket"
      actions={
        <>
          <span className="soft" title="Positions and tracked keywords come from the rankings">
            Rankings: <ScopeFreshness freshAsOf={oldestSync(byBrand, shown)} scope={shown} />
          </span>
          <SegmentedControl
            aria-label="Show"
            data={[
              { value: 'ask', label: 'Suggestions' },
              { value: 'basket', label: kept === 0 ? 'Basket' : `Basket · ${kept}` },
            ]}
            value={isBasket ? 'basket' : 'ask'}
            onChange={show}
          />
        </>
      }
    >
      <ErrorNotice title="The basket could not be read" error={error} onRetry={reload} />
      {isBasket ? (
        <Basket all={inScope} onAsk={() => show('')} />
      ) : (
        <Columns side="left">
          <SuggestForm brandId={brandId} onBrand={scope === 'all' ? (brand) => setParams({ brand }) : null} />
          <Suggestions key={brandId} brandId={brandId} basket={ofBrand} />
        </Columns>
      )}
    </Page>
  )
}
