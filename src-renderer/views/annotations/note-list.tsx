import { Anchor, Button } from '@mantine/core'
import type { Annotation } from '../../../src-shared/desk/annotations.ts'
import { annotationDays, annotationText } from '../../format/annotation-labels.ts'
import { plural } from '../../format/numbers.ts'
import { BrandBadge } from '../../parts/brand-badge.tsx'
import { ErrorNotice } from '../../parts/error-notice.tsx'
import { Name } from '../../parts/name.tsx'
import type { useAnnotations } from '../../state/annotations.ts'
import { clear, useAnnotationFilters } from '../../state/filters/lists.ts'
import css from './annotations.module.css'

const Whose = ({ brandIds }: Pick<Annotation, 'brandIds'>) => {
  if (brandIds === 'all') return <span>All brands</span>
  const [only] = brandIds
  return brandIds.length === 1 && only !== undefined ? (
    <BrandBadge brandId={only} />
  ) : (
    <span>{plural(brandIds.length, 'brand')}</span>
  )
}

const aboutOf = ({ keyword, page }: Annotation): string => [keyword, page].filter((part) => part !== null).join(' · ')

/** A longer note is whole beside the list. */
const LISTED_MAX = 600

export type Opens = { readonly onOpen: (row: Annotation) => void; readonly shownId: string | null }

const Note = ({ note, onOpen, shownId }: { readonly note: Annotation } & Opens) => {
  const about = aboutOf(note)
  return (
    <li>
      <button type="button" className={css.row} data-shown={note.id === shownId} onClick={() => onOpen(note)}>
        <span className={css.day}>{annotationDays(note)}</span>
        <Whose brandIds={note.brandIds} />
        <span className={`${css.text} ${css.part}`}>
          {annotationText(note, LISTED_MAX)}
          {about === '' ? null : <span className="soft">{about}</span>}
        </span>
        <span className="soft">{note.by === null ? null : <Name>{note.by.name}</Name>}</span>
      </button>
    </li>
  )
}

const None = ({ isFiltered, onAdd }: { readonly isFiltered: boolean; readonly onAdd: () => void }) =>
  isFiltered ? (
    <p className={css.none}>
      No notes match these filters.{' '}
      <Anchor component="button" type="button" inherit onClick={() => clear(useAnnotationFilters)}>
        Clear filters
      </Anchor>
    </p>
  ) : (
    <p className={css.none}>
      No notes yet. A note on a day says what a curve cannot: a relaunch, a campaign, an update of the search engine.
      Every chart marks it.{' '}
      <Anchor component="button" type="button" inherit onClick={onAdd}>
        Add a note
      </Anchor>
    </p>
  )

type Props = Opens & {
  readonly of: ReturnType<typeof useAnnotations>
  readonly isFiltered: boolean
  readonly onAdd: () => void
}

/** What people wrote, the newest first. */
export const NoteList = ({ of, isFiltered, onAdd, ...opens }: Props) => {
  const { rows, total, isKnown, isAll, error, reload, readMore } = of
  return (
    <section aria-label="Notes of people">
      <div className={css.head}>
        <h2>Notes</h2>
        {total === 0 ? null : <span className="soft">{plural(total, 'note')}</span>}
      </div>
      <ErrorNotice error={error} title="The notes could not be read" onRetry={reload} />
      {rows.length === 0 ? null : (
        <ul className={css.rows}>
          {rows.map((note) => (
            <Note key={note.id} note={note} {...opens} />
          ))}
        </ul>
      )}
      {isKnown && rows.length === 0 ? <None isFiltered={isFiltered} onAdd={onAdd} /> : null}
      {isKnown && !isAll ? (
        <Button variant="subtle" m={8} onClick={() => void readMore()}>
          Show earlier notes
        </Button>
      ) : null}
    </section>
  )
}
