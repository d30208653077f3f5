import css from './table.module.css'

/** Text that opens the row's detail when it is pressed. */
export const OpenText = ({ children }: { readonly children: string }) => (
  <span className={css.open} data-act="open" title={children}>
    {children}
  </span>
)

export const SoftText = ({ children }: { readonly children: string }) => (
  <span className={css.soft} title={children}>
    {children}
  </span>
)
