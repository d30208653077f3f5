import { Button, Chip, Group, Menu, Stack, Text } from '@mantine/core'
import { IconChevronDown, IconWebhook } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { Delivery, ListedDelivery } from '../../../src-shared/desk/webhooks.ts'
import { pageQuery } from '../../data/page-query.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { EmptyState } from '../../parts/empty-state.tsx'
import { useBrand } from '../../state/brands.ts'
import { clear, isNarrowed, rememberEvents, useEventNames, useInboxFilters } from '../../state/filters/lists.ts'
import { brandIdsOf, setParams, useScope } from '../../state/location.ts'
import { FilterRow } from '../../table/filter-row.tsx'
import { TableView } from '../../table/table-view.tsx'
import { useOpenedId } from '../../table/use-opened.ts'
import { useTable } from '../../table/use-table.ts'
import { NothingFits } from '../../table/view-empty.tsx'
import { DELIVERY_COLUMNS, DELIVERY_SORTING } from './delivery-columns.tsx'
import { DeliveryPanel } from './delivery-panel.tsx'
import { DELIVERY_LABELS } from './delivery-text.ts'
import css from './webhooks.module.css'

const BODY = { event: 'article.published', article: { slug: 'your-article', title: 'Your article' } }

/** The secret is not in it: what is typed into a terminal is kept there. */
const curlLine = (url: string): string =>
  `curl -X POST '${url}' -H "Authorization: Bearer $SECRET" -H 'Content-Type: application/json' -d '${JSON.stringify(BODY)}'`

/** What a sender sends, for those who set one up before the first delivery has come. */
const ExampleDelivery = ({ url }: { readonly url: string }) => (
  <Stack component="section" gap="xs" maw={640} mx="auto" px="md" pb="md" aria-label="Example of a delivery">
    <Text size="xs" c="dimmed">
      A delivery has this body:
    </Text>
    <pre className={css.code}>{JSON.stringify(BODY, null, 2)}</pre>
    <Text size="xs" c="dimmed">
      The same from a terminal, with the brand’s secret in place of $SECRET:
    </Text>
    <pre className={css.code}>{curlLine(url)}</pre>
    <Group>
      <CopyButton text={curlLine(url)} label="Copy the curl line" said="curl line copied" />
    </Group>
  </Stack>
)

type Status = Delivery['status']
const STATUSES = Object.keys(DELIVERY_LABELS) as readonly Status[] // keys of a const object
const ROW_NOUNS = ['delivery', 'deliveries'] as const

const FiltersBar = ({ onDone }: { readonly onDone: () => void }) => {
  const { status, event } = useInboxFilters()
  const names = useEventNames((state) => state.names)
  return (
    <FilterRow by="slug, title or body" of="deliveries" store={useInboxFilters} onDone={onDone}>
      <Menu position="bottom-start" width={220}>
        <Menu.Target>
          <Button variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
            {event ?? 'Any event'}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => useInboxFilters.setState({ event: null })}>Any event</Menu.Item>
          {names.map((name) => (
            <Menu.Item key={name} onClick={() => useInboxFilters.setState({ event: name })}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <Chip.Group
        multiple
        value={[...status]}
        onChange={(next) => useInboxFilters.setState({ status: STATUSES.filter((each) => next.includes(each)) })}
      >
        {STATUSES.map((each) => (
          <Chip key={each} size="xs" value={each}>
            {DELIVERY_LABELS[each].word}
          </Chip>
        ))}
      </Chip.Group>
    </FilterRow>
  )
}

type EmptyProps = {
  readonly isFiltered: boolean
  readonly who: string
  /** Of the brand in view, or of the first. */
  readonly url: string | undefined
}

const Empty = ({ isFiltered, who, url }: EmptyProps) =>
  isFiltered ? (
    <NothingFits title="No deliveries match these filters" onClear={() => clear(useInboxFilters)} />
  ) : (
    <>
      <EmptyState
        icon={<IconWebhook size={22} />}
        title={`No delivery for ${who} yet`}
        action={<Button onClick={() => setParams({ section: 'addresses', open: '' })}>Addresses and secrets</Button>}
      >
        Each brand has its own address and secret. Give both to the system that publishes for the brand. When it
        publishes an article, a delivery arrives here, confirms the publish and marks the day on the rank chart. Send a
        sample to try it.
      </EmptyState>
      {url === undefined ? null : <ExampleDelivery url={url} />}
    </>
  )

type InboxProps = Pick<EmptyProps, 'url'> & {
  readonly note: ReactNode
  readonly actions: ReactNode
  readonly faults: ReactNode
  /** Requests that were turned away before they became deliveries. */
  readonly refusals: ReactNode
}

/** The deliveries of all brands in view, newest first. */
export const Inbox = ({ url, note, actions, faults, refusals }: InboxProps) => {
  const scope = useScope()
  const brand = useBrand(scope)
  const filters = useInboxFilters()
  const { search, status, event } = filters
  const filter = {
    ...(status.length === 0 ? {} : { status: [...status] }),
    ...(event === null ? {} : { event: [event] }),
  }
  const input = { brandIds: brandIdsOf(scope), filter }
  const table = useTable<ListedDelivery>({
    view: 'webhooks',
    columns: DELIVERY_COLUMNS,
    sorting: DELIVERY_SORTING,
    query: (sort) =>
      pageQuery('webhooks.deliveries', { input, search, sort, onReply: ({ rows }) => rememberEvents(rows) }),
  })
  return (
    <TableView
      table={table}
      title="Webhooks"
      label={`Deliveries of ${table.who}`}
      rowNouns={ROW_NOUNS}
      note={note}
      actions={actions}
      top={
        <>
          {faults}
          <FiltersBar onDone={table.focus} />
        </>
      }
      opened={useOpenedId()}
      side={(id, close) => <DeliveryPanel id={id} onClose={close} />}
      foot={refusals}
      empty={<Empty who={brand?.name ?? 'any brand'} isFiltered={isNarrowed(filters)} url={url} />}
    />
  )
}
