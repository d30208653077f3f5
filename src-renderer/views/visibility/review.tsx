import { Button, TextInput } from '@mantine/core'
import { IconArrowLeft, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { BrandBadge, BrandMark } from '../../components/brand-badge.tsx'
import { ErrorNotice } from '../../components/error-notice.tsx'
import { Name } from '../../components/name.tsx'
import { Panel } from '../../components/panel.tsx'
import { isolate } from '../../format/isolate.ts'
import { plural } from '../../format/numbers.ts'
import { brandName, useBrand } from '../../store/brands.ts'
import { applyChanges, backToMatrix, unstage, useVisibilityDraft } from '../../store/visibility.ts'
import { type Change, isModelChange, type Rows } from '../../store/visibility-staging.ts'
import { changeWords } from './change-words.ts'
import type { ModelName } from './matrix.tsx'
import css from './visibility.module.css'

/** More brands than this: the number has to be typed. */
const MANY_BRANDS = 10

const ApplyWords = ({ changes, brandIds }: { readonly changes: number; readonly brandIds: readonly string[] }) => {
  const brand = useBrand(brandIds[0] ?? '')
  if (brandIds.length !== 1 || brand === undefined)
    return (
      <>
        Apply {plural(changes, 'change')} for {plural(brandIds.length, 'brand')}
      </>
    )
  return (
    <span className={css.act}>
      Apply {plural(changes, 'change')} for <BrandMark name={brand.name} colour={brand.colour} size="sm" />
      <Name>{brand.name}</Name>
    </span>
  )
}

type Props = { readonly changes: readonly Change[]; readonly rows: Rows; readonly names: readonly ModelName[] }

const Changes = ({ changes, rows, names, isBusy }: Props & { readonly isBusy: boolean }) => (
  <ul className={css.list}>
    {[...Map.groupBy(changes, ({ brandId }) => brandId)].map(([brandId, own]) => (
      <li key={brandId}>
        <span className={css.listBrand}>
          <BrandBadge brandId={brandId} />
        </span>
        <span className={css.chips}>
          {own.map((change) => {
            const words = changeWords(change, rows.get(brandId), names)
            const modelId = isModelChange(change) ? change.modelId : null
            return (
              <span key={modelId ?? 'interval'} className={css.chip}>
                {words}
                <button
                  type="button"
                  disabled={isBusy}
                  aria-label={`Leave out: ${words} for ${isolate(brandName(brandId))}`}
                  onClick={() => unstage(brandId, modelId)}
                >
                  <IconX size={12} aria-hidden />
                </button>
              </span>
            )
          })}
        </span>
      </li>
    ))}
  </ul>
)

/** Everything staged, brand by brand, before any of it is sent. */
export const Review = (props: Props) => {
  const { changes } = props
  const { isBusy, error } = useVisibilityDraft()
  const [typed, setTyped] = useState('')
  const brandIds = [...new Set(changes.map(({ brandId }) => brandId))]
  const isMany = brandIds.length > MANY_BRANDS
  const isReady = changes.length > 0 && (!isMany || typed.trim() === String(brandIds.length))
  return (
    <form
      className={css.review}
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) void applyChanges(changes)
      }}
    >
      <Panel title={`${plural(changes.length, 'change')} for ${plural(brandIds.length, 'brand')}`}>
        <p className={css.soft}>
          Each applies at the brand’s next AI-visibility refresh, and can be set back the same way. One brand that fails
          stops none of the others.
        </p>
        {changes.length === 0 ? <p>Nothing is staged any more.</p> : <Changes {...props} isBusy={isBusy} />}
      </Panel>
      {error === null ? null : <ErrorNotice error={error} title="Nothing was applied" />}
      <div className={css.foot} data-foot>
        {isMany ? (
          <TextInput
            label={`Type ${brandIds.length}, the number of brands, to go on`}
            autoComplete="off"
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : null}
        <Button variant="default" leftSection={<IconArrowLeft size={14} />} disabled={isBusy} onClick={backToMatrix}>
          Back to the matrix
        </Button>
        <Button type="submit" loading={isBusy} disabled={!isReady}>
          <ApplyWords changes={changes.length} brandIds={brandIds} />
        </Button>
        <span className={css.hint} role="status">
          {isBusy ? `Reading ${plural(brandIds.length, 'brand')} once more, then applying …` : ''}
        </span>
      </div>
    </form>
  )
}
