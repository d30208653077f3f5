import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useMemo, useState } from 'react'
import type { CallOutput } from '../../../src-shared/desk/contract.ts'
import { plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { useAction } from '../../parts/use-action.ts'
import { addBrands } from '../../state/brands.ts'
import { useServiceAddress } from '../../state/profile.ts'
import { runSync } from '../../state/sync.ts'
import { maskKey, type PastedRow, parsePaste } from './parse-paste.ts'
import { type Line, PasteTable } from './paste-table.tsx'
import { useSessionConsent } from './session-consent.tsx'

type Results = CallOutput<'brands.addMany'>['results']

const resultText = ({ state, brand, note = '', error }: Results[number]): string => {
  if (state === 'refused') {
    const said = error?.detail?.serviceText
    return [
      error?.message ?? '',
      said === undefined || error?.message.includes(said) ? '' : `The service said: “${said}”`,
    ]
      .join(' ')
      .trim()
  }
  return state === 'added' ? 'Added, syncing' : `Replaced: ${brand?.name}. ${note}`.trim()
}

/** `2 added, 1 key replaced, 1 refused, 1 with a problem` */
const summary = (lines: readonly Line[]): string => {
  const count = (state: Line['state']) => lines.filter((line) => line.state === state).length
  const replaced = count('replaced') === 0 ? '' : `, ${plural(count('replaced'), 'key')} replaced`
  const problems = count('problem') === 0 ? '' : `, ${count('problem')} with a problem`
  return `${count('added')} added${replaced}, ${count('refused')} refused${problems}`
}

const toLine = ({ line, name, key, problem }: PastedRow): Line => ({
  line,
  name,
  key: key === '' ? '' : maskKey(key),
  state: problem === null ? 'ready' : 'problem',
  text: problem ?? 'Ready',
})

const useAddMany = (pastedText: string) => {
  const [text, setText] = useState(pastedText)
  const [done, setDone] = useState<readonly Line[] | null>(null)
  const consent = useSessionConsent()
  const { error, isBusy, run } = useAction()
  const pasted = useMemo(() => parsePaste(text), [text])
  const good = pasted.filter((row) => row.problem === null)

  const add = async () => {
    const answered = new Map<PastedRow, Results[number]>()
    const note = (results: Results) => {
      for (const result of results) {
        const row = good[result.row]
        if (row !== undefined) answered.set(row, result)
      }
      setDone(
        pasted.map((row) => {
          const result = answered.get(row)
          return result === undefined ? toLine(row) : { ...toLine(row), state: result.state, text: resultText(result) }
        }),
      )
      // What is not added stays to be corrected; added keys need not be on the page any longer.
      setText(
        pasted
          .filter((row) => answered.get(row)?.ok !== true)
          .map(({ raw }) => raw)
          .join('\n'),
      )
      const added = results.flatMap(({ brand }) => (brand === undefined ? [] : [brand.id]))
      if (added.length > 0) void runSync({ brandIds: added })
    }
    const rows = good.map(({ name, key }) => ({ name, key }))
    await run(addBrands({ rows, sessionOnly: consent.isGiven }, note))
  }
  return { text, setText, pasted, good, consent, done, setDone, error, isBusy, add }
}

type Props = {
  /** What was pasted before this was shown. */
  readonly start: string
  readonly onDone: () => void
}

/** A whole list at once: a preview before it is sent, and a result for each line. */
export const AddMany = ({ start, onDone }: Props) => {
  const { text, setText, pasted, good, consent, done, setDone, error, isBusy, add } = useAddMany(start)
  const address = useServiceAddress() || 'not set'
  const failed = done?.filter(({ state }) => state !== 'added' && state !== 'replaced').length ?? 0
  return (
    <Stack>
      <Textarea
        label="Brands and keys"
        description="One brand per line: name, tab or comma, key. You can paste rows from a spreadsheet. A new key of a brand on this desk replaces its old key."
        placeholder={'Acme Coffee\tsk_…\nNorthwind Traders, sk_…'}
        minRows={4}
        maxRows={6}
        autosize
        spellCheck={false}
        autoComplete="off"
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setDone(null)
        }}
      />
      {done === null ? null : <PasteTable lines={done} title={summary(done)} />}
      {done === null && pasted.length > 0 ? (
        <PasteTable
          lines={pasted.map(toLine)}
          title={`${good.length} ready, ${pasted.length - good.length} with a problem`}
        />
      ) : null}
      {consent.field}
      <ErrorNotice
        title={`${done === null ? 'No brands were added' : 'The rest was not added'} (service address: ${address})`}
        error={error}
      />
      <Group justify="flex-end">
        {done === null ? null : (
          <Button variant={failed === 0 ? 'filled' : 'default'} onClick={onDone}>
            Done
          </Button>
        )}
        {done !== null && failed === 0 ? null : (
          <Button loading={isBusy} disabled={good.length === 0 || consent.isMissing} onClick={() => void add()}>
            Check and add {plural(good.length, 'brand')}
          </Button>
        )}
      </Group>
    </Stack>
  )
}
