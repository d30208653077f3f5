/** The Electron program, or null. */
export declare const findElectron: (env?: NodeJS.ProcessEnv, packageFolder?: string) => string | null
export declare const hasDisplay: (env?: NodeJS.ProcessEnv) => boolean
