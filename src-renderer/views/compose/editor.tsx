import { Button, Menu, Stack, Text, Textarea } from '@mantine/core'
import { IconBraces, IconChevronDown } from '@tabler/icons-react'
import { type RefObject, useMemo, useRef } from 'react'
import { formatWhole } from '../../format/numbers.ts'
import { TextField } from '../../parts/fields/text-field.tsx'
import { ownVariables, setCompose, useCompose } from '../../state/compose/compose.ts'
import { usePreviewed } from '../../state/compose/preview.ts'
import css from './compose.module.css'
import { FieldHead } from './field-head.tsx'
import { BODY_MAX, SUBJECT_MAX } from './limits.ts'
import { VariableField } from './variable-field.tsx'
import { unknownNames } from './variable-marks.ts'
import { insertAt, tagOf, VARIABLES, type Variable, WITH_FALLBACK } from './variables.ts'

type Field = 'subject' | 'body'
type Fields = Readonly<Record<Field, RefObject<HTMLInputElement | HTMLTextAreaElement | null>>>

/** Inserts a variable at the caret of the field that had the focus last. */
const insert = (fields: Fields, field: Field, variable: Variable): void => {
  const element = fields[field].current
  const before = useCompose.getState()[field]
  const start = element?.selectionStart ?? before.length
  const { text, caret } = insertAt(before, tagOf(variable.code), start, element?.selectionEnd ?? start)
  setCompose({ [field]: text })
  requestAnimationFrame(() => {
    element?.focus()
    element?.setSelectionRange(caret, caret)
  })
}

const InsertMenu = ({ onInsert }: { readonly onInsert: (variable: Variable) => void }) => {
  const people = useCompose((state) => state.people)
  const own = useMemo(() => ownVariables(people), [people])
  const item = (variable: Variable) => (
    <Menu.Item
      key={variable.code}
      rightSection={
        <Text component="code" c="dimmed" fz={11}>
          {variable.code.split(' ')[0]}
        </Text>
      }
      onClick={() => onInsert(variable)}
    >
      {variable.label}
    </Menu.Item>
  )
  return (
    <Menu position="bottom-end" width={330} returnFocus={false}>
      <Menu.Target>
        <Button
          variant="default"
          size="compact-xs"
          leftSection={<IconBraces size={13} aria-hidden />}
          rightSection={<IconChevronDown size={12} aria-hidden />}
        >
          Insert
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflow: 'auto' }}>
        {[WITH_FALLBACK, ...VARIABLES].map(item)}
        {own.length === 0 ? null : (
          <>
            <Menu.Divider />
            <Menu.Label>Columns of your import</Menu.Label>
            {own.map((name) => item({ label: name, code: name }))}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

/** Characters of the previewed pitch, and the limit of the service. */
const Meter = ({ field }: { readonly field: Field }) => {
  const max = field === 'subject' ? SUBJECT_MAX : BODY_MAX
  const person = useCompose(({ people, at }) => people[at]?.id)
  const row = usePreviewed((state) => (person === undefined ? undefined : state.rows.get(person)))
  const written = useCompose((state) => state[field].length)
  // Where the preview has none, the length of the template is shown.
  const count = (field === 'subject' ? row?.subjectCharacters : row?.bodyCharacters) || written
  return (
    <Text
      span
      inherit
      ml="auto"
      className="numbers"
      {...(count > max ? { c: 'var(--bad)', fw: 600 } : { c: 'dimmed' })}
      title="For the previewed person"
    >
      {formatWhole(count)} of {formatWhole(max)}
    </Text>
  )
}

const NO_NAMES: ReadonlySet<string> = new Set()

/** Names that the desk does not know, as far as the previewed pitch shows. */
const useUnknown = (): ReadonlySet<string> => {
  const person = useCompose(({ people, at }) => people[at]?.id)
  const seen = usePreviewed((state) => (person === undefined ? undefined : state.seen.get(person)))
  return useMemo(
    () => (seen === undefined ? NO_NAMES : unknownNames(seen.blockers.map(({ message }) => message))),
    [seen],
  )
}

/** Subject and Markdown text, with variables in Liquid; saved as you type. */
export const Editor = () => {
  const subject = useCompose((state) => state.subject)
  const body = useCompose((state) => state.body)
  const people = useCompose((state) => state.people)
  const own = useMemo(() => ownVariables(people), [people])
  const unknown = useUnknown()
  const fields: Fields = { subject: useRef<HTMLInputElement>(null), body: useRef<HTMLTextAreaElement>(null) }
  const last = useRef<Field>('body')
  return (
    <Stack component="section" flex="1 0 320px" aria-label="Message">
      <div>
        <FieldHead>
          <label htmlFor="compose-subject">Subject</label>
          <Meter field="subject" />
        </FieldHead>
        <VariableField
          inputRef={fields.subject}
          value={subject}
          unknown={unknown}
          own={own}
          onChange={(value) => setCompose({ subject: value })}
        >
          {(props) => (
            <TextField
              id="compose-subject"
              ref={fields.subject as RefObject<HTMLInputElement | null>} // each ref has its own element type
              autoComplete="off"
              maxLength={10_000}
              placeholder="What the pitch is about"
              value={subject}
              {...props}
              onFocus={() => {
                last.current = 'subject'
              }}
              onChange={(subject) => setCompose({ subject })}
            />
          )}
        </VariableField>
      </div>
      <Stack gap={0} flex={1} mih={240}>
        <FieldHead>
          <label htmlFor="compose-body">Text</label>
          <span className="soft">Markdown</span>
          <Meter field="body" />
          <InsertMenu onInsert={(variable) => insert(fields, last.current, variable)} />
        </FieldHead>
        <VariableField
          inputRef={fields.body}
          value={body}
          unknown={unknown}
          own={own}
          onChange={(value) => setCompose({ body: value })}
          isTall
        >
          {(props) => (
            <Textarea
              id="compose-body"
              ref={fields.body as RefObject<HTMLTextAreaElement | null>} // each ref has its own element type
              classNames={{ root: css.body ?? '', wrapper: css.body ?? '', input: css.bodyInput ?? '' }}
              maxLength={200_000}
              placeholder={
                'Write the message, or start from a template above.\nInsert adds the name or the site of each person.'
              }
              value={body}
              {...props}
              onFocus={() => {
                last.current = 'body'
              }}
              onChange={(event) => setCompose({ body: event.currentTarget.value })}
            />
          )}
        </VariableField>
      </Stack>
    </Stack>
  )
}
