import css from './connectors.module.css'
import { ValueGlyph } from './glyphs.tsx'

/** What the signs of the matrix mean, and its keys. */
export const Legend = () => (
  <div className={css.legend} aria-hidden>
    <span>
      <ValueGlyph value="allow" /> allowed
    </span>
    <span>
      <ValueGlyph value="deny" /> denied
    </span>
    <span>
      <span className={css.legendSet} /> set, not the default
    </span>
    <span>
      <span className={css.legendStaged} /> staged
    </span>
    <span>
      <span className={css.legendDrift} /> changed elsewhere
    </span>
    <span className={css.legendKeys}>Space stages · A allow · D deny · Shift+arrows a range · X selects a brand</span>
  </div>
)
