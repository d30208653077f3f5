import { Button, FileButton, Modal, Select, Textarea } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useState } from 'react'
import type { DeskErrorValue } from '../../../src-shared/desk/errors.ts'
import { plural } from '../../format/numbers.ts'
import { BrandMark } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Name } from '../../parts/name.tsx'
import { byName, useBrand, useBrands } from '../../state/brands.ts'
import { type Added, addPeople, onlyBrand, useCompose } from '../../state/compose.ts'
import { matchPeople } from '../../state/compose-calls.ts'
import { useScope } from '../../state/location.ts'
import { notify } from '../../state/notices.ts'
import css from './compose.module.css'
import { csvIssues } from './csv-issues.ts'

const CHARACTERS_MAX = 20_000_000

const notifyAdded = ({ already, tooMany }: Added, read: number, columns: readonly string[]): void => {
  const notes = [
    already === 0 ? '' : `${already} ${already === 1 ? 'was' : 'were'} already in the list.`,
    tooMany === 0 ? '' : `${tooMany} left out: at most 10,000 people at once.`,
    columns.length === 0 ? '' : `Columns to insert: ${columns.join(', ')}.`,
  ]
  notify({
    title: `${plural(read - already - tooMany, 'person', 'people')} added`,
    message: notes.filter((note) => note !== '').join(' '),
    tone: tooMany === 0 ? 'good' : 'warning',
  })
}

const Problems = ({ error }: { readonly error: DeskErrorValue }) => {
  const issues = csvIssues(error)
  if (issues.length === 0) return <ErrorNotice error={error} title="No people were added" />
  return (
    <div className={css.csvProblems} role="alert">
      <div>
        <strong>No people were added.</strong> Correct{' '}
        {issues.length === 1 ? 'this cell' : `these ${issues.length} cells`} above, then add the people again. Your
        recipients have not changed.
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys */}
      <section className={css.csvBox} tabIndex={0} aria-label="Problems in the file">
        <table className={css.csvTable}>
          <thead>
            <tr>
              <th scope="col">Row</th>
              <th scope="col">Column</th>
              <th scope="col">Problem</th>
            </tr>
          </thead>
          <tbody>
            {issues.map(({ row, field, message }) => (
              <tr key={`${row} ${field} ${message}`}>
                <td>{row ?? '–'}</td>
                <td>{field === '' ? '–' : field}</td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </div>
  )
}

const useImport = (onClose: () => void) => {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<DeskErrorValue | null>(null)
  const read = async (brandId: string, csv: string) => {
    setBusy(true)
    const reply = await matchPeople(brandId, csv)
    setBusy(false)
    if (!reply.ok) return setError(reply.error)
    const { recipients, columns } = reply.value
    notifyAdded(addPeople(recipients), recipients.length, columns)
    onClose()
  }
  return { isBusy, error, setError, read }
}

const SubmitLabel = ({ brandId }: { readonly brandId: string }) => {
  const brand = useBrand(brandId)
  if (brand === undefined) return <>Choose a brand first</>
  return (
    <span className={css.act}>
      Add people of <BrandMark name={brand.name} colour={brand.colour} size="sm" /> <Name>{brand.name}</Name>
    </span>
  )
}

/** People out of a CSV file, matched to the brand's contacts. A broken file is shown cell by cell and can be mended. */
export const CsvPeople = ({ onClose }: { readonly onClose: () => void }) => {
  const scope = useScope()
  const brands = useBrands((state) => state.list)
  const [brandId, setBrandId] = useState<string>(() =>
    scope === 'all' ? (onlyBrand(useCompose.getState().people) ?? '') : scope,
  )
  const [csv, setCsv] = useState('')
  const { isBusy, error, setError, read } = useImport(onClose)
  const take = async (file: File | null) => {
    if (file === null) return
    if (file.size > CHARACTERS_MAX)
      return notify({ title: 'The file is too large', message: 'The limit is 20 MB.', tone: 'warning' })
    setError(null)
    setCsv(await file.text())
  }
  return (
    <Modal opened onClose={onClose} title="People from a CSV file" size={680}>
      <form
        className={css.csv}
        onSubmit={(event) => {
          event.preventDefault()
          if (brandId !== '' && csv.trim() !== '') void read(brandId, csv)
        }}
      >
        <p className={css.soft}>
          Start with a header line. A column <code>email</code> or <code>prospectEmailId</code> finds the contact; every
          other column becomes a variable, for instance <code>{'{{ offer }}'}</code>.
        </p>
        <div className={css.csvRow}>
          <Select
            label="Brand"
            placeholder="Brand of the contacts"
            searchable
            allowDeselect={false}
            limit={60}
            w={260}
            data={byName(brands).map((brand) => ({ value: brand.id, label: brand.name }))}
            value={brandId === '' ? null : brandId}
            onChange={(next) => setBrandId(next ?? '')}
          />
          <FileButton accept=".csv,.tsv,.txt,text/csv,text/plain" onChange={(file) => void take(file)}>
            {(props) => (
              <Button {...props} variant="default" leftSection={<IconFileSpreadsheet size={14} aria-hidden />}>
                Choose a file
              </Button>
            )}
          </FileButton>
        </div>
        <Textarea
          label="Rows"
          description="From the file, or pasted"
          placeholder={'email,offer\nanna@example.org,a free audit'}
          classNames={{ input: css.csvText ?? '' }}
          rows={8}
          value={csv}
          onChange={(event) => setCsv(event.currentTarget.value)}
        />
        {error === null ? null : <Problems error={error} />}
        <div className={css.formEnd}>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isBusy} disabled={brandId === '' || csv.trim() === ''}>
            <SubmitLabel brandId={brandId} />
          </Button>
        </div>
      </form>
    </Modal>
  )
}
