/** Whether node_modules is what package-lock.json says; where it is not, every command of package.json installs first. */
export declare const isInstalled: () => boolean
