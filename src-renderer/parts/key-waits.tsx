import { IconKeyOff } from '@tabler/icons-react'
import { keyWaitsLabel } from '../../src-shared/desk/values/key-waits.ts'
import { isolate } from '../format/isolate.ts'
import { useBrands } from '../state/brands.ts'
import { useTeam } from '../state/team.ts'
import { Notice } from './notice.tsx'

/** Before something is queued in a team: for which of these brands only another desk can send. */
export const KeyWaits = ({ brandIds }: { readonly brandIds: readonly string[] }) => {
  const team = useTeam()
  const byId = useBrands((state) => state.byId)
  const brands = brandIds.flatMap((id) => byId.get(id) ?? []).map((brand) => ({ ...brand, name: isolate(brand.name) }))
  const label = keyWaitsLabel(brands, team)
  return label === null ? null : (
    <Notice tone="warn" role="note" icon={<IconKeyOff size={16} aria-hidden />}>
      {label}
    </Notice>
  )
}
