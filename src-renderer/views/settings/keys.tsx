import { Button, Group } from '@mantine/core'
import { IconKeyOff, IconSearch } from '@tabler/icons-react'
import { memo, useState } from 'react'
import type { Brand } from '../../../src-shared/desk/brands.ts'
import { brandText } from '../../../src-shared/desk/values/brand-look.ts'
import { fuzzyFilter } from '../../../src-shared/desk/values/fuzzy.ts'
import { HOUR_MS } from '../../../src-shared/service/durations.ts'
import { keptIn, keyAddedLabel, keyAgeShort, keyLabel, keyStateLabel, needsKey } from '../../format/brand-sign.ts'
import { isolate } from '../../format/isolate.ts'
import { NO_VALUE, plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { TextField } from '../../parts/fields/text-field.tsx'
import { type GridColumn, VirtualGridTable } from '../../parts/grid-table.tsx'
import { Panel } from '../../parts/panel.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { useNow } from '../../parts/use-now.ts'
import { checkBrand, useBrands } from '../../state/brands.ts'
import { notify, notifyError } from '../../state/notices.ts'
import { editBrand, openDialog } from '../../state/ui.ts'
import { listChoices } from '../../table/export-choices.ts'
import { ExportMenu } from '../../table/export-menu.tsx'
import { useKeychain } from '../brands/session-consent.tsx'
import { RefusedEarly } from './refused-early.tsx'
import { DeskNumberSetting, Setting } from './setting.tsx'

const COLUMNS: readonly GridColumn[] = [
  { title: 'Brand' },
  { title: 'Key', width: '19%' },
  { title: 'Kept', width: '17%' },
  { title: 'Key age', width: '11%' },
  { title: 'Actions', isTitleHidden: true, width: 178 },
]

const NOUNS = ['brand', 'brands'] as const

const check = async (brand: Brand): Promise<void> => {
  const reply = await checkBrand(brand.id)
  if (reply.ok) notify({ title: `${isolate(brand.name)}: ${keyStateLabel(reply.value.keyState).toLowerCase()}` })
  else notifyError(`The key of ${isolate(brand.name)} could not be checked`, reply.error)
}

type RowProps = { readonly brand: Brand; readonly index: number; readonly nowMs: number }

const Row = memo(({ brand, index, nowMs }: RowProps) => (
  <tr aria-rowindex={index + 2} data-brand={brand.id}>
    <td>
      <BrandBadge brandId={brand.id} />
    </td>
    <td>
      <span className={needsKey(brand.keyState) ? 'bad' : ''}>
        {needsKey(brand.keyState) ? <IconKeyOff size={14} aria-hidden /> : null} {keyLabel(brand)}
      </span>
    </td>
    <td className="soft">{keptIn(brand.keyIn)}</td>
    <td className="soft">
      {brand.keyAge === null ? (
        NO_VALUE
      ) : (
        <span title={keyAddedLabel(brand.keyAge, nowMs)}>{keyAgeShort(brand.keyAge, nowMs)}</span>
      )}
    </td>
    <td>
      <Group gap={2} justify="flex-end" wrap="nowrap">
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => void check(brand)}
          aria-label={`Check the key of ${isolate(brand.name)}`}
        >
          Check
        </Button>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          onClick={() => editBrand(brand.id)}
          aria-label={`Edit, replace the key of or remove ${brand.name}`}
        >
          Edit …
        </Button>
      </Group>
    </td>
  </tr>
))

const KEYCHAIN_LABELS = {
  ok: 'The system’s keychain works',
  session: 'Keys are kept in memory only',
  locked: 'The keychain is locked',
  unavailable: 'There is no keychain',
} as const

const KEYCHAIN_WORDS = { ok: 'works', session: 'this session only', locked: 'locked', unavailable: 'missing' } as const

const KeychainState = () => {
  const keychain = useKeychain()
  // Its place is there from the start: what follows would move under the pointer.
  if (keychain === undefined)
    return (
      <Panel title="Keychain">
        <Setting title="Checking the keychain …" note="It keeps the keys of the brands.">
          {null}
        </Setting>
      </Panel>
    )
  return (
    <Panel title="Keychain">
      <Setting title={KEYCHAIN_LABELS[keychain.state]} note={keychain.message}>
        <StateWord word={KEYCHAIN_WORDS[keychain.state]} tone={keychain.state === 'ok' ? 'good' : 'warn'} />
      </Setting>
    </Panel>
  )
}

const Reminder = () => (
  <Panel title="Age of keys">
    <DeskNumberSetting
      of="keyReminderDays"
      title="Remind after"
      note="Today lists keys that are older. 0: no reminder."
      label="Days until a reminder to replace a key"
      suffix=" days"
    />
  </Panel>
)

/** Every brand's key: whether it works, where it is kept, and the way to change that. A key is never shown. */
export const KeysSection = () => {
  const list = useBrands((state) => state.list)
  const [text, setText] = useState('')
  const nowMs = useNow()
  // Ages are in days: the rows change once an hour at most.
  const dayMs = nowMs - (nowMs % HOUR_MS)
  const brands = fuzzyFilter(text, list, brandText)
  const rowOf = (brand: Brand) => ({ brandId: brand.id, id: brand.id })
  const rows = { all: list.map(rowOf), rows: brands.map(rowOf) }
  return (
    <>
      <KeychainState />
      <RefusedEarly />
      <Reminder />
      <Panel
        isFlush
        title={plural(brands.length, 'brand')}
        aside={
          <>
            <TextField
              data-view-filter
              placeholder="Filter brands"
              aria-label="Filter brands"
              leftSection={<IconSearch size={14} />}
              value={text}
              onChange={setText}
            />
            <ExportMenu choices={listChoices('brands', NOUNS, rows)} />
            {list.some(({ demo }) => demo) ? (
              <Button variant="default" onClick={() => openDialog('remove-demo')}>
                Remove the demo
              </Button>
            ) : null}
            <Button variant="default" onClick={() => openDialog('add-brands')}>
              Add brands
            </Button>
          </>
        }
      >
        <VirtualGridTable label="Keys of all brands" columns={COLUMNS} items={brands} keyOf={(brand) => brand.id}>
          {(brand, { index }) => <Row brand={brand} index={index} nowMs={dayMs} />}
        </VirtualGridTable>
      </Panel>
    </>
  )
}
