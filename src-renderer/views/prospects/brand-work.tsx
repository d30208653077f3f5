import { Group, Loader } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { Intent } from '../../../src-shared/desk/intents.ts'
import { useDesk } from '../../data/use-desk.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { useSeconds } from '../../parts/use-now.ts'
import { brandIdsOf, type Scope } from '../../state/location.ts'
import { elapsedLabel } from './paid-labels.ts'
import { FINDING } from './status-badge.tsx'

type Statuses = CallOutput<'prospects.page'>['statuses']
type Work = {
  readonly brandId: string
  readonly what: string
  /** The service's own word. */
  readonly status: string
  readonly isRunning: boolean
}

const WORKS = [
  ['Discovery', 'discoveryStatus'],
  ['Mention check', 'mentionCheckStatus'],
  ['Relationship sweep', 'relationshipSweepStatus'],
] as const

const RUNNING = 'running'

/** The service gives no date of what is completed: nothing to read in it. */
const isIdle = (status: string): boolean => /^(idle|completed)$/.test(status)

/** The three brand-level statuses, without those that the service did not send and idle ones. */
export const brandWork = (statuses: Statuses): Work[] =>
  statuses.flatMap((row) =>
    WORKS.flatMap(([what, field]): Work[] => {
      const status = row[field]
      return status === null || isIdle(status)
        ? []
        : [{ brandId: row.brandId, what, status, isRunning: status === RUNNING }]
    }),
  )

const NAMED_MAX = 3
const ORDERS_MAX = 50

type Summary = CallOutput<'prospects.page'>

const Elapsed = ({ since }: { readonly since: string }) => {
  const nowMs = useSeconds()
  return <> for {elapsedLabel(Date.parse(since), nowMs)}</>
}

const sinceOf = (orders: readonly Intent[], kind: Intent['kind'], brandId: string | null): string | null =>
  orders.find((order) => order.kind === kind && (brandId === null || order.brandId === brandId))?.sentAt ?? null

const Running = ({ children }: { readonly children: ReactNode }) => (
  <Group gap={6}>
    <Loader size={10} aria-hidden />
    {children}
  </Group>
)

type OneWorkProps = { readonly work: Work; readonly scope: Scope; readonly orders: readonly Intent[] }

const OneWork = ({ work, scope, orders }: OneWorkProps) => {
  const since = work.what === 'Discovery' && work.isRunning ? sinceOf(orders, 'discover', work.brandId) : null
  const Row = work.isRunning ? Running : Group
  return (
    <Row>
      {scope === 'all' ? <BrandBadge brandId={work.brandId} /> : null}
      <span>
        {work.what}: {work.status}
        {since === null ? null : <Elapsed since={since} />}
      </span>
    </Row>
  )
}

type BrandWorkProps = { readonly scope: Scope; readonly summary: Summary | undefined }

/** What the service is doing for a brand; over all brands only work that is running. */
export const BrandWork = ({ scope, summary }: BrandWorkProps) => {
  const works = brandWork(summary?.statuses ?? []).filter((work) => scope !== 'all' || work.isRunning)
  const finding = summary?.statusCounts.find(({ status }) => status === FINDING)?.count ?? 0
  const isOn = finding > 0 || works.some(({ isRunning }) => isRunning)
  const orders =
    useDesk(
      'intents.list',
      isOn ? { brandIds: brandIdsOf(scope), filter: { kind: ['discover', 'findPeople'] }, limit: ORDERS_MAX } : null,
    ).value?.rows ?? []
  if (works.length === 0 && finding === 0) return null
  const since = sinceOf(orders, 'findPeople', null)
  return (
    <Group flex="none" gap="6px 16px" px="md" pb={10} c="dimmed" fz="xs">
      {finding === 0 ? null : (
        <Running>
          <span>
            Searching for people at {plural(finding, 'site')}
            {since === null ? null : <Elapsed since={since} />}
          </span>
        </Running>
      )}
      {works.slice(0, NAMED_MAX).map((work) => (
        <OneWork key={`${work.brandId} ${work.what}`} work={work} scope={scope} orders={orders} />
      ))}
      {works.length > NAMED_MAX ? <span>and {works.length - NAMED_MAX} more</span> : null}
    </Group>
  )
}
