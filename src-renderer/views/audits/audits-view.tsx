import { Button, Group, Menu } from '@mantine/core'
import { IconBell, IconPlayerPlay } from '@tabler/icons-react'
import { useCallback, useMemo, useRef, useState } from 'react'
import { useCommands } from '../../commands/use-commands.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { TextAndTag } from '../../parts/fields/text-and-tag.tsx'
import { Page, Panel } from '../../parts/panel.tsx'
import type { VirtualBodyHandle } from '../../parts/virtual-body.tsx'
import { reminderLabel, runAudit, setReminder } from '../../state/audits.ts'
import { useBrands, useHasNoBrands } from '../../state/brands.ts'
import { useNarrowedExport } from '../../state/exporting.tsx'
import { brandIdsOf, setParams, setScope, useParams, useScope } from '../../state/location.ts'
import { useRowKeys } from '../../table/use-row-keys.ts'
import { NothingFits } from '../../table/view-empty.tsx'
import { Welcome } from '../brands/welcome.tsx'
import { type AuditSort, type AuditTableRow, auditQuery, auditRows, selectAudits } from './audit-rows.ts'
import { AuditsTable } from './audits-table.tsx'
import { BrandAudits, RunButton } from './brand-audits.tsx'
import { ConfirmAudits } from './confirm-audits.tsx'
import { REMINDERS } from './reminder-field.tsx'
import { RunBar } from './run-bar.tsx'

const useAuditsOf = (scope: string) => {
  const brandIds = brandIdsOf(scope)
  const sites = useDesk('research.auditSites', { brandIds })
  // Only the current run is needed here, not the rows.
  const audits = useDesk('research.audits', { brandIds, limit: 1 })
  const brands = useBrands((state) => state.byId)
  const query = auditQuery(useParams())
  const all = useMemo(() => auditRows(sites.value?.sites ?? [], brands), [sites.value, brands])
  return {
    all,
    query,
    run: audits.value?.run,
    isAsked: sites.value !== undefined && audits.value !== undefined,
    error: sites.error ?? audits.error,
    reload: () => {
      sites.reload()
      audits.reload()
    },
  }
}

const Filters = ({ all }: { readonly all: readonly AuditTableRow[] }) => {
  const { due } = useParams()
  const dueCount = all.filter(({ site }) => site.isDue).length
  const isDueOnly = due === '1'
  return (
    <Group>
      <TextAndTag label="Filter brands and sites" placeholder="Filter brands and sites" />
      {dueCount === 0 && !isDueOnly ? null : (
        <Button
          variant={isDueOnly ? 'light' : 'default'}
          radius="xl"
          leftSection={<IconBell size={13} aria-hidden />}
          aria-pressed={isDueOnly}
          onClick={() => setParams({ due: isDueOnly ? '' : '1' })}
        >
          Due {dueCount}
        </Button>
      )}
    </Group>
  )
}

type ListProps = { readonly view: ReturnType<typeof useAuditsOf> }

const All = ({ view: { all, query } }: ListProps) => {
  const body = useRef<VirtualBodyHandle>(null)
  const rows = useMemo(() => selectAudits(all, query), [all, query])
  const ids = useMemo(() => rows.map(({ brand }) => brand.id), [rows])
  const reveal = useCallback((index: number) => body.current?.reveal(index), [])
  const [asked, setAsked] = useState<readonly AuditTableRow[] | null>(null)
  const { active, selected, pick, select } = useRowKeys({ ids, onOpen: setScope, onMove: reveal, hasRanges: true })
  const picked = rows.filter(({ brand }) => selected.has(brand.id))
  const pickedIds = useMemo(() => ids.filter((id) => selected.has(id)), [ids, selected])
  useNarrowedExport({ matching: rows.length < all.length ? ids : null, picked: pickedIds })
  const targets = picked.length > 0 ? picked : rows
  const ready = targets.filter(({ site }) => site.url !== null).length
  const confirm = () => setAsked(targets)
  const due = all.filter(({ site }) => site.isDue)
  useCommands('Audits', [
    {
      id: 'audits.run',
      title: `Audit ${plural(ready, 'site')} …`,
      icon: IconPlayerPlay,
      keys: ['a'],
      isEnabled: () => ready > 0,
      run: confirm,
    },
    {
      id: 'audits.due',
      title: `Audit ${plural(due.length, 'due site')} …`,
      icon: IconBell,
      isEnabled: () => due.length > 0,
      run: () => setAsked(due),
    },
  ])
  return (
    <>
      <Filters all={all} />
      <Panel
        isFlush
        title={
          rows.length === all.length ? plural(all.length, 'brand') : `${rows.length} of ${plural(all.length, 'brand')}`
        }
        aside={
          <>
            {picked.length === 0 ? null : (
              <>
                <span className="soft">{picked.length} selected</span>
                <RemindMany rows={picked} />
              </>
            )}
            <Button leftSection={<IconPlayerPlay size={14} aria-hidden />} disabled={ready === 0} onClick={confirm}>
              Audit {plural(ready, 'site')} …
            </Button>
          </>
        }
      >
        {rows.length === 0 ? (
          <NothingFits
            title="No brands match this filter"
            clearLabel="Show all brands"
            onClear={() => setParams({ q: '', tag: '', due: '' })}
          />
        ) : (
          <AuditsTable
            rows={rows}
            sort={query.sort}
            isDescending={query.isDescending}
            onSort={(sort: AuditSort, isDescending) => setParams({ sort, order: isDescending ? 'desc' : 'asc' })}
            active={active}
            selected={selected}
            onPick={pick}
            onSelectAll={() => select(ids.every((id) => selected.has(id)) ? new Set() : new Set(ids))}
            onOpen={setScope}
            onRun={({ brand }) => void runAudit(brand.id)}
            ref={body}
          />
        )}
      </Panel>
      <ConfirmAudits rows={asked} onClose={() => setAsked(null)} />
    </>
  )
}

const RemindMany = ({ rows }: { readonly rows: readonly AuditTableRow[] }) => (
  <Menu position="bottom-end">
    <Menu.Target>
      <Button variant="default" leftSection={<IconBell size={14} aria-hidden />}>
        Remind
      </Button>
    </Menu.Target>
    <Menu.Dropdown>
      <Menu.Label>{plural(rows.length, 'brand')}</Menu.Label>
      {[...REMINDERS, null].map((days) => (
        <Menu.Item
          key={String(days)}
          onClick={() =>
            void setReminder(
              rows.map(({ site }) => site),
              days,
            )
          }
        >
          {reminderLabel(days)}
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  </Menu>
)

/** Site audits over all brands, and one brand's history. */
export const AuditsView = () => {
  const scope = useScope()
  const view = useAuditsOf(scope)
  const hasNone = useHasNoBrands()
  if (hasNone) return <Welcome />
  const only = scope === 'all' ? undefined : view.all[0]
  return (
    <Page
      note={scope === 'all' ? 'Site health of each brand, and changes since the last audit' : 'Site health over time'}
      actions={
        only === undefined ? null : (
          <>
            <Button variant="default" onClick={() => setScope('all')}>
              Compare all brands
            </Button>
            <RunButton site={only.site} label="Audit" isQuiet={only.site.last === null} />
          </>
        )
      }
    >
      <ErrorNotice title="The audits could not be read" error={view.error} onRetry={view.reload} />
      {only === undefined || view.run?.endedAt === null ? <RunBar run={view.run} /> : null}
      {!view.isAsked ? null : only === undefined ? (
        scope === 'all' ? (
          <All view={view} />
        ) : null
      ) : (
        <BrandAudits key={scope} site={only.site} />
      )}
    </Page>
  )
}
