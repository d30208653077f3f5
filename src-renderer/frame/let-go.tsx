import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Intent } from '../../src-shared/desk/intents.ts'
import { itemWords } from '../format/intent-words.ts'
import { plural } from '../format/numbers.ts'
import { BrandBadge, BrandMark } from '../parts/brand-badge.tsx'
import { Name } from '../parts/name.tsx'
import { useBrand } from '../state/brands.ts'
import { letAllGo, pitchesIn, useKeptBack } from '../state/sending.ts'
import { closeDialog, useUi } from '../state/ui.ts'
import classes from './hold-bar.module.css'

/** More brands than this: the number has to be typed. */
const MANY_BRANDS = 10
const byBrand = (acts: readonly Intent[]) => [...Map.groupBy(acts, ({ brandId }) => brandId)]

const GoWords = ({ acts }: { readonly acts: readonly Intent[] }) => {
  const brands = byBrand(acts)
  const brand = useBrand(brands[0]?.[0] ?? '')
  const pitches = itemWords('queue', pitchesIn(acts))
  if (acts.length === 0) return <>Resume sending</>
  if (brands.length !== 1 || brand === undefined)
    return (
      <>
        Resume sending {pitches} for {plural(brands.length, 'brand')}
      </>
    )
  return (
    <span className={classes.go}>
      Resume sending {pitches} for <BrandMark name={brand.name} colour={brand.colour} size="sm" />
      <Name>{brand.name}</Name>
    </span>
  )
}

const Question = () => {
  const acts = useKeptBack()
  const brands = byBrand(acts)
  const [typed, setTyped] = useState('')
  const isMany = brands.length > MANY_BRANDS
  const isReady = !isMany || typed.trim() === String(brands.length)
  return (
    <form
      className={classes.question}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isReady) return
        closeDialog()
        void letAllGo()
      }}
    >
      <p>
        {acts.length === 0
          ? 'No pitches are held now. New pitches are sent when their own hold ends.'
          : 'Held pitches are queued with the service when their own hold ends. You can unsend them from the outbox until they are sent.'}
      </p>
      {brands.length === 0 ? null : (
        <ul className={classes.counts}>
          {brands.map(([brandId, own]) => (
            <li key={brandId}>
              <BrandBadge brandId={brandId} />
              <span>
                {itemWords('queue', pitchesIn(own))} in {plural(own.length, 'action')}
              </span>
            </li>
          ))}
        </ul>
      )}
      <div className={classes.answer}>
        {isMany ? (
          <TextInput
            label={`Type ${brands.length}, the number of brands, to continue`}
            autoComplete="off"
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
        ) : null}
        <Button variant="default" data-autofocus onClick={closeDialog}>
          Keep paused
        </Button>
        <Button type="submit" disabled={!isReady}>
          <GoWords acts={acts} />
        </Button>
      </div>
    </form>
  )
}

/** Letting all sends go is asked for by itself, with what it sets free. */
export const LetGo = () => {
  const isOpen = useUi((state) => state.dialog === 'let-go')
  return (
    <Modal opened={isOpen} onClose={closeDialog} title="Resume sending?" size={520}>
      {isOpen ? <Question /> : null}
    </Modal>
  )
}
