import { Anchor, Box, Button, Checkbox, Code, MultiSelect, Text } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import type { McpStatus } from '../../../src-shared/desk/mcp.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole } from '../../format/numbers.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useBrands } from '../../state/brands.ts'
import { go } from '../../state/location.ts'
import { configureAssistants, newAssistantToken } from '../../state/settings.ts'
import { AssistantRequests } from './assistant-requests.tsx'
import { Setting, SwitchSetting } from './setting.tsx'

const COMMAND = 'agency-desk mcp'
const CONFIGURATION = `{
  "mcpServers": {
    "agency-desk": { "command": "agency-desk", "args": ["mcp"] }
  }
}`

/** Both in one: a new token at an old address would go to the program that listens there now. */
const httpConfiguration = ({ token, address }: CallOutput<'mcp.newToken'>): string =>
  JSON.stringify(
    { mcpServers: { 'agency-desk': { type: 'http', url: address, headers: { Authorization: `Bearer ${token}` } } } },
    null,
    2,
  )

type Props = { readonly status: McpStatus }

const Allowed = ({ status }: Props) => {
  const all = useBrands((state) => state.list)
  const ids = new Set(status.brandIds)
  const isAll = all.length > 0 && all.every(({ id }) => ids.has(id))
  return (
    <Panel title="What they may read">
      <Setting
        title="Brands"
        note={
          status.brandIds.length === 0
            ? 'None: assistants get no data until you choose brands.'
            : `${formatWhole(status.brandIds.length)} of ${formatWhole(all.length)}. Assistants cannot see other brands.`
        }
      >
        <MultiSelect
          aria-label="Brands that assistants may read"
          placeholder={status.brandIds.length === 0 ? 'Choose brands' : ''}
          data={all.map(({ id, name }) => ({ value: id, label: name }))}
          value={[...status.brandIds]}
          onChange={(brandIds) => void configureAssistants({ brandIds })}
          searchable
          clearable
          w={300}
          styles={{ pillsList: { maxHeight: 96, overflowY: 'auto' } }}
        />
        <Checkbox
          label="All"
          checked={isAll}
          indeterminate={ids.size > 0 && !isAll}
          onChange={() => void configureAssistants({ brandIds: isAll ? [] : all.map(({ id }) => id) })}
        />
      </Setting>
      <SwitchSetting
        title="E-mail addresses"
        note="Off: contacts have none, and those in notes and other texts are masked."
        checked={status.hasAddresses}
        onChange={(hasAddresses) => void configureAssistants({ hasAddresses })}
      />
      <SwitchSetting
        title="SQL"
        note="Assistants may write queries over the views of the SQL console, within the same limits."
        checked={status.isSqlAllowed}
        onChange={(isSqlAllowed) => void configureAssistants({ isSqlAllowed })}
      />
    </Panel>
  )
}

const ByCommand = () => (
  <Panel
    title="Connect by command"
    aside={<CopyButton text={CONFIGURATION} label="Copy configuration" said="Configuration copied" />}
  >
    <Text mb={8}>
      Assistants that start a program on this machine run <Code>{COMMAND}</Code>. It reads only, and works whether the
      desk runs or not.
    </Text>
    <Code block>{CONFIGURATION}</Code>
  </Panel>
)

const Token = ({ status }: Props) => {
  const [made, setMade] = useState<CallOutput<'mcp.newToken'> | null>(null)
  return (
    <>
      <Setting
        title="Token"
        note={
          status.http.hasToken
            ? 'A new token replaces the one before it. It also ends when the desk ends.'
            : 'No token was made since the desk started. Without one, assistants get no answer.'
        }
      >
        <Button variant="default" onClick={() => void newAssistantToken().then(setMade)}>
          New token
        </Button>
      </Setting>
      {made === null ? null : (
        <Box mt={12}>
          <Notice
            tone="warn"
            role="status"
            actions={
              <>
                <CopyButton
                  text={httpConfiguration(made)}
                  label="Copy HTTP configuration"
                  said="Configuration copied"
                />
                <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setMade(null)}>
                  I’ve saved it
                </Button>
              </>
            }
          >
            <div>This token is shown once. Give it to an assistant together with its address.</div>
            <Code block style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}>
              {httpConfiguration(made)}
            </Code>
          </Notice>
        </Box>
      )}
    </>
  )
}

const ByHttp = ({ status }: Props) => {
  const { http, isHttpOn } = status
  const state = http.isListening ? (
    <StateWord word="Listening" tone="good" />
  ) : (
    <StateWord word={isHttpOn ? 'Not listening' : 'Off'} tone={isHttpOn ? 'bad' : 'plain'} />
  )
  return (
    <Panel title="Connect by HTTP" aside={state}>
      <SwitchSetting
        title="HTTP on this machine"
        note="For assistants that cannot run a command. Other machines cannot reach it."
        checked={isHttpOn}
        onChange={(isHttpOn) => void configureAssistants({ isHttpOn })}
      />
      {http.error === null ? null : (
        <Notice tone="bad" role="alert">
          {http.error}
        </Notice>
      )}
      {isHttpOn ? (
        <Notice tone="warn" role="note">
          Connect by command where the assistant can. After the desk ends, another user of this machine can listen at
          the address, read what an assistant sends there, and answer it. So address and token are new each time the
          desk starts, and the old token ends: give assistants both again.
        </Notice>
      ) : null}
      {http.address === null ? null : (
        <>
          <Setting title="Address" note="It ends with the desk.">
            <Code>{http.address}</Code>
          </Setting>
          <Token status={status} />
        </>
      )}
    </Panel>
  )
}

/** Programs on this machine that read the cache for a person: which brands, and how they connect. */
export const AssistantsSection = () => {
  const { value: status, error, reload } = useDesk('mcp.status', {})
  if (error !== undefined) return <ErrorNotice error={error} onRetry={reload} />
  if (status === undefined) return null
  return (
    <>
      <Text c="dimmed">
        AI assistants on this machine can read what the desk has synced. They cannot change, send or spend anything, and
        never see a key. What assistants of the service may do is set in{' '}
        <Anchor component="button" type="button" onClick={() => go({ view: 'permissions' })}>
          AI → Permissions
        </Anchor>
        .
      </Text>
      <Allowed status={status} />
      <ByCommand />
      <ByHttp status={status} />
      <AssistantRequests />
    </>
  )
}
