import { SegmentedControl } from '@mantine/core'
import { ChangedBy } from '../../parts/changed-by.tsx'
import { AddressField } from '../../parts/fields/address-field.tsx'
import { Panel } from '../../parts/panel.tsx'
import { orNotify } from '../../state/notices.ts'
import { setProfile, useProfile } from '../../state/profile.ts'
import { useTeam } from '../../state/team.ts'
import { SavedText } from './saved-text.tsx'
import { NumberSetting, Setting } from './setting.tsx'

type Limits = NonNullable<Parameters<typeof setProfile>[0]['limits']>

const setLimits = (limits: Limits) => orNotify('The limit was not changed', setProfile({ limits }))

const SCOPES = [
  { value: 'key', label: 'Each key' },
  { value: 'account', label: 'All keys together' },
]

/** Where the service is and how much it may be asked. */
export const ServiceSection = () => {
  const profile = useProfile()
  const changed = useTeam()?.settings.find(({ setting }) => setting === 'profile')
  if (profile === undefined) return null
  return (
    <>
      <Panel title="Address">
        <Setting
          title="Service address"
          note="Base address of the REST service. Demo brands use the built-in sandbox regardless of this setting."
        >
          <AddressField w={320} saved={profile.baseUrl} isLive />
        </Setting>
        <Setting title="Connector server" note="Address of the Model Context Protocol server, if you use it.">
          <SavedText
            label="Connector server address"
            w={320}
            placeholder="not set"
            value={profile.mcpUrl ?? ''}
            save={(mcpUrl) => setProfile({ mcpUrl: mcpUrl === '' ? null : mcpUrl })}
          />
        </Setting>
        {changed === undefined ? null : <ChangedBy {...changed} />}
      </Panel>
      <Panel title="Limits">
        <NumberSetting
          title="Requests per minute"
          note="For each operation, in any 60 seconds. The service allows up to 60."
          label="Requests per minute"
          value={profile.limits.requestsPerMinute}
          min={1}
          max={100_000}
          save={(requestsPerMinute) => setLimits({ requestsPerMinute })}
        />
        <Setting title="Counted for" note="If the service counts all your keys together, choose “All keys together”.">
          <SegmentedControl
            aria-label="Limit counted for"
            data={SCOPES}
            value={profile.limits.scope}
            onChange={(scope) => void setLimits({ scope: scope === 'account' ? 'account' : 'key' })}
          />
        </Setting>
      </Panel>
    </>
  )
}
