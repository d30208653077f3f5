import { Button, Menu, Textarea, TextInput } from '@mantine/core'
import { IconBraces, IconChevronDown } from '@tabler/icons-react'
import { type RefObject, useMemo, useRef } from 'react'
import { formatWhole } from '../../format/numbers.ts'
import { ownVariables, setCompose, useCompose } from '../../state/compose.ts'
import { usePreviewed } from '../../state/previewer.ts'
import css from './compose.module.css'
import { BODY_MAX, SUBJECT_MAX } from './limits.ts'
import { insertAt, tagOf, VARIABLES, type Variable, WITH_FALLBACK } from './variables.ts'

type Field = 'subject' | 'body'
type Fields = Readonly<Record<Field, RefObject<HTMLInputElement | HTMLTextAreaElement | null>>>

/** Puts a variable where the caret is or was; the field that was left last takes it. */
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
      rightSection={<code className={css.code}>{variable.code.split(' ')[0]}</code>}
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
      <Menu.Dropdown className={css.insertMenu ?? ''}>
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

/** Characters of the person in the preview, against where the service cuts. */
const Meter = ({ field }: { readonly field: Field }) => {
  const max = field === 'subject' ? SUBJECT_MAX : BODY_MAX
  const person = useCompose(({ people, at }) => people[at]?.id)
  const row = usePreviewed((state) => (person === undefined ? undefined : state.rows.get(person)))
  const written = useCompose((state) => state[field].length)
  // Of a person it cannot be written out for, what is written stands in.
  const count = (field === 'subject' ? row?.subjectCharacters : row?.bodyCharacters) || written
  return (
    <span className={css.meter} data-over={count > max || undefined} title="For the previewed person">
      {formatWhole(count)} of {formatWhole(max)}
    </span>
  )
}

/** Subject and Markdown text, with variables in Liquid. Everything is kept as it is typed. */
export const Editor = () => {
  const subject = useCompose((state) => state.subject)
  const body = useCompose((state) => state.body)
  const fields: Fields = { subject: useRef<HTMLInputElement>(null), body: useRef<HTMLTextAreaElement>(null) }
  const last = useRef<Field>('body')
  return (
    <section className={css.editor} aria-label="Message">
      <div className={css.field}>
        <div className={css.fieldHead}>
          <label htmlFor="compose-subject">Subject</label>
          <Meter field="subject" />
        </div>
        <TextInput
          id="compose-subject"
          ref={fields.subject as RefObject<HTMLInputElement | null>} // the one of its own kind
          autoComplete="off"
          maxLength={10_000}
          placeholder="A question about {{ prospect.domain }}"
          value={subject}
          onFocus={() => {
            last.current = 'subject'
          }}
          onChange={(event) => setCompose({ subject: event.currentTarget.value })}
        />
      </div>
      <div className={css.field} data-grows>
        <div className={css.fieldHead}>
          <label htmlFor="compose-body">Text</label>
          <span className={css.soft}>Markdown</span>
          <Meter field="body" />
          <InsertMenu onInsert={(variable) => insert(fields, last.current, variable)} />
        </div>
        <Textarea
          id="compose-body"
          ref={fields.body as RefObject<HTMLTextAreaElement | null>} // the one of its own kind
          classNames={{ root: css.bodyRoot ?? '', wrapper: css.bodyRoot ?? '', input: css.bodyInput ?? '' }}
          maxLength={200_000}
          placeholder={'Hi {{ contact.firstName | default: "there" }},\n\n…'}
          value={body}
          onFocus={() => {
            last.current = 'body'
          }}
          onChange={(event) => setCompose({ body: event.currentTarget.value })}
        />
      </div>
    </section>
  )
}
