import type { PlannedBrand, ToolChange } from '../../src-shared/desk/connectors.ts'
import type { StoredCatalog } from './queries/connector-versions.ts'
import type { Permissions } from './rules/permissions.ts'

/** A brand as a plan knows it: its newest catalog, null where it was never read. */
export type PlanSubject = {
  readonly brandId: string
  readonly name: string
  readonly catalog: Pick<StoredCatalog, 'canManage' | 'syncEnabled' | 'organization' | 'tools'> | null
}

/** Why a brand's cells cannot be changed; null where they can. */
export const readOnlyReason = ({
  name,
  catalog,
}: {
  readonly name: string
  readonly catalog: Pick<StoredCatalog, 'canManage'> | null
}): string | null => {
  if (catalog === null) return `The permissions of ${name} have not been read yet. Sync them first.`
  if (catalog.canManage) return null
  return `The key of ${name} belongs to a member. Only an admin or owner of the brand may change its permissions.`
}

const NO_TOOL = 'The catalog of this brand does not have this tool.'

/** `unchanged`: wanted cells that have their value already. They change nothing, and are compared again when applied. */
export type BrandPlan = PlannedBrand & { readonly unchanged: ToolChange[] }

/** What would change for one brand; wanted cells that cannot be set are refused. */
export const planBrand = (subject: PlanSubject, wanted: Permissions): BrandPlan => {
  const tools = new Map((subject.catalog?.tools ?? []).map((tool) => [tool.name, tool]))
  const reason = readOnlyReason(subject)
  const changes: PlannedBrand['changes'] = []
  const refused: PlannedBrand['refused'] = []
  const unchanged: ToolChange[] = []
  for (const [name, to] of wanted) {
    const tool = tools.get(name)
    if (tool?.effective === to) {
      if (reason === null) unchanged.push({ tool: name, from: to, to })
    } else if (reason !== null || tool === undefined) refused.push({ tool: name, reason: reason ?? NO_TOOL })
    else changes.push({ tool: name, from: tool.effective, to, clears: to === tool.default })
  }
  const isOrganisationWide = subject.catalog?.syncEnabled ?? false
  return { brandId: subject.brandId, changes, refused, isOrganisationWide, unchanged }
}

/** Brands without a change or a refusal are left out. */
export const isReported = ({ changes, refused }: PlannedBrand): boolean => changes.length > 0 || refused.length > 0
