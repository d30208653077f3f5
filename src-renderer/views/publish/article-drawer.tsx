import { ActionIcon, Select } from '@mantine/core'
import { IconSearch, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Article } from '../../../src-shared/desk/publishing.ts'
import { DAY_MS } from '../../../src-shared/service/durations.ts'
import { useDesk } from '../../data/use-desk.ts'
import { wallOf } from '../../format/zones.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { brandName, useBrands } from '../../state/brands.ts'
import { useScope } from '../../state/location.ts'
import { pickFor, setPicker, usePicker } from '../../state/publish-draft.ts'
import { useZone } from '../../state/settings.ts'
import tableCss from '../../table/table-page.module.css'
import { ArticleList } from './article-list.tsx'
import css from './articles.module.css'
import { PickedPanel } from './picked-panel.tsx'

const SHOWN_MAX = 500
const FREE: readonly Article['state'][] = [null, 'draft', 'failed', 'unpublished']
const isFree = ({ state }: Article): boolean => FREE.includes(state)
/** What is neither published nor scheduled is most likely what is wanted. */
const freeFirst = (rows: readonly Article[]): readonly Article[] =>
  rows.toSorted((one, other) => Number(isFree(other)) - Number(isFree(one)))

const BrandChoice = () => {
  const brands = useBrands((state) => state.list)
  const brandId = usePicker((state) => state.brandId)
  return (
    <Select
      aria-label="Brand of the articles"
      placeholder="Choose a brand"
      searchable
      allowDeselect={false}
      limit={100}
      data={brands.map(({ id, name }) => ({ value: id, label: name }))}
      value={brandId === '' ? null : brandId}
      onChange={(next) => next !== null && pickFor(next)}
    />
  )
}

/** The brand in view, else the one that was chosen last, else the first. */
const useBrandId = (): string => {
  const scope = useScope()
  const chosen = usePicker((state) => state.brandId)
  const first = useBrands((state) => state.list[0]?.id ?? '')
  const brandId = scope === 'all' ? chosen || first : scope
  useEffect(() => pickFor(brandId), [brandId])
  return brandId
}

type Props = {
  /** The day that was clicked; empty: tomorrow. */
  readonly day: string
  readonly zoneView: string
  readonly onClose: () => void
}

/** The articles of a brand beside the calendar: choose, then schedule on one day or spaced over several. */
export const ArticleDrawer = ({ day, zoneView, onClose }: Props) => {
  const scope = useScope()
  const brandId = useBrandId()
  const zone = useZone(zoneView)
  const search = usePicker((state) => state.search)
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    setPicker({ day: day === '' ? wallOf(Date.now() + DAY_MS, zone).day : day })
  }, [day, zone])
  const { value, error, reload } = useDesk(
    'publishing.articles',
    brandId === '' ? null : { brandIds: [brandId], search: search.trim(), limit: SHOWN_MAX },
  )
  const isRead = value !== undefined
  // Enter on a day leads to the first article, so that Enter chooses it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another day leads there again
  useEffect(() => {
    if (isRead)
      (panel.current?.querySelector<HTMLElement>('li button') ?? panel.current?.querySelector('input'))?.focus()
  }, [isRead, day])
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.stopPropagation()
    onClose()
  }
  return (
    <aside ref={panel} className={`${tableCss.side} ${css.drawer}`} aria-label="Articles" onKeyDown={close}>
      <header className={tableCss.sideHead}>
        <h2 className={css.drawerTitle}>Articles</h2>
        <ActionIcon ml="auto" aria-label="Close the articles" title="Close (Esc)" onClick={onClose}>
          <IconX size={16} />
        </ActionIcon>
      </header>
      <div className={css.find}>
        {scope === 'all' ? <BrandChoice /> : null}
        <TextField
          data-view-filter
          aria-label="Find an article by title or slug"
          placeholder="Title or slug"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={search}
          onChange={(search) => setPicker({ search })}
        />
      </div>
      <ErrorNotice error={error} title="The articles could not be read" onRetry={reload} />
      <ArticleList articles={freeFirst(value?.rows ?? [])} total={value?.total ?? 0} who={brandName(brandId)} />
      <PickedPanel zoneView={zoneView} at={null} onDone={onClose} />
    </aside>
  )
}
