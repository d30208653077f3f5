/** Whether node_modules is what package-lock.json says; where it is not, every command of package.json installs first. */
export declare const isInstalled: () => boolean
/** The environment of our programs: node_modules/.bin first, so that `node` is the project's own. */
export const programEnv: (extra?: Readonly<Record<string, string>>) => Record<string, string | undefined>
export const nodeFile: () => string
/** What our programs are started with, before the file. */
export const nodeArgs: readonly string[]
/** What their C library reads, so that freed memory goes back to the system. */
export const memoryEnv: Readonly<Record<string, string>>
