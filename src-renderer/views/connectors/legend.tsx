import { Group } from '@mantine/core'
import { ValueGlyph } from './glyphs.tsx'
import css from './matrix.module.css'

/** The signs of the matrix and its keys. */
export const Legend = () => (
  <Group className={css.legend} gap="2px 18px" px="md" py={6} aria-hidden>
    <span>
      <ValueGlyph value="allow" /> allowed
    </span>
    <span>
      <ValueGlyph value="deny" /> denied
    </span>
    <span>
      <span className={css.mark} data-set /> set, not the default
    </span>
    <span>
      <span className={css.mark} data-staged /> staged
    </span>
    <span>
      <span className="warn">●</span> changed elsewhere
    </span>
    <Group component="span" ml="auto">
      Space stages · A allow · D deny · Shift+arrows a range · X selects a brand
    </Group>
  </Group>
)
