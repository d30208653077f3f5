import type { PlannedBrand } from '../../src-shared/desk/connectors.ts'
import type { StoredCatalog } from '../store/queries/connector-versions.ts'
import type { Permissions } from './permissions.ts'

/** A brand as a plan knows it: its newest catalog, null where it was never read. */
export type PlanSubject = {
  readonly brandId: string
  readonly name: string
  readonly catalog: Pick<StoredCatalog, 'canManage' | 'syncEnabled' | 'tools'> | null
}

/** Why a brand's cells cannot be changed; null where they can. */
export const readOnlyReason = ({ name, catalog }: Omit<PlanSubject, 'brandId'>): string | null => {
  if (catalog === null) return `The permissions of ${name} have not been read yet. Sync them first.`
  if (catalog.canManage) return null
  return `The key of ${name} belongs to a member. Only an admin or owner of the brand may change its permissions.`
}

const NO_TOOL = 'The catalog of this brand does not name this tool.'

/** What would change of one brand: wanted cells that are so already are left out, those that cannot be are refused. */
export const planBrand = (subject: PlanSubject, wanted: Permissions): PlannedBrand => {
  const tools = new Map((subject.catalog?.tools ?? []).map((tool) => [tool.name, tool]))
  const reason = readOnlyReason(subject)
  const changes: PlannedBrand['changes'] = []
  const refused: PlannedBrand['refused'] = []
  for (const [name, to] of wanted) {
    const tool = tools.get(name)
    if (tool?.effective === to) continue
    if (reason !== null || tool === undefined) refused.push({ tool: name, reason: reason ?? NO_TOOL })
    else changes.push({ tool: name, from: tool.effective, to, clears: to === tool.default })
  }
  return { brandId: subject.brandId, changes, refused, isOrganisationWide: subject.catalog?.syncEnabled ?? false }
}

/** Brands that the plan says nothing of are left out. */
export const isTold = ({ changes, refused }: PlannedBrand): boolean => changes.length > 0 || refused.length > 0
