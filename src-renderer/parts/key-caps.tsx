import { capsOf } from '../commands/keys.ts'
import classes from './key-caps.module.css'

/** A shortcut drawn as key caps. */
export const KeyCaps = ({ keys }: { readonly keys: string }) => (
  <span className={classes.caps}>
    {capsOf(keys).map((cap, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: caps of one fixed key
      <kbd key={index} className={classes.cap}>
        {cap}
      </kbd>
    ))}
  </span>
)
