type Options = { readonly env?: Readonly<Record<string, string>>; readonly shell?: boolean; readonly isKept?: boolean }
export const createChildGroups: (options?: { readonly graceMs?: number }) => {
  readonly run: (file: string, args: readonly string[], options?: Options) => Promise<{ code: number; output: string }>
  readonly stoppedBy: () => NodeJS.Signals | null
}
