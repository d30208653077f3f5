// One brand of a plan: its catalog is read again and compared with the plan, only the differences are sent, and it is read
// again. What somebody else changed meanwhile is never overwritten unless the person has accepted that.

import type { Brand } from '../../src-shared/desk/brands.ts'
import type { AppliedBrand, ToolChange } from '../../src-shared/desk/connectors.ts'
import { DeskError } from '../../src-shared/desk/errors.ts'
import { namedValues } from '../../src-shared/service/named-values.ts'
import type { ServiceClient } from '../service-client/client.ts'
import type { Catalogs } from './catalogs.ts'
import type { OwnLists } from './own-lists.ts'
import type { StoredPlanBrand } from './queries/connector-plans.ts'
import { type Catalog, effectiveOf, type Permissions } from './rules/permissions.ts'

export type ApplyBrandDeps = {
  readonly client: Pick<ServiceClient, 'request'>
  readonly catalogs: Catalogs
  readonly brandOf: (brandId: string) => Pick<Brand, 'id' | 'name'>
  /** Aborted when the desk ends: requests are cut off. */
  readonly signal: AbortSignal
}

export type Turn = {
  readonly planned: StoredPlanBrand
  readonly isMoveAccepted: boolean
  /** Accepts that sync was switched on since the plan, so that the change reaches every brand of the organisation. */
  readonly isWideAccepted: boolean
  /** Awaited right before they are sent. */
  readonly noteSending: (deltas: readonly ToolChange[]) => Promise<void>
  /** What this plan has set so far in shared lists; this brand's changes are added. */
  readonly own: OwnLists
}

type Outcome = Omit<AppliedBrand, 'brandId'>
/** The planned cells compared with the fresh catalog. */
type Cells = { readonly deltas: ToolChange[]; readonly moved: AppliedBrand['moved']; readonly gone: string[] }

const outcome = (state: AppliedBrand['state'], more: Partial<Outcome> = {}): Outcome => ({
  state,
  applied: [],
  moved: [],
  error: null,
  ...more,
})

/** A cell that differs from what the plan found has moved, unless this plan itself set it (`own`) in a shared list. */
export const compareWithNow = (
  changes: readonly ToolChange[],
  now: Permissions,
  own: Permissions = new Map(),
): Cells => {
  const cells: Cells = { deltas: [], moved: [], gone: [] }
  for (const { tool, from, to } of changes) {
    const value = now.get(tool)
    if (value === undefined) {
      if (from !== to) cells.gone.push(tool)
    } else {
      if (value !== to) cells.deltas.push({ tool, from: value, to })
      if (value !== from && own.get(tool) !== value) cells.moved.push({ tool, planned: from, now: value })
    }
  }
  return cells
}

const memberKey = ({ id, name }: Pick<Brand, 'id' | 'name'>, detail: DeskError['detail'] = {}) =>
  new DeskError(
    'forbidden',
    `${name}: its key belongs to a member. Only an admin or owner of the brand may change permissions. Use an admin's key.`,
    { brandId: id, ...detail },
  ).toValue()

const syncCameOn = ({ id, name }: Pick<Brand, 'id' | 'name'>) =>
  new DeskError(
    'conflict',
    `${name}: sync was switched on after the plan was made, so the change would reach every brand of its organisation. Nothing was sent. Plan it again.`,
    { brandId: id },
  ).toValue()

const toolGone = ({ id, name }: Pick<Brand, 'id' | 'name'>, tools: readonly string[]) =>
  new DeskError(
    'not-found',
    `${name}: the service no longer offers ${tools.map((tool) => `"${tool}"`).join(', ')}. Nothing was sent. Plan it again.`,
    { brandId: id },
  ).toValue()

const notTaken = ({ id, name }: Pick<Brand, 'id' | 'name'>, left: readonly ToolChange[]) =>
  new DeskError(
    'conflict',
    `${name}: ${left.length} of the changes were not applied: the catalog still shows other values (${left.map(({ tool }) => tool).join(', ')}).`,
    { brandId: id, operation: 'connectors.update' },
  ).toValue()

const refusal = (brand: Pick<Brand, 'id' | 'name'>, error: DeskError): Outcome =>
  error.kind === 'forbidden'
    ? outcome('refused', { error: memberKey(brand, error.detail) })
    : outcome('failed', { error: error.toValue() })

/** Why nothing is sent for the brand; null where it can be. */
const obstacle = (
  brand: Pick<Brand, 'id' | 'name'>,
  { cells, fresh, turn }: { cells: Cells; fresh: Catalog; turn: Turn },
): Outcome | null => {
  const { deltas, moved, gone } = cells
  if (gone.length > 0) return outcome('failed', { error: toolGone(brand, gone) })
  if (!fresh.canManage && deltas.length > 0) return outcome('refused', { error: memberKey(brand) })
  if (moved.length > 0 && !turn.isMoveAccepted) return outcome('moved', { moved })
  if (deltas.length === 0) return outcome('unchanged', { moved })
  const isWider = fresh.syncEnabled && !turn.planned.isOrganizationWide && !turn.isWideAccepted
  return isWider ? outcome('moved', { error: syncCameOn(brand) }) : null
}

/** The wanted changes compared with the catalog afterwards. */
const outcomeOf = (brand: Pick<Brand, 'id' | 'name'>, deltas: readonly ToolChange[], catalog: Catalog): Outcome => {
  const now = effectiveOf(catalog.tools)
  const applied = deltas.filter(({ tool, to }) => now.get(tool) === to)
  const left = deltas.filter(({ tool, to }) => now.get(tool) !== to)
  return left.length === 0
    ? outcome('applied', { applied })
    : outcome('failed', { applied, error: notTaken(brand, left) })
}

const valuesOf = (changes: readonly ToolChange[]): Permissions => new Map(changes.map(({ tool, to }) => [tool, to]))

/** Never rejects with a DeskError: an error is the brand's result. */
export const createApplyBrand = ({ client, catalogs, brandOf, signal }: ApplyBrandDeps) => {
  type Sent = { readonly result: Outcome; readonly after: Catalog | null }

  /** After a cut connection or a 5xx the catalog shows whether the changes were applied. */
  const afterFailure = async (
    brand: Pick<Brand, 'id' | 'name'>,
    deltas: readonly ToolChange[],
    error: DeskError,
  ): Promise<Sent> => {
    const isOpen = error.kind === 'network' || error.kind === 'service' || error.kind === 'bad-response'
    const fresh = isOpen ? await catalogs.read(brand.id, valuesOf(deltas)).catch(() => null) : null
    if (fresh === null) return { result: refusal(brand, error), after: null }
    const found = outcomeOf(brand, deltas, fresh.catalog)
    const result = found.state === 'applied' ? found : { ...found, error: error.toValue() }
    return { result, after: fresh.catalog }
  }

  const sendDeltas = async (
    brand: Pick<Brand, 'id' | 'name'>,
    deltas: readonly ToolChange[],
    { noteSending }: Pick<Turn, 'noteSending'>,
  ): Promise<Sent> => {
    const permissions = namedValues(deltas.map(({ tool, to }) => [tool, to]))
    const request = { query: {}, body: { permissions } }
    const options = { brandId: brand.id, signal, beforeSend: () => noteSending(deltas) }
    const reply = await catalogs
      .watched(brand.id, () => client.request('connectors.update', request, options))
      .catch((error: unknown) => {
        if (error instanceof DeskError) return error
        throw error
      })
    if (reply instanceof DeskError) return afterFailure(brand, deltas, reply)
    const { catalog } = await catalogs.readAfter(brand.id, reply, valuesOf(deltas))
    return { result: outcomeOf(brand, deltas, catalog), after: catalog }
  }

  return async (turn: Turn): Promise<AppliedBrand & { isSynced: boolean }> => {
    const { brandId, changes } = turn.planned
    try {
      const brand = brandOf(brandId)
      const { catalog: fresh } = await catalogs.read(brandId, (now) => turn.own.cellsOf(brandId, now))
      const isSynced = fresh.syncEnabled
      const cells = compareWithNow(changes, effectiveOf(fresh.tools), turn.own.cellsOf(brandId, fresh))
      const stop = obstacle(brand, { cells, fresh, turn })
      if (stop !== null) return { brandId, ...stop, isSynced }
      const { result, after } = await sendDeltas(brand, cells.deltas, turn)
      if (after !== null) turn.own.add(brandId, { before: fresh, after, cells: valuesOf(result.applied) })
      return { brandId, ...result, moved: cells.moved, isSynced }
    } catch (error) {
      if (!(error instanceof DeskError)) throw error
      return { brandId, ...outcome('failed', { error: error.toValue() }), isSynced: false }
    }
  }
}
export type ApplyBrand = ReturnType<typeof createApplyBrand>
