import { Switch } from '@mantine/core'
import { useDesk } from '../../data/use-desk.ts'
import { orNotify } from '../../state/notices.ts'
import { setApproval, useTeam } from '../../state/team.ts'

/** In a team: whether a sender has to approve what is queued for this brand. An admin decides. */
export const BrandApproval = ({ brandId }: { readonly brandId: string }) => {
  const team = useTeam()
  const rules = useDesk('team.people', team === null ? null : {}).value
  if (team === null || rules === undefined) return null
  return (
    <Switch
      label="Actions of writers wait for approval"
      description={
        team.role === 'admin' ? 'A sender approves them in Activity.' : 'Only an admin of the team changes this.'
      }
      disabled={team.role !== 'admin'}
      checked={rules.needsApproval.includes(brandId)}
      onChange={(event) =>
        void orNotify('The approval was not changed', setApproval(brandId, event.currentTarget.checked))
      }
    />
  )
}
