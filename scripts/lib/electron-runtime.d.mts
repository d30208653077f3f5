export declare const ensureElectron: (options?: {
  readonly env?: NodeJS.ProcessEnv
  readonly terminal?: { readonly isTTY?: boolean; readonly write: (text: string) => unknown }
  /** The person asked for Electron: an earlier failure does not count. */
  readonly isAskedFor?: boolean
  readonly packageFolder?: string
  readonly cacheFolder?: string
  readonly stallMs?: number
  readonly now?: () => number
}) => Promise<string | null>
