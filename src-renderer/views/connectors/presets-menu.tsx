import { Button, Menu } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChevronDown, IconDeviceFloppy, IconTrash } from '@tabler/icons-react'
import type { MatrixBrand, Preset } from '../../../src-shared/desk/connectors.ts'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { removePreset, stage } from '../../state/connectors.ts'
import { notify } from '../../state/notices.ts'
import css from './connectors.module.css'
import { presetWishes } from './matrix-actions.ts'
import type { Column } from './matrix-model.ts'

const NOTES: Readonly<Record<string, string>> = {
  'read-only': 'denies every tool that writes',
  'no-sending': 'denies what sends real email',
  'service-defaults': 'reading allowed, writing denied',
}

type Props = {
  readonly targets: readonly Column[]
  readonly brands: readonly MatrixBrand[]
  /** The brand whose column would be saved; undefined where none is meant. */
  readonly column: Column | undefined
  readonly onSave: () => void
}

const whose = (targets: readonly Column[]): string =>
  targets.length === 1 && targets[0] !== undefined ? isolate(targets[0].name) : plural(targets.length, 'brand')

export const stagePreset = (
  { name, permissions }: Preset,
  { targets, brands }: Pick<Props, 'targets' | 'brands'>,
): void => {
  const wishes = presetWishes(permissions, targets)
  stage(wishes, brands)
  const now = new Map(targets.map(({ brandId, brand }) => [brandId, brand.effective]))
  if (wishes.every(({ brandId, tool, value }) => now.get(brandId)?.[tool] === value))
    notify({ title: `“${name}” changes nothing`, message: `Already set for ${whose(targets)}.` })
}

/** Stages a preset for the brands picked, or for all shown. */
export const PresetsMenu = (props: Props) => {
  const { targets, column, onSave } = props
  const presets = useDesk('connectors.presets', {}).value?.presets ?? []
  const own = presets.filter((preset) => !preset.isBuiltIn)
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          variant="default"
          disabled={targets.length === 0}
          leftSection={<IconAdjustmentsHorizontal size={14} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
        >
          Presets
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Stage for {whose(targets)}</Menu.Label>
        {presets
          .filter((preset) => preset.isBuiltIn)
          .map((preset) => (
            <Menu.Item key={preset.id} onClick={() => stagePreset(preset, props)}>
              <div>{preset.name}</div>
              <div className={css.itemNote}>{NOTES[preset.id]}</div>
            </Menu.Item>
          ))}
        {own.length === 0 ? null : <Menu.Label>Your presets</Menu.Label>}
        {own.map((preset) => (
          <div key={preset.id} className={css.ownPreset} role="none">
            <Menu.Item onClick={() => stagePreset(preset, props)}>
              <div className={css.clip}>
                <bdi>{preset.name}</bdi>
              </div>
              <div className={css.itemNote}>{plural(Object.keys(preset.permissions).length, 'tool')}</div>
            </Menu.Item>
            <Menu.Item
              className={css.removePreset}
              aria-label={`Remove the preset ${isolate(preset.name)}`}
              onClick={() => void removePreset(preset)}
            >
              <IconTrash size={14} aria-hidden />
            </Menu.Item>
          </div>
        ))}
        <Menu.Divider />
        <Menu.Item
          leftSection={<IconDeviceFloppy size={14} aria-hidden />}
          disabled={column === undefined}
          onClick={onSave}
        >
          {column === undefined ? 'Save a column as a preset …' : `Save ${isolate(column.name)} as a preset …`}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
