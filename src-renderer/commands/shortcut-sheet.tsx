import { Group, Modal, Text } from '@mantine/core'
import { KeyCaps } from '../parts/key-caps.tsx'
import { closeDialog, useUi } from '../state/ui.ts'
import { type Command, commands } from './registry.ts'
import classes from './shortcut-sheet.module.css'

const grouped = (list: readonly Command[]): ReadonlyMap<string, readonly Command[]> =>
  Map.groupBy(
    list.filter((command) => (command.keys ?? []).length > 0),
    (command) => command.group,
  )

const Row = ({ command }: { readonly command: Command }) => (
  <div className={classes.row}>
    <dt>{command.title}</dt>
    <Group component="dd">
      {(command.keys ?? []).map((keys) => (
        <KeyCaps key={keys} keys={keys} />
      ))}
    </Group>
  </div>
)

const Sheet = () => (
  <div className={classes.groups}>
    {[...grouped(commands.all())].map(([group, list]) => (
      <section key={group} className={classes.group}>
        <Text component="h3" size="xs" fw={500} c="dimmed" mb={4}>
          {group}
        </Text>
        <dl>
          {list.map((command) => (
            <Row key={command.id} command={command} />
          ))}
        </dl>
      </section>
    ))}
  </div>
)

/** All shortcuts that work here and now. */
export const ShortcutSheet = () => {
  const isOpen = useUi((state) => state.dialog === 'shortcuts')
  return (
    <Modal opened={isOpen} onClose={closeDialog} title="Keyboard shortcuts" size={860} centered>
      {isOpen ? <Sheet /> : null}
      <Text size="xs" c="dimmed" mt={8}>
        Shortcuts are off while you type. Where the browser uses a shortcut itself, a second one is listed.
      </Text>
    </Modal>
  )
}
