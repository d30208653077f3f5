import { Button, FileButton, Group, Modal, Select, Table, Text, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { ActionLabel } from '../../parts/action-label.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { DialogForm } from '../../parts/fields/dialog-form.tsx'
import { Notice } from '../../parts/notice.tsx'
import { useAction } from '../../parts/use-action.ts'
import { byName, useBrands } from '../../state/brands.ts'
import { addPeople, onlyBrand, useCompose } from '../../state/compose/compose.ts'
import { matchPeople } from '../../state/compose/preview.ts'
import { useScope } from '../../state/location.ts'
import { notify } from '../../state/notices.ts'
import { addedNotice } from './added-notice.ts'
import css from './compose.module.css'

type CsvIssue = {
  /** From 1, without the header; null: the whole file. */
  readonly row: number | null
  readonly field: string
  readonly message: string
}

/** The errors of a CSV by cell, from paths of the desk such as `rows.3.email`. */
export const csvIssues = (error: DeskErrorValue): readonly CsvIssue[] =>
  (error.detail?.issues ?? []).map(({ path, message }) => {
    const [, row, field] = /(?:^|\.)(\d+)(?:\.(.+))?$/.exec(path) ?? []
    return row === undefined
      ? { row: null, field: path === 'csv' ? '' : path, message }
      : { row: Number(row), field: field ?? '', message }
  })

const CHARACTERS_MAX = 20_000_000

const Problems = ({ error }: { readonly error: DeskErrorValue }) => {
  const issues = csvIssues(error)
  if (issues.length === 0) return <ErrorNotice error={error} title="No people were added" />
  return (
    <Notice tone="bad" role="alert">
      <strong>No people were added.</strong> Correct{' '}
      {issues.length === 1 ? 'this cell' : `these ${issues.length} cells`} above, then add the people again. Your
      recipients have not changed.
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={css.problems} tabIndex={0} aria-label="Problems in the file">
        <Table
          data={{
            head: ['Row', 'Column', 'Problem'],
            body: issues.map(({ row, field, message }) => [row ?? '—', field === '' ? '—' : field, message]),
          }}
        />
      </section>
    </Notice>
  )
}

/** People from a CSV file, matched to the brand's contacts. Errors are shown cell by cell, to be corrected here. */
export const CsvPeople = ({ onClose }: { readonly onClose: () => void }) => {
  const scope = useScope()
  const brands = useBrands((state) => state.list)
  const form = useForm({
    initialValues: { brandId: scope === 'all' ? onlyBrand(useCompose.getState().people) : scope, csv: '' },
  })
  const { brandId, csv } = form.values
  const { isBusy, error, run, clear } = useAction()
  const read = async () => {
    if (brandId === null) return
    const reply = await run(matchPeople(brandId, csv))
    if (!reply.ok) return
    const { recipients, columns } = reply.value
    const added = addPeople(recipients)
    const { title, notes } = addedNotice(added, recipients.length)
    const inserted = columns.length === 0 ? '' : `Columns to insert: ${columns.join(', ')}.`
    notify({ title, message: `${notes} ${inserted}`.trim(), tone: added.tooMany === 0 ? 'good' : 'warning' })
    onClose()
  }
  const take = async (file: File | null) => {
    if (file === null) return
    if (file.size > CHARACTERS_MAX)
      return notify({ title: 'The file is too large', message: 'The limit is 20 MB.', tone: 'warning' })
    clear()
    form.setFieldValue('csv', await file.text())
  }
  return (
    <Modal opened onClose={onClose} title="People from a CSV file" size={680}>
      <DialogForm
        canSubmit={brandId !== null && csv.trim() !== ''}
        isBusy={isBusy}
        submit={brandId === null ? 'Choose a brand first' : <ActionLabel what="Add people of" brandIds={[brandId]} />}
        onSubmit={() => void read()}
        onCancel={onClose}
      >
        <Text c="dimmed">
          Start with a header line. A column <code>email</code> or <code>prospectEmailId</code> finds the contact; every
          other column becomes a variable, for instance <code>{'{{ offer }}'}</code>.
        </Text>
        <Group gap={10} align="flex-end">
          <Select
            label="Brand"
            placeholder="Brand of the contacts"
            searchable
            allowDeselect={false}
            limit={60}
            w={260}
            data={byName(brands).map((brand) => ({ value: brand.id, label: brand.name }))}
            {...form.getInputProps('brandId')}
          />
          <FileButton accept=".csv,.tsv,.txt,text/csv,text/plain" onChange={(file) => void take(file)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconFileSpreadsheet size={14} aria-hidden />}>
                Choose a file
              </Button>
            )}
          </FileButton>
        </Group>
        <Textarea
          label="Rows"
          description="From the file, or pasted"
          placeholder={'email,offer\nanna@example.org,a free audit'}
          classNames={{ input: css.csvText ?? '' }}
          rows={8}
          {...form.getInputProps('csv')}
        />
        {error === null ? null : <Problems error={error} />}
      </DialogForm>
    </Modal>
  )
}
