import { Box, Button, Checkbox, Code, MultiSelect, Switch, Text } from '@mantine/core'
import { useState } from 'react'
import type { McpStatus } from '../../../src-shared/desk/mcp.ts'
import { useDesk } from '../../data/use-desk.ts'
import { formatWhole } from '../../format/numbers.ts'
import { CopyButton } from '../../parts/copy-button.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Notice } from '../../parts/notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { configureAssistants, newAssistantToken } from '../../state/assistants.ts'
import { useBrands } from '../../state/brands.ts'
import { AssistantRequests } from './assistant-requests.tsx'
import { SavedNumber } from './saved-number.tsx'
import { Setting } from './setting.tsx'

const COMMAND = 'agency-desk mcp'
const CONFIGURATION = `{
  "mcpServers": {
    "agency-desk": { "command": "agency-desk", "args": ["mcp"] }
  }
}`

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
            : `${formatWhole(status.brandIds.length)} of ${formatWhole(all.length)}. Others do not exist for an assistant.`
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
      <Setting title="E-mail addresses" note="Off: contacts have none, and those in notes and other texts are masked.">
        <Switch
          aria-label="E-mail addresses"
          checked={status.hasAddresses}
          onChange={(event) => void configureAssistants({ hasAddresses: event.currentTarget.checked })}
        />
      </Setting>
      <Setting
        title="SQL"
        note="Assistants may write queries over the views of the SQL console, within the same limits."
      >
        <Switch
          aria-label="SQL"
          checked={status.isSqlAllowed}
          onChange={(event) => void configureAssistants({ isSqlAllowed: event.currentTarget.checked })}
        />
      </Setting>
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
  const [token, setToken] = useState<string | null>(null)
  return (
    <>
      <Setting
        title="Token"
        note={status.http.hasToken ? 'A new token ends the one before it.' : 'Nothing is answered without a token.'}
      >
        <Button variant="default" onClick={() => void newAssistantToken().then(setToken)}>
          New token
        </Button>
      </Setting>
      {token === null ? null : (
        <Box mt={12}>
          <Notice
            tone="warn"
            role="status"
            actions={
              <>
                <CopyButton text={token} label="Copy token" said="Token copied" />
                <Button variant="subtle" color="gray" size="compact-xs" onClick={() => setToken(null)}>
                  I’ve saved it
                </Button>
              </>
            }
          >
            <div>This token is shown once. The desk keeps only a fingerprint of it.</div>
            <Code style={{ overflowWrap: 'anywhere' }}>{token}</Code>
          </Notice>
        </Box>
      )}
    </>
  )
}

const ByHttp = ({ status }: Props) => {
  const { http, isHttpOn, port } = status
  const state = http.isListening ? (
    <StateWord word="Listening" tone="good" />
  ) : (
    <StateWord word={isHttpOn ? 'Not listening' : 'Off'} tone={isHttpOn ? 'bad' : 'plain'} />
  )
  return (
    <Panel title="Connect by HTTP" aside={state}>
      <Setting title="HTTP on this machine" note="For assistants that take an address. Other machines cannot reach it.">
        <Switch
          aria-label="HTTP on this machine"
          checked={isHttpOn}
          onChange={(event) => void configureAssistants({ isHttpOn: event.currentTarget.checked })}
        />
      </Setting>
      {http.error === null ? null : (
        <Notice tone="bad" role="alert">
          {http.error}
        </Notice>
      )}
      <Setting title="Port" note={<Code>{http.address}</Code>}>
        <CopyButton text={http.address} label="Copy address" said="Address copied" />
        <SavedNumber
          label="Port for assistants"
          value={port}
          min={1024}
          max={65_535}
          save={(next) => void configureAssistants({ port: next })}
        />
      </Setting>
      <Token status={status} />
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
        never see a key.
      </Text>
      <Allowed status={status} />
      <ByCommand />
      <ByHttp status={status} />
      <AssistantRequests />
    </>
  )
}
