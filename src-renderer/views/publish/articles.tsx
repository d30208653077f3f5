import { Button, Group } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import type { CALENDAR_STATES } from '../../../src-shared/desk/publishing.ts'
import { useDesk } from '../../data/use-desk.ts'
import { ENTRY_LABELS } from '../../format/entry-labels.ts'
import type { PublishKind } from '../../format/intent-labels.ts'
import { plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { FilterInput } from '../../parts/filter-input.tsx'
import { MainAction } from '../../parts/main-action.tsx'
import { MenuFilter } from '../../parts/menu-filter.tsx'
import { clearPicks, setPicker, usePicker } from '../../state/article-picker.ts'
import { brandName } from '../../state/brands.ts'
import { brandIdsOf, useScope } from '../../state/location.ts'
import { setDraft } from '../../state/publish-draft.ts'
import { SideHeading, SidePanel } from '../../table/side-panel.tsx'
import pageCss from '../../table/table-page.module.css'
import { TablePage } from '../../table/table-page.tsx'
import { ArticleList } from './article-list.tsx'
import { ZONE_VIEW } from './compose.tsx'
import { PickedPanel } from './picked-panel.tsx'

const SHOWN_MAX = 500
type State = (typeof CALENDAR_STATES)[number]

/** To the review of an action on the chosen articles; nothing is sent before it is confirmed there. */
const review = (kind: PublishKind): void => {
  const { brandId, picked, provider } = usePicker.getState()
  setDraft({ kind, brandIds: [brandId], slugs: { [brandId]: picked }, provider, step: 'review' })
  clearPicks()
}

const Chosen = () => {
  const { brandId, picked } = usePicker()
  return (
    <SidePanel
      title={`${plural(picked.length, 'article')} for ${brandName(brandId)}`}
      note={picked.join(', ')}
      onClose={clearPicks}
    >
      <section>
        <SideHeading>Schedule</SideHeading>
        <PickedPanel zoneView={ZONE_VIEW} onDone={() => {}} />
      </section>
      <section>
        <SideHeading>Other actions, reviewed first</SideHeading>
        <Group gap="xs">
          <Button variant="default" onClick={() => review('publish')}>
            Publish now …
          </Button>
          <Button variant="default" onClick={() => review('unschedule')}>
            Unschedule …
          </Button>
          <Button variant="default" onClick={() => review('unpublish')}>
            Unpublish …
          </Button>
        </Group>
      </section>
    </SidePanel>
  )
}

/** The articles of one brand or all that this desk knows, and what can be done with those that are chosen. */
export const Articles = () => {
  const scope = useScope()
  const { search, picked, brandId } = usePicker()
  const [states, setStates] = useState<readonly State[]>([])
  const { value, error, reload } = useDesk('publishing.articles', {
    brandIds: brandIdsOf(scope),
    search: search.trim(),
    limit: SHOWN_MAX,
  })
  const all = value?.rows ?? []
  const rows = states.length === 0 ? all : all.filter(({ state }) => state !== null && states.includes(state))
  const isChosen = picked.length > 0 && (scope === 'all' || scope === brandId)
  return (
    <>
      <MainAction>
        <Button
          leftSection={<IconFileSpreadsheet size={14} />}
          onClick={() => setDraft({ step: 'compose', ...(scope === 'all' ? {} : { brandIds: [scope] }) })}
        >
          Type or paste a list
        </Button>
      </MainAction>
      <TablePage
        isExported
        top={
          <div className={pageCss.filters} style={{ paddingTop: 10 }}>
            <FilterInput
              label="Find an article by title or slug"
              placeholder="Title or slug"
              value={search}
              onChange={(text) => setPicker({ search: text })}
            />
            <MenuFilter label="Status" labels={ENTRY_LABELS} chosen={states} onChange={setStates} />
            <span className="soft">
              {value === undefined ? '' : plural(states.length === 0 ? value.total : rows.length, 'article')}
              {scope === 'all' ? ' · first ranked pages of each brand' : ''}
            </span>
            <ErrorNotice error={error} title="The articles could not be read" onRetry={reload} />
          </div>
        }
        table={
          <ArticleList
            isWide
            articles={rows}
            total={states.length === 0 ? (value?.total ?? 0) : rows.length}
            who={scope === 'all' ? 'all brands' : brandName(scope)}
          />
        }
        side={isChosen ? <Chosen /> : null}
      />
    </>
  )
}
