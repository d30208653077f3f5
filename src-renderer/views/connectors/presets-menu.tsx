import { Button, Group, Menu, Text } from '@mantine/core'
import { IconAdjustmentsHorizontal, IconChevronDown, IconDeviceFloppy, IconTrash } from '@tabler/icons-react'
import type { MatrixBrand, Preset } from '../../../src-shared/desk/connectors.ts'
import { useDesk } from '../../data/use-desk.ts'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { removePreset, stage } from '../../state/connectors.ts'
import { notify } from '../../state/notices.ts'
import { presetWishes } from './matrix-actions.ts'
import type { Column } from './matrix-model.ts'

const NOTES: Readonly<Record<string, string>> = {
  'read-only': 'denies every tool that writes',
  'no-sending': 'denies what sends real e-mail',
  'service-defaults': 'reading allowed, writing denied',
}

type Props = {
  readonly targets: readonly Column[]
  readonly brands: readonly MatrixBrand[]
  /** The brand whose column would be saved; undefined where no column is active. */
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
        <Menu.Label>Choose for {whose(targets)}</Menu.Label>
        {presets
          .filter((preset) => preset.isBuiltIn)
          .map((preset) => (
            <Menu.Item key={preset.id} onClick={() => stagePreset(preset, props)}>
              <div>{preset.name}</div>
              <Text size="xs" c="dimmed">
                {NOTES[preset.id]}
              </Text>
            </Menu.Item>
          ))}
        {own.length === 0 ? null : <Menu.Label>Your presets</Menu.Label>}
        {own.map((preset) => (
          <Group key={preset.id} wrap="nowrap" gap={0} role="none">
            <Menu.Item miw={0} onClick={() => stagePreset(preset, props)}>
              <Text truncate>
                <bdi>{preset.name}</bdi>
              </Text>
              <Text size="xs" c="dimmed">
                {plural(Object.keys(preset.permissions).length, 'tool')}
              </Text>
            </Menu.Item>
            <Menu.Item
              w="auto"
              c="dimmed"
              aria-label={`Remove the preset ${isolate(preset.name)}`}
              onClick={() => void removePreset(preset)}
            >
              <IconTrash size={14} aria-hidden />
            </Menu.Item>
          </Group>
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
