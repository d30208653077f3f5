import { Button, Checkbox, Text } from '@mantine/core'
import { useState } from 'react'
import type { DoctorRow } from '../../../src-shared/desk/service.ts'
import type { ServiceProfile } from '../../../src-shared/service/profile.ts'
import { plural } from '../../format/numbers.ts'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Panel } from '../../parts/panel.tsx'
import { useAction } from '../../parts/use-action.ts'
import { setProfile } from '../../state/profile.ts'
import { notifyWithUndo } from '../../state/undo.tsx'
import { addition, mappingKey, suggestedMappings, undoOf } from './field-mappings.ts'
import classes from './settings.module.css'

type Props = {
  readonly rows: readonly DoctorRow[]
  readonly profile: ServiceProfile
  /** The mappings are in the profile: the service is to be tested again. */
  readonly onApplied: () => void
}

/** What the doctor would map, to be reviewed and applied at once. */
export const Suggestions = ({ rows, profile, onApplied }: Props) => {
  const mappings = suggestedMappings(rows)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const { error, run } = useAction()
  const chosen = mappings.filter((mapping) => !left.has(mappingKey(mapping)))
  const toggle = (key: string) =>
    setLeft(left.has(key) ? new Set([...left].filter((one) => one !== key)) : new Set([...left, key]))
  const apply = async () => {
    const undo = undoOf(profile, chosen)
    const reply = await run(setProfile(addition(chosen)))
    if (!reply.ok) return
    notifyWithUndo(`${plural(chosen.length, 'mapping')} applied`, () => void setProfile(undo))
    onApplied()
  }
  return (
    <Panel
      title={plural(mappings.length, 'suggested mapping')}
      aside={
        <Button disabled={chosen.length === 0} onClick={() => void apply()}>
          Apply {plural(chosen.length, 'mapping')}
        </Button>
      }
    >
      <Text c="dimmed" maw="80ch" mb={10}>
        The service seems to use other names for these fields. Review each mapping. Applied mappings are in Settings →
        Advanced → Field names.
      </Text>
      {[...Map.groupBy(mappings, ({ operation }) => operation)].map(([operation, own]) => (
        <fieldset key={operation} className={classes.mappings}>
          <legend>{operation}</legend>
          {own.map((mapping) => (
            <Checkbox
              key={mappingKey(mapping)}
              checked={!left.has(mappingKey(mapping))}
              onChange={() => toggle(mappingKey(mapping))}
              label={
                <>
                  <code>{mapping.ours}</code> from <code>{mapping.wire}</code>
                  <span className="soft"> · {mapping.reason}</span>
                </>
              }
            />
          ))}
        </fieldset>
      ))}
      <ErrorNotice title="The mappings were not applied" error={error} />
    </Panel>
  )
}
